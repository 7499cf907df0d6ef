#include "ui/window/dock_area.h"

#include "ui/window/rooms/across_strip.h"
#include "ui/window/rooms/arranging.h"
#include "ui/window/rooms/centre_frame.h"
#include "ui/window/rooms/dock_tabs.h"
#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/view_dock.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QEvent>
#include <QKeySequence>
#include <QLayout>
#include <QMouseEvent>
#include <QScrollArea>
#include <QTabBar>

#include <algorithm>
#include <set>
#include <utility>

namespace headlight {

namespace {

// The centre, and a heatmap in a dock, are never smaller, so that the name of a head is not cut.
constexpr int kCentreLetters = 38;
constexpr int kCentreHeight = 180;

bool isInDock(const ViewDock* dock)
{
    return dock != nullptr && dock->isInWindow();
}

} // namespace

QString viewTitle(const ViewDescriptor& descriptor)
{
    return QCoreApplication::translate("View", descriptor.title);
}

QString viewLine(const ViewDescriptor& descriptor)
{
    return QCoreApplication::translate("View", descriptor.line);
}

DockArea::Change::Change(DockArea& area)
    : m_area(area)
{
    if (m_area.m_changing++ == 0) {
        m_area.setUpdatesEnabled(false);
        m_area.setAnimated(false);
        m_area.endDrags();
    }
}

DockArea::Change::~Change()
{
    if (--m_area.m_changing > 0)
        return;
    m_area.setAnimated(true);
    m_area.setUpdatesEnabled(true);
    if (std::exchange(m_area.m_pending, false))
        m_area.changed();
}

DockArea::DockArea(const ViewContext& context, QWidget* parent)
    : QMainWindow(parent, Qt::Widget)
    , m_frame(new CentreFrame(this))
    , m_strip(new AcrossStrip(this))
{
    const Change change(*this);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCentralWidget(m_frame);
    setMenuWidget(m_strip); // across the whole width, above all docks
    connect(m_frame, &CentreFrame::backClicked, this, &DockArea::leaveCentre);
    for (const ViewDescriptor& descriptor : viewRegistry()) {
        const MadeView made = descriptor.create(context, this);
        if (!m_figure)
            m_figure = made.figure;
        connect(made.view, &TraceView::viewWanted, this, &DockArea::showView);
        connect(made.view, &TraceView::needsChanged, this, &DockArea::changed);
        made.view->setObjectName(descriptor.id.name());
        made.view->setAccessibleName(viewTitle(descriptor));
        Place place;
        place.id = descriptor.id.name();
        place.descriptor = &descriptor;
        place.view = made.view;
        place.across = made.across;
        m_places.push_back(place);
    }
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        makeDock(i);
        makeAction(i);
    }
    arrange(arrangementOf(RoomId::kExplore));
    setLeastSizes();
}

void DockArea::setLeastSizes()
{
    const QSize least(kCentreLetters * fontMetrics().averageCharWidth(), kCentreHeight);
    m_frame->setMinimumSize(least);
    if (const Place* const heatmap = find(view_ids::kHeatmap))
        heatmap->content->setMinimumSize(least);
}

// With many docks Qt cuts the titles of tabs to a letter or two. Whole titles that scroll are more useful.
void DockArea::settleTabs()
{
    std::set<const ViewDock*> tabbed;
    for (QTabBar* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
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
            tabs = new DockTabs(*bar, *this);
        tabs->place();
        for (int tab = 0; tabs->isInUse() && tab < bar->count(); ++tab)
            tabbed.insert(tabs->dock(tab));
    }
    // A title below its tab would say the same again.
    for (const Place& place : m_places)
        if (place.dock != nullptr)
            place.dock->title().setGone(!place.dock->isFloating() && tabbed.contains(place.dock));
}

