#include "ui/window/rooms/view_places.h"

#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/view_dock.h"

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>
#include <QScrollArea>

#include <algorithm>
#include <iterator>

namespace headlight {

namespace {

// By then the first heatmap is usually painted.
constexpr int kBeforeRest = 150; ///< milliseconds

// Whatever has a proxy is passed over; its proxy is reached.
bool isStop(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.focusProxy() == nullptr;
}

/// What the key can reach in a part, in its order.
std::vector<QWidget*> stopsIn(QWidget& part)
{
    std::vector<QWidget*> stops;
    QWidget* each = &part;
    do {
        if ((each == &part || part.isAncestorOf(each)) && isStop(*each))
            stops.push_back(each);
        each = each->nextInFocusChain();
    } while (each != &part);
    return stops;
}

/// Makes the Tab key reach everything in `part` right after the last thing in `before`. Qt's own order is
/// that in which widgets were made. Returns false, and changes nothing, if the key reaches nothing in
/// `before`, or if that is in another window.
bool putBehind(QWidget& part, QWidget& before)
{
    const std::vector<QWidget*> earlier = stopsIn(before);
    if (part.window() != before.window() || earlier.empty())
        return false;
    QWidget* last = earlier.back();
    for (QWidget* const each : stopsIn(part)) {
        QWidget::setTabOrder(last, each);
        last = each;
    }
    return true;
}

} // namespace

void goToPart(const std::vector<QWidget*>& parts, int by)
{
    std::vector<QWidget*> stops; // the first of each part
    std::ptrdiff_t now = by > 0 ? -1 : 0;
    for (QWidget* const part : parts) {
        QWidget* const proxy = part->focusProxy();
        const std::vector<QWidget*> within = proxy == nullptr ? stopsIn(*part) : std::vector{proxy};
        const auto first = std::find_if(within.begin(), within.end(), [](const QWidget* each) {
            return each->isVisible() && each->isEnabled();
        });
        if (first == within.end())
            continue;
        if (hasKeyboard(part))
            now = std::ssize(stops);
        stops.push_back(*first);
    }
    const std::ptrdiff_t count = std::ssize(stops);
    if (count > 0)
        stops[static_cast<std::size_t>((now + by + count) % count)]->setFocus(Qt::TabFocusReason);
}

bool ViewPlace::isOpenDock() const
{
    return dock != nullptr && !dock->isHidden();
}

bool ViewPlace::isInWindow() const
{
    return dock != nullptr && dock->isInWindow();
}

QString viewTitle(const ViewDescriptor& descriptor)
{
    return QCoreApplication::translate("View", descriptor.title);
}

QString viewLine(const ViewDescriptor& descriptor)
{
    return QCoreApplication::translate("View", descriptor.line);
}

ViewPlaces::ViewPlaces(const ViewContext& context, QMainWindow& area)
    : QObject(&area)
    , m_context(context)
    , m_area(area)
{
    for (const ViewDescriptor& descriptor : viewRegistry()) {
        ViewPlace place;
        place.id = descriptor.id.name();
        place.descriptor = &descriptor;
        place.dock = new ViewDock(place.id, viewTitle(descriptor), &area);
        m_docks.push_back(place.dock);
        m_places.push_back(place);
        connectDock(m_places.back());
    }
    m_rest.setSingleShot(true);
    connect(&m_rest, &QTimer::timeout, this, &ViewPlaces::makeNext);
}

void ViewPlaces::connectDock(ViewPlace& place)
{
    connect(place.dock, &QDockWidget::visibilityChanged, this, [this, &place](bool inFront) {
        place.inFront = inFront;
        emit changed();
    });
    connect(place.dock->toggleViewAction(), &QAction::toggled, this, &ViewPlaces::changed);
    connect(place.dock, &ViewDock::moved, this, &ViewPlaces::moved);
    connect(place.dock, &ViewDock::centreWanted, this,
            [this, id = place.descriptor->id] { emit centreWanted(id); });
}

QStringList ViewPlaces::openViews() const
{
    QStringList open;
    for (const ViewPlace& place : m_places)
        if (place.isOpenDock())
            open << place.id;
    return open;
}

QList<QDockWidget*> ViewPlaces::docksOf(const QStringList& views) const
{
    QList<QDockWidget*> docks;
    for (const QString& view : views) {
        const ViewPlace* const place = find(view);
        docks << (place != nullptr && place->isInWindow() ? place->dock : nullptr);
    }
    return docks;
}

void ViewPlaces::makeSeen()
{
    for (ViewPlace& place : m_places)
        if (place.isOpenDock() && !place.dock->isBehindTab())
            make(place);
}

ViewPlace* ViewPlaces::find(const QString& id)
{
    const auto found = std::find_if(m_places.begin(), m_places.end(),
                                    [&id](const ViewPlace& place) { return place.id == id; });
    return found == m_places.end() ? nullptr : &*found;
}

const ViewPlace* ViewPlaces::find(const QString& id) const
{
    return const_cast<ViewPlaces*>(this)->find(id); // NOLINT(*-const-cast): find() changes nothing
}

void ViewPlaces::addPage(const QString& id, QWidget* page)
{
    ViewPlace place;
    place.id = id;
    place.content = scrolling(page, &m_area);
    place.content->hide();
    m_places.push_back(place);
}

void ViewPlaces::make(ViewPlace& place)
{
    if (place.view != nullptr || place.descriptor == nullptr)
        return;
    const MadeView made = place.descriptor->create(m_context, &m_area);
    made.view->setObjectName(place.id);
    made.view->setAccessibleName(viewTitle(*place.descriptor));
    putInOrder(*made.view, place);
    place.view = made.view;
    place.figure = made.figure;
    place.across = made.across;
    place.content = scrolling(made.view, place.dock);
    place.dock->setWidget(place.content);
    place.content->show(); // its dock may be visible
    emit this->made(made.view);
}

// Behind the nearest view before it that is made.
void ViewPlaces::putInOrder(TraceView& view, const ViewPlace& place)
{
    const auto own = std::find_if(m_places.rbegin(), m_places.rend(),
                                  [&place](const ViewPlace& each) { return &each == &place; });
    for (auto before = std::next(own); before != m_places.rend(); ++before)
        if (before->view != nullptr && putBehind(view, *before->view))
            return;
}

void ViewPlaces::makeAll()
{
    for (ViewPlace& place : m_places)
        make(place);
}

void ViewPlaces::makeRestSoon()
{
    m_rest.start(kBeforeRest);
}

void ViewPlaces::makeNext()
{
    const auto next = std::find_if(m_places.begin(), m_places.end(), [](const ViewPlace& place) {
        return place.view == nullptr && place.descriptor != nullptr;
    });
    if (next == m_places.end())
        return;
    make(*next);
    m_rest.start(0);
}

} // namespace headlight
