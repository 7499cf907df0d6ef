#include "ui/window/rooms/dock_area.h"

#include "ui/window/rooms/arranging.h"
#include "ui/window/rooms/centre_frame.h"
#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/view_actions.h"
#include "ui/window/rooms/view_dock.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QLayout>
#include <QMouseEvent>
#include <QScrollArea>

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
    , m_places(new ViewPlaces(context, *this))
    , m_actions(new ViewActions(this))
    , m_bars(*this)
{
    const Change change(*this);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCentralWidget(m_frame);
    setMenuWidget(m_strip); // across the whole width, above all docks
    connect(m_frame, &CentreFrame::backClicked, this, &DockArea::leaveCentre);
    for (std::size_t i = 0; i < m_places->all().size(); ++i)
        connectDock(i);
    connect(m_places, &ViewPlaces::made, this, [this](const TraceView* view) {
        connect(view, &TraceView::viewWanted, this, &DockArea::showView);
        connect(view, &TraceView::needsChanged, this, &DockArea::changed);
    });
    connect(m_actions, &ViewActions::triggered, this, &DockArea::toggle);
    // The heatmap has commands and the figure, in whatever room.
    m_places->make(*find(view_ids::kHeatmap));
    arrange(arrangementOf(RoomId::kExplore));
    setLeastSizes();
}

void DockArea::setLeastSizes()
{
    const QSize least(kCentreLetters * fontMetrics().averageCharWidth(), kCentreHeight);
    m_frame->setMinimumSize(least);
    if (const ViewPlace* const heatmap = find(view_ids::kHeatmap))
        heatmap->content->setMinimumSize(least);
}

// A title below its tab would say the same again.
void DockArea::settleTabs()
{
    const std::set<const ViewDock*> tabbed = m_bars.settle();
    for (const ViewPlace& place : m_places->all())
        if (place.dock != nullptr)
            place.dock->title().setGone(!place.dock->isFloating() && tabbed.contains(place.dock));
}

// The base class hides the docks, which tells this class.
DockArea::~DockArea()
{
    hide();
}

const std::vector<QAction*>& DockArea::viewActions() const
{
    return m_actions->all();
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
        for (const ViewPlace& place : m_places->all())
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

void DockArea::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    m_places->makeRestSoon();
}

void DockArea::makeSeenViews()
{
    for (ViewPlace& place : m_places->all())
        if (place.dock != nullptr && isOpen(place) && !place.dock->isBehindTab())
            m_places->make(place);
}

bool DockArea::isMade(ViewId id) const
{
    const ViewPlace* const place = find(id);
    return place != nullptr && place->view != nullptr;
}

void DockArea::connectDock(std::size_t number)
{
    const ViewPlace& place = m_places->all()[number];
    ViewDock* const dock = place.dock;
    connect(dock, &QDockWidget::visibilityChanged, this, [this, number](bool inFront) {
        m_places->all()[number].inFront = inFront;
        changed();
    });
    connect(dock->toggleViewAction(), &QAction::toggled, this, &DockArea::changed);
    connect(dock, &ViewDock::moved, this, [this] {
        if (m_changing == 0)
            emit rearranged();
    });
    connect(dock, &ViewDock::centreWanted, this, [this, id = place.descriptor->id] { toggleCentre(id); });
}

void DockArea::addPage(const QString& id, QWidget* page)
{
    QWidget* const content = scrolling(page, m_frame);
    content->hide();
    m_places->addPage(id, content);
}

bool DockArea::isOpen(const ViewPlace& place) const
{
    return place.id == m_centre || (place.dock != nullptr && !place.dock->isHidden());
}

bool DockArea::knows(ViewId id) const
{
    const ViewPlace* const place = find(id);
    return place != nullptr && (isOpen(*place) || m_known.contains(place->id));
}

void DockArea::changed()
{
    if (m_changing > 0) {
        m_pending = true;
        return;
    }
    std::size_t number = 0;
    for (QAction* const action : m_actions->all())
        action->setChecked(isOpen(m_places->all()[number++]));
    makeSeenViews();
    showAcross();
    emit needsChanged();
}