bool DockArea::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        settleTabs();
    // A dock keeps the font that the application had when the dock was made, and goes on drawing its title
    // with it even after it is given the application's new font. A letter spacing of zero pixels (instead of
    // zero per cent) makes that a different font that looks the same.
    if (event->type() == QEvent::FontChange) {
        setLeastSizes();
        QFont own = font();
        own.setLetterSpacing(QFont::AbsoluteSpacing, 0);
        for (const Place& place : m_places)
            if (place.dock != nullptr)
                place.dock->setFont(own);
    }
    if (event->type() == QEvent::MouseButtonPress)
        m_onBorder = isSeparator(static_cast<QMouseEvent*>(event)->position().toPoint());
    const bool done = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonRelease && std::exchange(m_onBorder, false))
        emit rearranged();
    return done;
}

void DockArea::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    emit resized();
}

DockArea::Place* DockArea::find(const QString& id)
{
    const auto found = std::find_if(m_places.begin(), m_places.end(),
                                    [&id](const Place& place) { return place.id == id; });
    return found == m_places.end() ? nullptr : &*found;
}

const DockArea::Place* DockArea::find(const QString& id) const
{
    return const_cast<DockArea*>(this)->find(id); // NOLINT(*-const-cast): find() changes nothing
}

void DockArea::makeDock(std::size_t number)
{
    Place& place = m_places[number];
    auto* const dock = new ViewDock(place.id, viewTitle(*place.descriptor), this);
    place.content = scrolling(place.view, dock);
    dock->setWidget(place.content);
    place.dock = dock;
    connect(dock, &QDockWidget::visibilityChanged, this, [this, number](bool inFront) {
        m_places[number].inFront = inFront;
        changed();
    });
    connect(dock->toggleViewAction(), &QAction::toggled, this, &DockArea::changed);
    connect(dock, &ViewDock::moved, this, [this] {
        if (m_changing == 0)
            emit rearranged();
    });
    connect(dock, &ViewDock::centreWanted, this, [this, id = place.descriptor->id] { toggleCentre(id); });
}

void DockArea::makeAction(std::size_t number)
{
    Place& place = m_places[number];
    place.action = new QAction(viewTitle(*place.descriptor), this);
    place.action->setObjectName(QLatin1String("view.") + place.id);
    place.action->setShortcut(QKeySequence(QLatin1String(place.descriptor->shortcut)));
    place.action->setToolTip(viewLine(*place.descriptor));
    place.action->setCheckable(true);
    place.action->installEventFilter(this);
    m_actions.push_back(place.action);
    connect(place.action, &QAction::triggered, this, [this, number] { toggle(m_places[number]); });
}

void DockArea::addPage(const QString& id, QWidget* page)
{
    Place place;
    place.id = id;
    place.content = scrolling(page, m_frame);
    place.content->hide();
    m_places.push_back(place);
}

bool DockArea::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Shortcut)
        m_byKey = true;
    return QMainWindow::eventFilter(watched, event);
}

bool DockArea::isOpen(const Place& place) const
{
    return place.id == m_centre || (place.dock != nullptr && !place.dock->isHidden());
}

bool DockArea::knows(ViewId id) const
{
    const Place* const place = find(id);
    return place != nullptr && (isOpen(*place) || m_known.contains(place->id));
}

void DockArea::changed()
{
    if (m_changing > 0) {
        m_pending = true;
        return;
    }
    for (const Place& place : m_places)
        if (place.action != nullptr)
            place.action->setChecked(isOpen(place));
    showAcross();
    emit needsChanged();
}

