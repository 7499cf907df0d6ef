#pragma once

#include "ui/window/rooms/dock_title.h"

#include <QFrame>
#include <QPointer>

#include <map>
#include <vector>

class QMainWindow;
class QTabBar;

namespace headlight {

class ViewDock;

/// Shows the title buttons of the front view at the end of a row of tabs, because the tabs already show the
/// titles. Makes the row of tabs narrower by as much. Where that leaves too little room, one button with a
/// list takes their place, and of the tabs those are visible that fit as a whole.
class DockTabs : public QFrame
{
    Q_OBJECT
public:
    /// `bar` must be a child of `area`, which lays it out.
    DockTabs(QTabBar& bar, QWidget& area);

    /// The dock of a tab; nullptr if it does not hold a view.
    ViewDock* dock(int tab) const;
    /// Whether the tabs are visible; a single tab is not.
    bool isInUse() const;
    /// Moves it beside the tabs and makes it as wide as its buttons.
    void place();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    ViewDock* front() const;
    /// Hides the tabs for which there is no room, but never the current one.
    void showWhole(int room);
    void click(SignButton::Sign sign);
    void giveKeyboard(int tab);
    void showList();

    QPointer<QTabBar> m_bar;
    SignButton* m_list; ///< visible in place of the buttons where the tabs need their room
    std::vector<SignButton*> m_buttons;
    bool m_placing = false;
};

/// The tab bars that Qt makes for docks that share a place, each with its buttons. UI thread only.
class DockBars
{
public:
    explicit DockBars(QMainWindow& area);

    /// Sets up new bars and places the buttons of all. A dock with a tab has no title: it would say the same.
    void settle();
    /// Drops a tab that the mouse is dragging.
    void endDrags();

private:
    QMainWindow& m_area;
    std::map<QTabBar*, QPointer<DockTabs>> m_tabs;
};

} // namespace headlight