// A key may come while the mouse is dragging a dock, a tab or a border. Qt then keeps a gap for the dock, the
// number of the tab, and the docks from before the border moved: if docks change meanwhile, they appear and
// are freed twice, and the tab is looked up among fewer.
void DockArea::endDrags()
{
    for (const ViewPlace& place : m_places->all())
        if (place.dock != nullptr)
            place.dock->endDrag();
    m_bars.endDrags();
    if (!std::exchange(m_onBorder, false))
        return;
    QMouseEvent release(QEvent::MouseButtonRelease, {}, mapToGlobal(QPointF()), Qt::LeftButton, Qt::NoButton,
                        Qt::NoModifier);
    QMainWindow::event(&release);
}

void DockArea::toggle(ViewId id, bool byKey)
{
    endDrags();
    if (id.name() == m_centre || !knows(id)) {
        showView(id);
        changed();
        return;
    }
    ViewDock& dock = *dockOf(id.name());
    // A dock behind another tab is not hidden, but the user asks to see it.
    const bool behind = !dock.isHidden() && !isSeen(id);
    // The same applies to its key when the focus is elsewhere; pressed again, the key closes the dock.
    const bool elsewhere = byKey && !(viewInFocus() == id);
    if (dock.isHidden() || behind || elsewhere) {
        showView(id);
    } else {
        dock.hide();
        // Do not leave the focus to whichever part comes next: F12 would move that to the centre.
        if (const ViewPlace* const centre = m_places->find(m_centre); byKey && centre != nullptr)
            centre->content->setFocus();
    }
    changed();
    emit rearranged();
}

void DockArea::raise(ViewId id)
{
    ViewPlace* const place = find(id);
    if (place == nullptr || place->id == m_centre)
        return;
    if (!knows(id)) {
        emit viewElsewhere(id);
        return;
    }
    endDrags();
    if (m_alone)
        bringBack();
    m_places->make(*place);
    if (place->id == m_centre)
        return;
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
    for (const ViewPlace& other : m_places->all())
        if (other.dock != &dock && isInDock(other.dock) && dockWidgetArea(other.dock) == side) {
            tabifyDockWidget(other.dock, &dock);
            return;
        }
}

void DockArea::showView(ViewId id)
{
    raise(id);
    if (ViewPlace* const place = find(id); place != nullptr && isOpen(*place)) {
        m_places->make(*place);
        place->view->setFocus();
    }
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
    const ViewPlace* const place = find(id);
    if (place == nullptr)
        return false;
    return place->id == m_centre ? place->view->isVisible()
                                 : place->dock != nullptr && place->dock->isVisible() && place->inFront;
}

TraceView* DockArea::view(ViewId id)
{
    ViewPlace* const place = find(id);
    if (place == nullptr)
        return nullptr;
    m_places->make(*place);
    return place->view;
}

TraceView* DockArea::centre() const
{
    const ViewPlace* const place = m_places->find(m_centre);
    return place == nullptr ? nullptr : place->view;
}

const ViewDescriptor* DockArea::centreEntry() const
{
    const ViewPlace* const place = m_places->find(m_centre);
    return place == nullptr ? nullptr : place->descriptor;
}

std::function<FigureRequest()> DockArea::figure() const
{
    return find(view_ids::kHeatmap)->figure;
}

QWidget* DockArea::centreWidget() const
{
    const ViewPlace* const place = m_places->find(m_centre);
    return place == nullptr ? nullptr : place->content;
}

QWidget* DockArea::holder(ViewId id) const
{
    const ViewPlace* const place = find(id);
    if (place == nullptr)
        return nullptr;
    return place->id == m_centre ? place->content : static_cast<QWidget*>(place->dock);
}

ViewId DockArea::viewInFocus() const
{
    const QWidget* const focused = QApplication::focusWidget();
    const ViewPlace* found = m_places->find(m_centre);
    for (const ViewPlace& place : m_places->all())
        if (place.view != nullptr && focused != nullptr
            && (place.view == focused || place.view->isAncestorOf(focused)
                || (place.id == m_lent && m_strip->isAncestorOf(focused))))
            found = &place;
    return found == nullptr || found->descriptor == nullptr ? ViewId() : found->descriptor->id;
}

std::vector<QWidget*> DockArea::parts() const
{
    std::vector<QWidget*> found;
    for (const ViewPlace& place : m_places->all())
        if (place.content != nullptr
            && (place.id == m_centre || (isInDock(place.dock) && place.inFront && place.dock->isVisible())))
            found.push_back(place.content);
    const auto left = [this](const QWidget* part) { return part->mapTo(this, QPoint()).x(); };
    std::stable_sort(found.begin(), found.end(),
                     [&](const QWidget* a, const QWidget* b) { return left(a) < left(b); });
    if (m_strip->isVisible())
        found.insert(found.begin(), m_strip);
    return found;
}

