#pragma once

#include "ui/state/focus.h"

#include <QList>
#include <QObject>

#include <functional>
#include <utility>
#include <vector>

class QAction;
class QActionGroup;
class QLabel;
class QMenu;
class QSlider;

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
    void stepMass(int steps);

signals:
    /// The user has chosen options; the focus already has them.
    void chosen(const headlight::MapOptions& options);

private:
    template <typename Value>
    QAction* addChoice(QActionGroup* group, const char* name, const QString& text, const QString& tip,
                       Value MapOptions::*member, Value value);
    template <typename Set, typename Get>
    QAction* addAction(const char* name, const QString& text, const QString& tip, const Set& set,
                       const Get& get);
    QActionGroup* addHeading(const QString& text);
    void addHeads();
    void addScale();
    void addTokens();
    void addMass();
    void addDetails();
    void show();

    Focus& m_focus;
    QMenu* m_menu;
    QList<QAction*> m_actions;
    std::vector<std::pair<QAction*, std::function<bool(const MapOptions&)>>> m_checked;
    QAction* m_renormalise = nullptr;
    QAction* m_sharedScale = nullptr;
    QSlider* m_mass = nullptr;
    QLabel* m_massText = nullptr;
};

} // namespace headlight
