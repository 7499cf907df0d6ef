#include "ui/window/dock_area.h"

#include "core/trace/trace.h"
#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QKeySequence>
#include <QScrollArea>
#include <QSplitter>
#include <QTabBar>

#include <algorithm>
#include <map>
#include <utility>

namespace headlight {

namespace {

// Shares of the width that the sides get at the first start; the centre gets the rest.
constexpr double kLeftPart = 0.21;
constexpr double kRightPart = 0.30;
// Large text needs more: room for this many letters, as long as the centre stays the widest.
constexpr double kLeftMost = 0.23, kRightMost = 0.38;
constexpr int kLeftLetters = 24, kRightLetters = 40;
constexpr int kCentreLetters = 38; ///< so that the name of a head is never cut
constexpr int kBottomHeight = 240;
constexpr int kTopHeight = 170;
const QSize kSmallest{180, 90};
// Heights of two docks above one another, as a proportion.
constexpr int kFirstShare = 2;
constexpr int kSecondShare = 5;
constexpr int kFewLines = 22; ///< of text; below that a side has room for one dock only
constexpr int kLargeText = 26; ///< pixels per line; from here on the first dock gets nearly half

bool isSide(Qt::DockWidgetArea area)
{
    return area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
}

int firstSize(Qt::DockWidgetArea area, int width, int letter)
{
    const bool left = area == Qt::LeftDockWidgetArea;
    const auto part = [width](double share) { return static_cast<int>(width * share); };
    if (isSide(area))
        return std::max(
            part(left ? kLeftPart : kRightPart),
            std::min(part(left ? kLeftMost : kRightMost), letter * (left ? kLeftLetters : kRightLetters)));
    return area == Qt::TopDockWidgetArea ? kTopHeight : kBottomHeight;
}

/// The view in a scroll area, which can be smaller than the view. Otherwise the minimum sizes of several
/// views could add up to more than the screen, and large text would squeeze them.
QScrollArea* scrolling(TraceView* view, QWidget* parent)
{
    auto* scroll = new QScrollArea(parent);
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it takes the keys
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setMinimumSize(kSmallest);
    scroll->setWidget(view);
    scroll->setFocusProxy(view);
    return scroll;
}

} // namespace

QString viewTitle(const ViewDescriptor& descriptor)
{
    return QCoreApplication::translate("View", descriptor.title);
}

DockArea::DockArea(const ViewContext& context, QWidget* parent)
    : QMainWindow(parent, Qt::Widget)
{
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    auto* centre = new QSplitter(Qt::Vertical, this);
    centre->setChildrenCollapsible(false);
    setCentralWidget(centre);
    for (const ViewDescriptor& descriptor : viewRegistry()) {
        const MadeView made = descriptor.create(context, this);
        Place place{&descriptor, made.view, nullptr, nullptr};
        if (!m_figure)
            m_figure = made.figure;
        connect(place.view, &TraceView::viewWanted, this, &DockArea::showView);
        connect(place.view, &TraceView::needsChanged, this, &DockArea::needsChanged);
        place.view->setObjectName(descriptor.id.name());
        place.view->setAccessibleName(viewTitle(descriptor));
        if (descriptor.area == Qt::NoDockWidgetArea) {
            centre->addWidget(scrolling(place.view, centre));
            if (m_centre == nullptr)
                m_centre = place.view;
        } else {
            addDock(place);
        }
        addAction(place);
        m_places.push_back(place);
    }
    centre->setMinimumWidth(kCentreLetters * fontMetrics().averageCharWidth());
    arrange();
}

// With many docks Qt cuts the titles of tabs to a letter or two. Whole titles that scroll are more useful.
bool DockArea::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) {
        for (QTabBar* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            // Each of these requests another layout, so do it only once.
            if (bar->elideMode() != Qt::ElideNone)
                bar->setElideMode(Qt::ElideNone);
            if (!bar->usesScrollButtons())
                bar->setUsesScrollButtons(true);
        }
    }
    // A dock keeps the font that the application had when the dock was made, and goes on drawing its title
    // with it even after it is given the application's new font. A letter spacing of zero pixels (instead of
    // zero per cent) makes that a different font that looks the same.
    if (event->type() == QEvent::FontChange) {
        centralWidget()->setMinimumWidth(kCentreLetters * fontMetrics().averageCharWidth());
        QFont own = font();
        own.setLetterSpacing(QFont::AbsoluteSpacing, 0);
        for (const Place& place : m_places)
            if (place.dock != nullptr)
                place.dock->setFont(own);
    }
    return QMainWindow::event(event);
}

const DockArea::Place* DockArea::find(ViewId id) const
{
    const auto found = std::find_if(m_places.begin(), m_places.end(),
                                    [id](const Place& place) { return place.descriptor->id == id; });
    return found == m_places.end() ? nullptr : &*found;
}

void DockArea::raise(ViewId id)
{
    if (const Place* const place = find(id); place != nullptr && place->dock != nullptr) {
        place->dock->show();
        place->dock->raise();
    }
}

void DockArea::showView(ViewId id)
{
    raise(id);
    if (const Place* const place = find(id); place != nullptr)
        place->view->setFocus();
}

