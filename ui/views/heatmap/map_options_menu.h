#pragma once

#include "ui/state/focus.h"

#include <QList>
#include <QObject>
#include <QSlider>

#include <initializer_list>
#include <string_view>
#include <vector>

class QAction;
class QLabel;
class QMenu;

namespace headlight {

/// The actions that change how maps are displayed, and the menu that contains them. They follow the focus,
/// which owns the options. UI thread only.
class MapOptionsMenu : public QObject
{
    Q_OBJECT
public:
    MapOptionsMenu(Focus& focus, QWidget* parent);

    QMenu& menu() const { return *m_menu; }
    /// Every action, for other menus and the command palette.
    const QList<QAction*>& actions() const { return m_actions; }
    /// As if the user had chosen these options in the menu.
    void choose(const MapOptions& options);
    /// Keeps slightly less (steps < 0) or more of each row.
    void stepMass(int steps) { m_mass->setValue(m_mass->value() + steps); }

signals:
    /// The user has chosen options; the focus already has them.
    void chosen(const headlight::MapOptions& options);

private:
    /// An action, and the word of its option for which it is checked.
    struct Shown
    {
        QAction* action;
        const char* name;
        std::string_view on;
    };
    void addSection(const QString& heading, std::initializer_list<std::string_view> names);
    /// Adds an action for each choice, or a single one that switches between two.
    void addOption(const OptionEntry& entry);
    QAction* addAction(const OptionEntry& entry, std::string_view on, std::string_view off, const char* text,
                       const char* tip);
    void addMass();
    void addReset();
    void show();

    Focus& m_focus;
    QMenu* m_menu;
    QList<QAction*> m_actions;
    std::vector<Shown> m_shown;
    QSlider* m_mass = nullptr;
    QLabel* m_massText = nullptr;
};

} // namespace headlight
