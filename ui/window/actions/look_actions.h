#pragma once

#include "ui/dialogs/appearance_page.h"
#include "ui/widgets/trace_view.h"

#include <QList>
#include <QObject>

#include <utility>

class QAction;
class QMainWindow;
class QMenu;

namespace headlight {

class CommandActions;
class Theme;

/// The window's appearance: theme, colours of the map, text and display size, language, linked zoom, full
/// screen, and the presentation mode for a lecture room (large text, few controls).
class LookActions : public QObject
{
    Q_OBJECT
public:
    LookActions(const ViewContext& context, const CommandActions& commands, Theme& theme,
                QMainWindow* window);

    QMenu* themes() const { return m_themes; }
    QMenu* colours() const { return m_colours; }
    QMenu* sizes() const { return m_sizes; }
    QMenu* languages() const { return m_languages; }
    /// The preferences page with the same choices.
    PreferencesPage* makePage();

    /// Starts or ends the presentation.
    void present(bool on);
    /// Gives the views the large letters of a presentation, also for paper.
    void enlarge(bool on);

signals:
    /// Parts that only consist of controls should hide.
    void presenting(bool on);
    /// The language setting has changed: the window has to be rebuilt.
    void languageChosen();

private:
    void buildMenus();
    void buildSizes(const CommandActions& commands);
    static QList<std::pair<QString, QString>> themeNames();
    static QList<std::pair<QString, QString>> languageNames();
    Appearance appearance() const;
    void take(const Appearance& before, const Appearance& chosen);
    /// Adds choices to a menu: pairs of a value and its label, of which one is checked.
    template <typename Value, typename Choose>
    void fill(QMenu* menu, const QString& name, const QList<std::pair<Value, QString>>& choices,
              const Value& chosen, const Choose& choose);
    void setTextSize(int percent);
    void showFull(bool on);

    ViewContext m_context;
    Theme& m_theme;
    QMainWindow* m_window;
    QMenu* m_themes;
    QMenu* m_colours;
    QMenu* m_sizes;
    QMenu* m_languages;
    QAction* m_fullScreen;
    QAction* m_presentation;
    bool m_presenting = false;
    bool m_large = false; ///< letters
    bool m_wasMaximised = false; ///< before full screen
    bool m_wasFull = false; ///< before the presentation
};

} // namespace headlight
