#include "ui/window/rooms/dock_tabs.h"

#include "ui/widgets/layouts.h"
#include "ui/window/rooms/view_dock.h"

#include <QApplication>
#include <QEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionTab>
#include <QTabBar>

#include <array>
#include <set>
#include <utility>

namespace headlight {

namespace {

constexpr std::array kSigns{SignButton::Sign::kToCentre, SignButton::Sign::kFloat, SignButton::Sign::kClose};

constexpr int kEnd = 3, kGapAtTabs = 1; ///< beside the buttons, between them

/// The width that a tab has, or would have if it were visible.
int widthOf(const QTabBar& bar, int tab)
{
    struct Open : QTabBar
    {
        using QTabBar::tabSizeHint;
    };
    return (bar.*&Open::tabSizeHint)(tab).width();
}

} // namespace

DockTabs::DockTabs(QTabBar& bar, QWidget& area)
    : QFrame(&area)
    , m_bar(&bar)
    , m_list(new SignButton(SignButton::Sign::kList, DockTitle::words(SignButton::Sign::kList)))
{
    auto* const row = makeRow(this, {kEnd, 1, kEnd, 1}, kGapAtTabs);
    row->addWidget(m_list);
    connect(m_list, &SignButton::clicked, this, &DockTabs::showList);
    for (const SignButton::Sign sign : kSigns) {
        auto* const button = new SignButton(sign, DockTitle::words(sign));
        button->drawIf([this] {
            return underMouse() || (m_bar != nullptr && m_bar->underMouse()) || hasKeyboard(front());
        });
        row->addWidget(button);
        m_buttons.push_back(button);
        connect(button, &SignButton::clicked, this, [this, sign] { click(sign); });
    }
    hide();
    setAttribute(Qt::WA_Hover);
    connect(qApp, &QApplication::focusChanged, this, qOverload<>(&QWidget::update));
    bar.setProperty("listed", true); // style sheet: no scroll arrows
    bar.installEventFilter(this);
    for (ViewDock* const each : area.findChildren<ViewDock*>(QString(), Qt::FindDirectChildrenOnly))
        each->installEventFilter(this);
    connect(&bar, &QTabBar::currentChanged, this, &DockTabs::place);
    // Keys such as F12 are for the view that was chosen last. It is not visible before the click is over.
    connect(&bar, &QTabBar::tabBarClicked, this, &DockTabs::giveKeyboard, Qt::QueuedConnection);
    connect(&bar, &QObject::destroyed, this, &QObject::deleteLater);
    connect(&bar, &QTabBar::tabBarDoubleClicked, this, [this](int tab) {
        if (ViewDock* const pressed = dock(tab))
            pressed->title().click(SignButton::Sign::kToCentre);
    });
}

// Qt stores the address of the dock in each tab's data.
ViewDock* DockTabs::dock(int tab) const
{
    if (m_bar == nullptr)
        return nullptr;
    const auto address = m_bar->tabData(tab).toULongLong();
    for (ViewDock* const each :
         parentWidget()->findChildren<ViewDock*>(QString(), Qt::FindDirectChildrenOnly))
        if (reinterpret_cast<quintptr>(static_cast<QObject*>(each)) == address
            || reinterpret_cast<quintptr>(static_cast<QWidget*>(each)) == address)
            return each;
    return nullptr;
}

ViewDock* DockTabs::front() const
{
    return m_bar == nullptr ? nullptr : dock(m_bar->currentIndex());
}

void DockTabs::giveKeyboard(int tab)
{
    if (const ViewDock* const chosen = dock(tab); chosen != nullptr && chosen->widget() != nullptr)
        chosen->widget()->setFocus();
}

bool DockTabs::isInUse() const
{
    return m_bar != nullptr && !m_bar->isHidden() && m_bar->count() > 1;
}

void DockTabs::place()
{
    if (std::exchange(m_placing, true))
        return;
    const ViewDock* const dock = front();
    const bool seen = isInUse() && dock != nullptr;
    setVisible(seen);
    if (seen) {
        // The dock layout keeps giving the tabs the whole width.
        int tabs = 0;
        for (int tab = 0; tab < m_bar->count(); ++tab)
            tabs += widthOf(*m_bar, tab);
        int buttons = 2 * kEnd - kGapAtTabs;
        for (const SignButton* const button : m_buttons)
            buttons += button->sizeHint().width() + kGapAtTabs;
        // The list does what the buttons do, and has the tabs for which there is no room.
        const bool listed = tabs > dock->width() - buttons;
        for (SignButton* const button : m_buttons)
            button->setVisible(!listed);
        m_list->setVisible(listed);
        showWhole(dock->width() - sizeHint().width());
        const int own = sizeHint().width();
        const QRect whole(dock->x(), m_bar->y(), dock->width(), m_bar->height());
        const bool mirrored = layoutDirection() == Qt::RightToLeft;
        m_bar->setGeometry(whole.adjusted(mirrored ? own : 0, 0, mirrored ? 0 : -own, 0));
        setGeometry(mirrored ? whole.left() : whole.right() + 1 - own, whole.top(), own, whole.height());
        raise();
    }
    m_placing = false;
}

void DockTabs::showWhole(int room)
{
    const int current = m_bar->currentIndex();
    room -= widthOf(*m_bar, current);
    for (int tab = 0; tab < m_bar->count(); ++tab) {
        if (tab != current)
            room -= widthOf(*m_bar, tab);
        const bool fits = tab == current || room >= 0;
        if (m_bar->isTabVisible(tab) != fits)
            m_bar->setTabVisible(tab, fits);
    }
}

void DockTabs::click(SignButton::Sign sign)
{
    if (ViewDock* const dock = front())
        dock->title().click(sign);
}

void DockTabs::showList()
{
    QMenu menu(this);
    for (int tab = 0; tab < m_bar->count(); ++tab) {
        QAction* const view = menu.addAction(m_bar->tabText(tab));
        view->setCheckable(true);
        view->setChecked(tab == m_bar->currentIndex());
        connect(view, &QAction::triggered, this, [this, tab] {
            m_bar->setCurrentIndex(tab);
            giveKeyboard(tab);
        });
    }
    menu.addSeparator();
    for (const SignButton::Sign sign : kSigns)
        connect(menu.addAction(DockTitle::words(sign)), &QAction::triggered, this,
                [this, sign] { click(sign); });
    menu.exec(m_list->mapToGlobal(QPoint(0, m_list->height())));
}

bool DockTabs::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Enter:
    case QEvent::Leave:
        update();
        break;
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::ShowToParent:
    case QEvent::HideToParent:
        if (watched == m_bar || watched == front())
            place();
        break;
    default:
        break;
    }
    return QFrame::eventFilter(watched, event);
}

// Continues the line below the tabs.
void DockTabs::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QStyleOptionTabBarBase line;
    line.initFrom(this);
    const int high = style()->pixelMetric(QStyle::PM_TabBarBaseOverlap, nullptr, m_bar);
    line.rect.setTop(height() - high);
    style()->drawPrimitive(QStyle::PE_FrameTabBarBase, &line, &painter, m_bar);
}

DockBars::DockBars(QMainWindow& area)
    : m_area(area)
{ }

// With many docks Qt cuts the titles of tabs to a letter or two. Fewer whole titles are more useful.
void DockBars::settle()
{
    std::set<const ViewDock*> tabbed;
    for (QTabBar* bar : m_area.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        // Qt leaves the empty bar of a group without docks, which would draw its line and take the mouse.
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
    for (ViewDock* const dock : m_area.findChildren<ViewDock*>(QString(), Qt::FindDirectChildrenOnly))
        dock->title().setGone(!dock->isFloating() && tabbed.contains(dock));
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
