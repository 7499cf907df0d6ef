#include "ui/window/rooms/dock_bars.h"

#include "ui/window/rooms/dock_tabs.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMouseEvent>
#include <QTabBar>

namespace headlight {

DockBars::DockBars(QMainWindow& area)
    : m_area(area)
{ }

// With many docks Qt cuts the titles of tabs to a letter or two. Whole titles that scroll are more useful.
std::set<const ViewDock*> DockBars::settle()
{
    std::set<const ViewDock*> tabbed;
    for (QTabBar* bar : m_area.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        // Qt leaves the bar of a group that has lost its docks: empty, it would draw its line across the
        // docks and take the mouse from them.
        bar->setDrawBase(bar->count() > 0);
        bar->setAttribute(Qt::WA_TransparentForMouseEvents, bar->count() == 0);
        // Each of these requests another layout, so do it only once.
        if (bar->elideMode() != Qt::ElideNone)
            bar->setElideMode(Qt::ElideNone);
        if (!bar->usesScrollButtons())
            bar->setUsesScrollButtons(true);
        QPointer<DockTabs>& tabs = m_tabs[bar];
        if (tabs == nullptr)
            tabs = new DockTabs(*bar, m_area);
        tabs->place();
        for (int tab = 0; tabs->isInUse() && tab < bar->count(); ++tab)
            tabbed.insert(tabs->dock(tab));
    }
    return tabbed;
}

void DockBars::endDrags()
{
    for (QTabBar* const bar : m_area.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        QMouseEvent release(QEvent::MouseButtonRelease, {-1, -1}, bar->mapToGlobal(QPointF(-1, -1)),
                            Qt::LeftButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(bar, &release);
    }
}

} // namespace headlight