SiteSet DockArea::needs() const
{
    SiteSet all;
    for (const ViewPlace& place : m_places->all()) {
        if (place.view != nullptr && place.view->isVisible() && (place.id == m_centre || place.inFront))
            all = all | place.descriptor->needs | place.view->needs();
    }
    return all;
}

bool DockArea::isSmall() const
{
    return isVisible() && headlight::isSmall({width() - m_borrowedWidth, height()}, fontMetrics());
}

void DockArea::setCentre(const QString& id)
{
    ViewPlace* const next = m_places->find(id);
    if (next == nullptr || id == m_centre)
        return;
    m_places->make(*next);
    const ViewPlace* const last = m_places->find(m_centre);
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

// Only for a view that has taken another's place, and not while a presentation shows nothing else.
void DockArea::showTitle()
{
    const ViewPlace* const place = m_places->find(m_centre);
    const bool away = m_centre != m_home && !m_alone && place != nullptr && place->descriptor != nullptr;
    m_frame->setTitle(away ? viewTitle(*place->descriptor) : QString());
}

void DockArea::enlarge()
{
    setAlone(true);
    if (const ViewDescriptor* const view = centreEntry())
        m_frame->setTitle(viewTitle(*view));
}

// A part of a view is above the docks only while the view itself is visible.
void DockArea::showAcross()
{
    ViewPlace* const place = m_places->find(m_across);
    if (place != nullptr && isOpen(*place))
        m_places->make(*place);
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
    for (const ViewPlace& place : m_places->all())
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
    const ViewPlace* const place = m_places->find(id);
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
        if (ViewPlace* const place = m_places->find(each.view); place != nullptr && place->dock != nullptr) {
            m_known << each.view;
            auto& spot = spots[spotIn(arrangement, each.spot, isSmall())];
            if (spot.isEmpty())
                m_places->make(*place); // it will be in front
            spot << place->dock;
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
    RoomLayout layout = m_alone ? m_beforeAlone : RoomLayout();
    layout.home = m_home;
    layout.centre = m_centre;
    if (m_alone)
        return layout;
    layout.open = openViews();
    layout.docks = saveState(kLayoutVersion);
    layout.sizes = sizesIn(*this, docksOf(layout.open));
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
    setCentre(m_places->find(layout.centre) != nullptr ? layout.centre : m_home);
    if (!layout.open.isEmpty()) // older states do not say what is open
        for (const ViewPlace& place : m_places->all())
            if (place.dock != nullptr && !layout.open.contains(place.id))
                m_known.contains(place.id) ? place.dock->hide() : takeOut(*place.dock);
    if (isVisible())
        refit(*this, docksOf(layout.open), layout.sizes);
    showTitle();
    if (m_centre != m_home)
        enlarge();
    m_pending = true;
    return true;
}

QList<QDockWidget*> DockArea::docksOf(const QStringList& views) const
{
    QList<QDockWidget*> docks;
    for (const QString& view : views)
        docks << (isInDock(dockOf(view)) ? dockOf(view) : nullptr);
    return docks;
}

QStringList DockArea::openViews() const
{
    QStringList open;
    for (const ViewPlace& place : m_places->all())
        if (place.dock != nullptr && !place.dock->isHidden())
            open << place.id;
    return open;
}

void DockArea::showOnly(const QStringList& open)
{
    const Change change(*this);
    for (const ViewPlace& place : m_places->all()) {
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
    const ViewPlace* const place = find(id);
    if (place == nullptr)
        return;
    if (place->id == m_centre && isCentred()) {
        bringBack();
    } else {
        putInCentre(place->id);
        enlarge();
        place->view->setFocus();
    }
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
    const ViewPlace* const place = m_places->find(id);
    if (place == nullptr || place->id == m_centre)
        return;
    const ViewPlace* const home = m_places->find(m_home);
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
    const ViewPlace* const away = m_places->find(m_centre);
    const ViewPlace* const home = m_places->find(m_home);
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
        m_beforeAlone = layout();
        for (const ViewPlace& place : m_places->all())
            if (isInDock(place.dock))
                place.dock->hide();
    } else {
        restoreDocks(m_beforeAlone.docks);
    }
    m_alone = alone;
    showTitle();
    m_pending = true;
}

} // namespace headlight