// A key may come while the mouse is dragging a dock, a tab or a border. Qt then keeps a gap for the dock, the
// number of the tab, and the docks from before the border moved: if docks change meanwhile, they appear and
// are freed twice, and the tab is looked up among fewer.
void DockArea::endDrags()
{
    for (const Place& place : m_places)
        if (place.dock != nullptr)
            place.dock->endDrag();
    for (QTabBar* const tabs : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        QMouseEvent release(QEvent::MouseButtonRelease, {-1, -1}, tabs->mapToGlobal(QPointF(-1, -1)),
                            Qt::LeftButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(tabs, &release);
    }
    if (!std::exchange(m_onBorder, false))
        return;
    QMouseEvent release(QEvent::MouseButtonRelease, {}, mapToGlobal(QPointF()), Qt::LeftButton, Qt::NoButton,
                        Qt::NoModifier);
    QMainWindow::event(&release);
}

void DockArea::toggle(const Place& place)
{
    endDrags();
    const bool byKey = std::exchange(m_byKey, false);
    if (place.id == m_centre || !knows(place.descriptor->id)) {
        showView(place.descriptor->id);
        changed();
        return;
    }
    // A dock behind another tab is not hidden, but the user asks to see it.
    const bool hidden = place.dock->isHidden();
    const bool behind = !hidden && !isSeen(place.descriptor->id);
    // The same applies to its key when the focus is elsewhere; pressed again, the key closes the dock.
    const bool elsewhere = byKey && !(viewInFocus() == place.descriptor->id);
    if (hidden || behind || elsewhere) {
        showView(place.descriptor->id);
    } else {
        place.dock->hide();
        // Do not leave the focus to whichever part comes next: F12 would move that to the centre.
        if (const Place* const centre = find(m_centre); byKey && centre != nullptr)
            centre->content->setFocus();
    }
    changed();
    emit rearranged();
}

void DockArea::raise(ViewId id)
{
    const Place* const place = find(id);
    if (place == nullptr || place->id == m_centre)
        return;
    if (!knows(id)) {
        emit viewElsewhere(id);
        return;
    }
    endDrags();
    setAlone(false);
    if (dockWidgetArea(place->dock) == Qt::NoDockWidgetArea && !place->dock->isFloating()) {
        const std::vector<RoomPlace>& places = place->descriptor->places;
        const Qt::DockWidgetArea side = dockSide(places.empty() ? RoomSpot::kRight : places.front().spot);
        addDockWidget(side, place->dock);
        if (isSmall())
            shareSide(side, *place->dock);
    }
    place->dock->show();
    place->dock->raise();
}

// In a small window, the docks of one side share a place.
void DockArea::shareSide(Qt::DockWidgetArea side, ViewDock& dock)
{
    for (const Place& other : m_places)
        if (other.dock != &dock && isInDock(other.dock) && dockWidgetArea(other.dock) == side) {
            tabifyDockWidget(other.dock, &dock);
            return;
        }
}

void DockArea::showView(ViewId id)
{
    raise(id);
    if (const Place* const place = find(id); place != nullptr && isOpen(*place))
        place->view->setFocus();
}

void DockArea::addView(ViewId id)
{
    m_known << id.name();
    showView(id);
    emit rearranged();
}

// A dock that its content covers wholly has no visible region of its own.
bool DockArea::isSeen(ViewId id) const
{
    const Place* const place = find(id);
    if (place == nullptr)
        return false;
    return place->id == m_centre ? place->view->isVisible()
                                 : place->dock != nullptr && place->dock->isVisible() && place->inFront;
}

TraceView* DockArea::view(ViewId id) const
{
    const Place* const place = find(id);
    return place == nullptr ? nullptr : place->view;
}

TraceView* DockArea::centre() const
{
    const Place* const place = find(m_centre);
    return place == nullptr ? nullptr : place->view;
}

QWidget* DockArea::centreWidget() const
{
    const Place* const place = find(m_centre);
    return place == nullptr ? nullptr : place->content;
}

QWidget* DockArea::holder(ViewId id) const
{
    const Place* const place = find(id);
    if (place == nullptr)
        return nullptr;
    return place->id == m_centre ? place->content : static_cast<QWidget*>(place->dock);
}

ViewId DockArea::viewInFocus() const
{
    const QWidget* const focused = QApplication::focusWidget();
    const Place* found = find(m_centre);
    for (const Place& place : m_places)
        if (place.view != nullptr && focused != nullptr
            && (place.view == focused || place.view->isAncestorOf(focused)
                || (place.id == m_lent && m_strip->isAncestorOf(focused))))
            found = &place;
    return found == nullptr || found->descriptor == nullptr ? ViewId() : found->descriptor->id;
}

SiteSet DockArea::needs() const
{
    SiteSet all;
    for (const Place& place : m_places) {
        if (place.descriptor != nullptr && place.view->isVisible() && (place.id == m_centre || place.inFront))
            all = all | place.descriptor->needs | place.view->needs();
    }
    return all;
}

bool DockArea::isSmall() const
{
    return isVisible() && isSmallFor(*this);
}

void DockArea::setCentre(const QString& id)
{
    Place* const next = find(id);
    if (next == nullptr || id == m_centre)
        return;
    const Place* const last = find(m_centre);
    m_centre = id;
    if (next->dock != nullptr) {
        next->dock->hide();
        next->dock->setWidget(nullptr);
    }
    m_frame->setContent(next->content);
    if (last != nullptr && last->dock != nullptr)
        last->dock->setWidget(last->content);
    m_pending = true;
}

// Only for a view that has taken another's place, and not if it has all the room.
void DockArea::showTitle()
{
    const Place* const place = find(m_centre);
    const bool away = m_centre != m_home && !m_alone && place != nullptr && place->descriptor != nullptr;
    m_frame->setTitle(away ? viewTitle(*place->descriptor) : QString());
}

// A part of a view is above the docks only while the view itself is visible.
void DockArea::showAcross()
{
    const Place* const place = find(m_across);
    const bool lends = place != nullptr && place->across && isOpen(*place);
    const QString lender = lends ? m_across : QString();
    if (lender == m_lent)
        return;
    m_lent = lender;
    m_strip->setLender(lends ? place->across : AcrossStrip::Lender());
}

// Takes all docks out of the layout, so that nothing remains of an earlier arrangement.
void DockArea::clearDocks()
{
    m_alone = false;
    for (const Place& place : m_places)
        if (place.dock != nullptr)
            takeOut(*place.dock);
}

// Qt remembers the place of a dock that is taken out, and whether it was hidden; the saved state of a later
// arrangement restores it that way. So hide it first.
void DockArea::takeOut(ViewDock& dock)
{
    if (dock.isFloating())
        dock.setFloating(false);
    dock.hide();
    removeDockWidget(&dock);
}

ViewDock* DockArea::dockOf(const QString& id) const
{
    const Place* const place = find(id);
    return place == nullptr ? nullptr : place->dock;
}

void DockArea::arrange(const Arrangement& arrangement)
{
    const Change change(*this);
    m_beforeCentre.reset();
    m_home = arrangement.centre;
    m_across = arrangement.across;
    m_known = {m_home};
    DockSpots spots;
    for (const Arrangement::Standing& each : arrangement.docks)
        if (ViewDock* const dock = dockOf(each.view)) {
            m_known << each.view;
            spots[spotIn(arrangement, each.spot, isSmall())] << dock;
        }
    layOutOnce([&] {
        clearDocks();
        setCentre(m_home);
        showTitle();
        placeDocks(*this, spots, isSmall());
        for (const QString& closed : arrangement.closed)
            if (ViewDock* const dock = dockOf(closed))
                dock->hide();
    });
    sizeSides(arrangement);
    m_pending = true;
}

void DockArea::sizeSides(const Arrangement& arrangement)
{
    DockSpots spots;
    for (const Arrangement::Standing& each : arrangement.docks)
        if (ViewDock* const dock = dockOf(each.view); isInDock(dock))
            spots[spotIn(arrangement, each.spot, isSmall())] << dock;
    sizeDocks(*this, spots, arrangement.shape, isSmall());
}

RoomLayout DockArea::layout() const
{
    RoomLayout layout;
    layout.home = m_home;
    layout.centre = m_centre;
    layout.open = m_alone ? m_hidden : openViews();
    layout.docks = m_alone ? m_aloneState : saveState(kLayoutVersion);
    return layout;
}

// Each dock that is shown would lay out all of them, and all that is in them, once more.
template <typename Work>
void DockArea::layOutOnce(const Work& work)
{
    QLayout& docks = *QMainWindow::layout();
    docks.setEnabled(false);
    work();
    docks.setEnabled(true);
    docks.activate();
}

// Qt 6.4 shows tab bars in a loop over a set; showing one activates the layout, which may change that very
// set. A disabled layout is not activated.
bool DockArea::restoreDocks(const QByteArray& state)
{
    bool done = false;
    layOutOnce([&] { done = restoreState(state, kLayoutVersion); });
    return done;
}

bool DockArea::restore(const RoomLayout& layout, const QStringList& known, const QString& across)
{
    const Change change(*this);
    m_beforeCentre.reset();
    const QByteArray before = saveState(kLayoutVersion);
    clearDocks();
    if (!layout.docks.isEmpty() && !restoreDocks(layout.docks)) {
        restoreDocks(before);
        return false;
    }
    m_known = known;
    m_across = across;
    m_home = layout.home;
    setCentre(find(layout.centre) != nullptr ? layout.centre : m_home);
    if (!layout.open.isEmpty()) // older states do not say what is open
        for (const Place& place : m_places)
            if (place.dock != nullptr && !layout.open.contains(place.id))
                m_known.contains(place.id) ? place.dock->hide() : takeOut(*place.dock);
    showTitle();
    m_pending = true;
    return true;
}

QStringList DockArea::openViews() const
{
    QStringList open;
    for (const Place& place : m_places)
        if (place.dock != nullptr && !place.dock->isHidden())
            open << place.id;
    return open;
}

void DockArea::showOnly(const QStringList& open)
{
    const Change change(*this);
    for (const Place& place : m_places) {
        if (place.descriptor == nullptr || place.id == m_centre)
            continue;
        if (!open.contains(place.id))
            place.dock->hide();
        else if (place.dock->isHidden()) {
            m_known << place.id;
            raise(place.descriptor->id);
        }
    }
}

void DockArea::toggleCentre(ViewId id)
{
    const Change change(*this);
    const Place* const place = find(id);
    if (place == nullptr)
        return;
    if (place->id == m_centre) {
        if (m_centre == m_home)
            setAlone(!m_alone);
        else
            bringBack();
        emit centreChanged();
        return;
    }
    putInCentre(place->id);
    place->view->setFocus();
    emit centreChanged();
}

void DockArea::leaveCentre()
{
    bringBack();
    emit centreChanged();
}

void DockArea::putInCentre(const QString& id)
{
    const Change change(*this);
    bringBack();
    const Place* const place = find(id);
    if (place == nullptr || place->id == m_centre)
        return;
    const Place* const home = find(m_home);
    ViewDock* const freed = home == nullptr ? nullptr : home->dock;
    const bool swaps = isInDock(place->dock) && freed != nullptr;
    const QByteArray before = saveState(kLayoutVersion);
    if (swaps)
        tabifyDockWidget(place->dock, freed);
    setCentre(place->id);
    showTitle();
    if (swaps) {
        freed->show();
        freed->raise();
    }
    m_beforeCentre = DocksBefore{before, openViews()};
}

void DockArea::bringBack()
{
    const Change change(*this);
    setAlone(false);
    if (m_centre == m_home)
        return;
    const Place* const away = find(m_centre);
    const Place* const home = find(m_home);
    const bool swapped = home != nullptr && isInDock(home->dock);
    const bool keyboard = away != nullptr && away->content->isAncestorOf(QApplication::focusWidget());
    // With the same docks as then, each gets its size back; else what the user has opened or closed stays.
    const auto before = std::exchange(m_beforeCentre, std::nullopt);
    const bool same = before && before->open == openViews();
    setCentre(m_home);
    showTitle();
    if (same)
        restoreDocks(before->state);
    const bool shows = away != nullptr && away->dock != nullptr && (swapped || away->dock->isFloating());
    if (shows) {
        away->dock->show();
        away->dock->raise();
    }
    // Qt would give the focus to whichever widget comes next, even one behind a tab.
    if (keyboard && shows)
        away->view->setFocus();
    else if (keyboard && home != nullptr)
        home->content->setFocus();
}

void DockArea::setAlone(bool alone)
{
    if (alone == m_alone)
        return;
    const Change change(*this);
    if (alone) {
        m_hidden = openViews();
        m_aloneState = saveState(kLayoutVersion);
        for (const Place& place : m_places)
            if (isInDock(place.dock))
                place.dock->hide();
    } else {
        restoreDocks(m_aloneState);
    }
    m_alone = alone;
    showTitle();
    m_pending = true;
}

} // namespace headlight
