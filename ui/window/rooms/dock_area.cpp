#include "ui/window/rooms/dock_area.h"

#include "ui/window/rooms/centre_frame.h"
#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/view_dock.h"

#include <QAction>
#include <QEvent>
#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

// The centre, and a heatmap in a dock, are never smaller, so that the name of a head is not cut.
constexpr int kCentreLetters = 38;
constexpr int kCentreHeight = 180;

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
    , m_bars(*this)
{
    const Change change(*this);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCentralWidget(m_frame);
    setMenuWidget(m_strip); // across the whole width, above all docks
    connect(m_frame, &CentreFrame::backClicked, this, &DockArea::leaveCentre);
    connect(m_places, &ViewPlaces::changed, this, &DockArea::changed);
    connect(m_places, &ViewPlaces::centreWanted, this, &DockArea::toggleCentre);
    connect(m_places, &ViewPlaces::moved, this, [this] {
        if (m_changing == 0)
            emit rearranged();
    });
    connect(this, &DockArea::rearranged, this, [this] { m_restored.reset(); });
    connect(m_places, &ViewPlaces::made, this, [this](const TraceView* view) {
        connect(view, &TraceView::viewWanted, this, &DockArea::showView);
        connect(view, &TraceView::needsChanged, this, &DockArea::changed);
    });
    connect(m_places, &ViewPlaces::triggered, this, &DockArea::toggle);
    // The heatmap has commands and the figure, in whatever room.
    m_places->make(*find(view_ids::kHeatmap));
    arrange(arrangementOf(RoomId::kExplore));
    setLeastSizes();
}

void DockArea::setLeastSizes()
{
    const QSize least(kCentreLetters * fontMetrics().averageCharWidth(), kCentreHeight);
    m_frame->setMinimumSize(least);
    find(view_ids::kHeatmap)->content->setMinimumSize(least);
}

// The base class hides the docks, which tells this class.
DockArea::~DockArea()
{
    hide();
}

bool DockArea::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        m_bars.settle();
    if (event->type() == QEvent::FontChange)
        setLeastSizes();
    if (event->type() == QEvent::MouseButtonPress)
        m_onBorder = isSeparator(static_cast<QMouseEvent*>(event)->position().toPoint());
    const bool done = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonRelease && std::exchange(m_onBorder, false))
        emit rearranged();
    if (event->type() == QEvent::Resize)
        emit resized();
    if (event->type() == QEvent::Show)
        m_places->makeRestSoon();
    return done;
}

void DockArea::changed()
{
    if (m_changing > 0) {
        m_pending = true;
        return;
    }
    std::size_t number = 0;
    for (QAction* const action : m_places->actions())
        action->setChecked(m_places->all()[number++].isOpen());
    m_places->makeSeen();
    showAcross();
    emit needsChanged();
}

// A key may come while the mouse is dragging a dock, a tab or a border. Qt then keeps a gap for the dock, the
// number of the tab, and the docks from before the border moved: if docks change meanwhile, they appear and
// are freed twice, and the tab is looked up among fewer.
void DockArea::endDrags()
{
    for (ViewDock* const dock : m_places->docks())
        dock->endDrag();
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
    ViewPlace& place = *find(id);
    const bool moves = !place.inCentre && knows(id);
    // A view behind a tab is shown, not closed; likewise by its key while another view has the keyboard.
    if (moves && isSeen(id) && (!byKey || viewInFocus() == id)) {
        place.dock->hide();
        // Qt would give the keyboard to whichever part comes next: F12 would enlarge that.
        if (byKey)
            m_centre->content->setFocus();
    } else {
        showView(id);
    }
    changed();
    if (moves)
        emit rearranged();
}

void DockArea::raise(ViewId id)
{
    ViewPlace* const place = find(id);
    if (place == nullptr || place->inCentre)
        return;
    if (!knows(id)) {
        emit viewElsewhere(id);
        return;
    }
    endDrags();
    bringBack();
    m_places->make(*place);
    if (place->inCentre)
        return;
    if (dockWidgetArea(place->dock) == Qt::NoDockWidgetArea && !place->dock->isFloating()) {
        const Qt::DockWidgetArea side = dockSide(place->descriptor->places.front().spot);
        addDockWidget(side, place->dock);
        // The docks of one side share a place.
        for (const ViewPlace& other : m_places->all())
            if (&other != place && other.isInWindow() && dockWidgetArea(other.dock) == side) {
                tabifyDockWidget(other.dock, place->dock);
                break;
            }
    }
    place->dock->show();
    place->dock->raise();
}

