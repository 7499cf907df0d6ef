#pragma once

#include <QPointer>

#include <map>
#include <set>

class QMainWindow;
class QTabBar;

namespace headlight {

class DockTabs;
class ViewDock;

/// The tab bars that Qt makes for docks that share a place, each with its buttons. UI thread only.
class DockBars
{
public:
    explicit DockBars(QMainWindow& area);

    /// Sets up new bars and places the buttons of all. Returns the docks that have a tab.
    std::set<const ViewDock*> settle();
    /// Drops a tab that the mouse is dragging.
    void endDrags();

private:
    QMainWindow& m_area;
    std::map<QTabBar*, QPointer<DockTabs>> m_tabs;
};

} // namespace headlight