void DockArea::addDock(Place& place)
{
    place.dock = new QDockWidget(viewTitle(*place.descriptor), this);
    place.dock->setObjectName(QLatin1String("dock.") + place.descriptor->id.name());
    place.dock->setWidget(scrolling(place.view, place.dock));
    addDockWidget(place.descriptor->area, place.dock);
    connect(place.dock, &QDockWidget::visibilityChanged, this, &DockArea::needsChanged);
}

void DockArea::addAction(Place& place)
{
    place.action = new QAction(viewTitle(*place.descriptor), this);
    place.action->setObjectName(QLatin1String("view.") + place.descriptor->id.name());
    place.action->setShortcut(QKeySequence(QLatin1String(place.descriptor->shortcut)));
    m_actions.push_back(place.action);
    if (place.dock == nullptr) {
        connect(place.action, &QAction::triggered, place.view, [view = place.view] { view->setFocus(); });
        return;
    }
    place.action->setCheckable(true);
    place.action->setChecked(place.descriptor->atFirst);
    place.action->installEventFilter(this);
    QAction* const own = place.dock->toggleViewAction();
    connect(own, &QAction::toggled, place.action, &QAction::setChecked);
    connect(place.action, &QAction::triggered, this, [this, place] { toggle(place); });
}

bool DockArea::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Shortcut)
        m_byKey = true;
    return QMainWindow::eventFilter(watched, event);
}

void DockArea::toggle(const Place& place)
{
    // A dock behind another tab is not hidden, but whoever asks for it wants to see it.
    const bool hidden = place.dock->isHidden();
    const bool behind = !hidden && place.view->visibleRegion().isEmpty();
    // The same goes for its key, pressed while working elsewhere; pressed again, the key closes the dock.
    const QWidget* const focused = QApplication::focusWidget();
    const bool elsewhere = std::exchange(m_byKey, false)
        && (focused == nullptr || !(place.dock == focused || place.dock->isAncestorOf(focused)));
    const bool wanted = hidden || behind || elsewhere;
    place.dock->setVisible(wanted);
    if (wanted) {
        place.dock->raise();
        place.view->setFocus();
    }
    place.action->setChecked(!place.dock->isHidden());
}

TraceView* DockArea::view(ViewId id) const
{
    const Place* const place = find(id);
    return place == nullptr ? nullptr : place->view;
}

QWidget* DockArea::holder(ViewId id) const
{
    const Place* const place = find(id);
    if (place == nullptr)
        return nullptr;
    return place->dock != nullptr ? static_cast<QWidget*>(place->dock) : place->view;
}

SiteSet DockArea::needs() const
{
    SiteSet all;
    for (const Place& place : m_places) {
        if (place.view->isVisible())
            all = all | place.descriptor->needs | place.view->needs();
    }
    return all;
}

void DockArea::arrange()
{
    const bool cramped = isVisible() && height() < kFewLines * fontMetrics().lineSpacing();
    std::map<Qt::DockWidgetArea, QList<QDockWidget*>> columns;
    for (const Place& place : m_places) {
        if (place.dock == nullptr)
            continue;
        const Qt::DockWidgetArea area = place.descriptor->area;
        QList<QDockWidget*>& column = columns[area];
        place.dock->setFloating(false);
        addDockWidget(area, place.dock, isSide(area) ? Qt::Vertical : Qt::Horizontal);
        place.dock->show();
        // Two beside each other have enough room, more have not: further ones are tabs of the second. Where
        // large text leaves few lines, two have not either.
        if (column.size() >= (cramped ? 1 : 2))
            tabifyDockWidget(column.last(), place.dock);
        column << place.dock;
    }
    for (const Place& place : m_places) {
        if (place.dock != nullptr)
            place.dock->setVisible(place.descriptor->atFirst);
    }
    for (const auto& [area, column] : columns)
        sizeColumn(area, column, cramped);
}

void DockArea::sizeColumn(Qt::DockWidgetArea area, const QList<QDockWidget*>& column, bool cramped)
{
    const Qt::Orientation along = isSide(area) ? Qt::Vertical : Qt::Horizontal;
    if (column.size() >= 2)
        column.at(1)->raise();
    if (column.size() >= 2 && !cramped) {
        // What a few lines of large text leave over must still be of use.
        const bool large = fontMetrics().height() > kLargeText;
        resizeDocks({column.at(0), column.at(1)},
                    large ? QList<int>{kSecondShare, kSecondShare + 1}
                          : QList<int>{kFirstShare, kSecondShare},
                    along);
    }
    resizeDocks({column.first()}, {firstSize(area, width(), fontMetrics().averageCharWidth())},
                along == Qt::Vertical ? Qt::Horizontal : Qt::Vertical);
}

QStringList DockArea::openViews() const
{
    QStringList open;
    for (const Place& place : m_places) {
        if (place.dock != nullptr && !place.dock->isHidden())
            open << place.descriptor->id.name();
    }
    return open;
}

void DockArea::showViews(const QStringList& open, const QByteArray& layout)
{
    if (layout.isEmpty() && open.isEmpty())
        return;
    if (!restoreLayout(layout))
        arrange();
    for (const Place& place : m_places) {
        if (place.dock != nullptr)
            place.dock->setVisible(open.contains(place.descriptor->id.name()));
    }
}

} // namespace headlight