void DockArea::showView(ViewId id)
{
    raise(id);
    if (const ViewPlace* const place = find(id); place != nullptr && place->isOpen())
        view(id)->setFocus();
}

void DockArea::addView(ViewId id)
{
    m_known << id.name();
    showView(id);
    emit rearranged();
}

TraceView* DockArea::view(ViewId id)
{
    ViewPlace* const place = find(id);
    if (place != nullptr)
        m_places->make(*place);
    return place == nullptr ? nullptr : place->view;
}

QWidget* DockArea::holder(ViewId id) const
{
    const ViewPlace* const place = find(id);
    return place == nullptr ? nullptr : place->inCentre ? place->content : place->dock;
}

ViewId DockArea::viewInFocus() const
{
    const ViewPlace* found = m_centre;
    for (const ViewPlace& place : m_places->all())
        if (hasKeyboard(place.view) || (place.id == m_lent && hasKeyboard(m_strip)))
            found = &place;
    return found->descriptor == nullptr ? ViewId() : found->descriptor->id;
}

std::vector<QWidget*> DockArea::parts() const
{
    std::vector<QWidget*> found;
    for (const ViewPlace& place : m_places->all())
        if (place.inCentre || place.isSeen())
            found.push_back(place.content);
    const auto left = [this](const QWidget* part) { return part->mapTo(this, QPoint()).x(); };
    std::ranges::stable_sort(found, [&](const QWidget* a, const QWidget* b) { return left(a) < left(b); });
    if (m_strip->isVisible())
        found.insert(found.begin(), m_strip);
    return found;
}

void DockArea::setCentre(ViewPlace& place)
{
    m_pending = true;
    if (place.dock != nullptr)
        place.dock->hide();
    if (&place == m_centre)
        return;
    m_places->make(place);
    if (place.dock != nullptr)
        place.dock->setWidget(nullptr);
    m_frame->setContent(place.content);
    if (m_centre != nullptr)
        m_centre->inCentre = false;
    if (m_centre != nullptr && m_centre->dock != nullptr)
        m_centre->dock->setWidget(m_centre->content);
    place.inCentre = true;
    m_centre = &place;
}

// A part of a view is above the docks only while the view itself is visible.
void DockArea::showAcross()
{
    ViewPlace* const place = m_places->find(m_across);
    if (place != nullptr && place->isOpen())
        m_places->make(*place);
    const bool lends = place != nullptr && place->across && (place->isOpen() || m_keepsAcross);
    if (const QString lender = lends ? m_across : QString(); std::exchange(m_lent, lender) != lender)
        m_strip->setLender(lends ? place->across : AcrossStrip::Lender());
}

void DockArea::clearDocks()
{
    m_before.reset();
    m_restored.reset();
    m_frame->setTitle({});
    takeOut(*this, m_places->docks());
}

void DockArea::arrange(const Arrangement& arrangement)
{
    const Change change(*this);
    ViewPlace* const home = m_places->find(arrangement.centre);
    m_home = home == nullptr ? find(view_ids::kHeatmap) : home; // the settings file may name any
    m_across = arrangement.across;
    m_known = {m_home->id};
    const DockSpots spots
        = spotsOf(arrangement, [](const ViewPlace& place) { return place.dock != nullptr; });
    for (ViewPlace& place : m_places->all())
        for (const auto& [spot, docks] : spots)
            if (docks.contains(place.dock)) {
                m_known << place.id;
                if (docks.front() == place.dock)
                    m_places->make(place); // it will be in front
            }
    layOutOnce(*this, [&] {
        clearDocks();
        setCentre(*m_home);
        placeDocks(*this, spots, isSmall());
        for (const QString& closed : arrangement.closed)
            m_places->find(closed)->dock->hide();
    });
    sizeSides(arrangement);
}

void DockArea::sizeSides(const Arrangement& arrangement)
{
    sizeDocks(*this, spotsOf(arrangement, &ViewPlace::isInWindow), arrangement.shape, isSmall());
}

DockSpots DockArea::spotsOf(const Arrangement& arrangement,
                            const std::function<bool(const ViewPlace&)>& counts) const
{
    DockSpots spots;
    for (const Arrangement::Standing& each : arrangement.docks)
        if (const ViewPlace* const place = m_places->find(each.view); place != nullptr && counts(*place))
            spots[spotIn(arrangement, each.spot, isSmall())] << place->dock;
    return spots;
}

RoomLayout DockArea::layout() const
{
    RoomLayout layout;
    if (m_before) {
        layout = *m_before;
    } else {
        layout.home = m_home->id;
        layout.open = openViews();
        layout.docks = saveDocks(*this);
        layout.sizes = sizesIn(*this, m_places->docksOf(layout.open));
    }
    layout.centre = m_centre->id;
    return layout;
}

bool DockArea::restore(const RoomLayout& layout, const QStringList& known, const QString& across)
{
    ViewPlace* const home = m_places->find(layout.home);
    if (home == nullptr)
        return false;
    const Change change(*this);
    const QByteArray before = saveDocks(*this);
    clearDocks();
    if (!layout.docks.isEmpty() && !restoreDocks(*this, layout.docks)) {
        restoreDocks(*this, before);
        return false;
    }
    m_known = known;
    m_across = across;
    m_home = home;
    setCentre(*m_home);
    if (!layout.open.isEmpty()) // older states do not say what is open
        for (const ViewPlace& place : m_places->all())
            if (place.dock != nullptr && !layout.open.contains(place.id)) {
                place.dock->hide();
                if (!m_known.contains(place.id))
                    removeDockWidget(place.dock);
            }
    m_restored = layout;
    fitRestored();
    putInCentre(layout.centre);
    return true;
}

// A window that is maximised gets its size step by step, after its docks.
void DockArea::fitRestored()
{
    if (!m_restored || isCentred() || !isVisible())
        return;
    const std::vector<int>& sizes = m_restored->sizes;
    const bool known = sizes.size() >= 2;
    if (known)
        refit(*this, m_places->docksOf(m_restored->open), sizes);
    if (!known || wholeSize(*this) == QSize(sizes[0], sizes[1]))
        m_restored.reset();
}

void DockArea::showOnly(const QStringList& open)
{
    const Change change(*this);
    for (const ViewPlace& place : m_places->all()) {
        if (place.descriptor == nullptr || place.inCentre)
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
    ViewPlace* const place = find(id);
    if (place == nullptr)
        return;
    if (place == m_centre && isCentred())
        return leaveCentre();
    enlarge(*place, true);
    place->view->setFocus();
    emit centreChanged();
}

void DockArea::putInCentre(const QString& id)
{
    ViewPlace* const place = m_places->find(id);
    place == nullptr || place == m_home ? bringBack() : enlarge(*place, true);
}

void DockArea::enlarge(ViewPlace& place, bool titled)
{
    const Change change(*this);
    bringBack();
    m_before = layout();
    for (ViewDock* const dock : m_places->docks())
        if (dock->isInWindow())
            dock->hide();
    setCentre(place);
    m_frame->setTitle(titled && place.descriptor != nullptr ? viewTitle(*place.descriptor) : QString());
}

void DockArea::showAlone()
{
    const Change change(*this);
    ViewPlace& centre = *m_centre;
    bringBack();
    const ViewPlace* const across = m_places->find(m_across);
    const bool lends = across != nullptr && across->isOpen();
    enlarge(centre, false);
    m_keepsAcross = lends;
}

void DockArea::bringBack()
{
    if (!m_before)
        return;
    const Change change(*this);
    m_keepsAcross = false;
    const ViewPlace& away = *m_centre;
    const bool keyboard = hasKeyboard(away.content);
    setCentre(*m_home);
    m_frame->setTitle({});
    restoreDocks(*this, std::exchange(m_before, std::nullopt)->docks);
    const bool open = away.isOpen();
    if (open && &away != m_home)
        away.dock->raise();
    // Qt would give the focus to whichever widget comes next, even one behind a tab.
    if (keyboard)
        (open ? away : *m_home).content->setFocus();
}

} // namespace headlight
