#include "ui/window/rooms/view_places.h"

#include "ui/background/once_after.h"
#include "ui/window/rooms/dock_title.h"
#include "ui/window/rooms/view_dock.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QKeySequence>
#include <QMainWindow>
#include <QScrollArea>

#include <algorithm>
#include <iterator>
#include <utility>

namespace headlight {

namespace {

// By then the first heatmap is usually painted.
constexpr int kBeforeRest = 150; ///< milliseconds

/// What the Tab key can reach in a part, in its order.
std::vector<QWidget*> stopsIn(QWidget& part)
{
    std::vector<QWidget*> stops;
    QWidget* each = &part;
    do {
        // Whatever has a proxy is passed over; its proxy is reached.
        if ((each == &part || part.isAncestorOf(each)) && (each->focusPolicy() & Qt::TabFocus) != 0
            && each->focusProxy() == nullptr && each->isVisible() && each->isEnabled())
            stops.push_back(each);
        each = each->nextInFocusChain();
    } while (each != &part);
    return stops;
}

/// Gives the keyboard to the stop `by` places after this one, and round again.
void goOn(const std::vector<QWidget*>& stops, std::ptrdiff_t from, int by)
{
    const std::ptrdiff_t count = std::ssize(stops);
    stops[static_cast<std::size_t>((from + by + count) % count)]->setFocus(by > 0 ? Qt::TabFocusReason
                                                                                  : Qt::BacktabFocusReason);
}

} // namespace

void goToPart(const std::vector<QWidget*>& parts, int by)
{
    std::vector<QWidget*> firsts;
    std::ptrdiff_t from = by > 0 ? -1 : 0;
    for (QWidget* const part : parts) {
        const std::vector<QWidget*> stops = stopsIn(*part);
        if (stops.empty())
            continue;
        QWidget* proxy = part->focusProxy();
        while (proxy != nullptr && proxy->focusProxy() != nullptr)
            proxy = proxy->focusProxy();
        if (hasKeyboard(part))
            from = std::ssize(firsts);
        firsts.push_back(std::ranges::find(stops, proxy) == stops.end() ? stops.front() : proxy);
    }
    if (!firsts.empty())
        goOn(firsts, from, by);
}

bool goToStop(const std::vector<QWidget*>& parts, int by)
{
    std::vector<QWidget*> all;
    for (QWidget* const part : parts) {
        const std::vector<QWidget*> stops = stopsIn(*part);
        all.insert(all.end(), stops.begin(), stops.end());
    }
    const auto now = std::ranges::find_if(all, [](const QWidget* each) { return each->hasFocus(); });
    if (now == all.end())
        return false;
    goOn(all, now - all.begin(), by);
    return true;
}

bool ViewPlace::isOpenDock() const
{
    return dock != nullptr && !dock->isHidden();
}

bool ViewPlace::isInWindow() const
{
    return dock != nullptr && dock->isInWindow();
}

// A dock that its content covers wholly has no visible region of its own.
bool ViewPlace::isSeen() const
{
    return inCentre ? content->isVisible() : dock != nullptr && dock->isVisible() && inFront;
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
        addAction(descriptor);
    }
    onceAfter(m_rest, 0, this, &ViewPlaces::makeNext);
}

void ViewPlaces::addAction(const ViewDescriptor& view)
{
    auto* const action = new QAction(viewTitle(view), this);
    action->setObjectName(QLatin1String("view.") + view.id.name());
    action->setShortcut(QKeySequence(QLatin1String(view.shortcut)));
    action->setToolTip(viewLine(view));
    action->setCheckable(true);
    action->installEventFilter(this);
    connect(action, &QAction::triggered, this,
            [this, id = view.id] { emit triggered(id, std::exchange(m_byKey, false)); });
    m_actions.push_back(action);
}

bool ViewPlaces::eventFilter(QObject* watched, QEvent* event)
{
    m_byKey = m_byKey || event->type() == QEvent::Shortcut;
    return QObject::eventFilter(watched, event);
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

std::vector<ViewId> ViewPlaces::frontViews() const
{
    std::vector<ViewId> front;
    for (const ViewPlace& place : m_places)
        if (!place.inCentre && place.isSeen())
            front.push_back(place.descriptor->id);
    return front;
}

SiteSet ViewPlaces::needs() const
{
    SiteSet all;
    for (const ViewPlace& place : m_places)
        if (place.view != nullptr && place.isSeen() && place.view->isVisible())
            all = all | place.descriptor->needs | place.view->needs();
    return all;
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
    const auto found = std::ranges::find(m_places, id, &ViewPlace::id);
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
    place.view = made.view;
    place.figure = made.figure;
    place.across = made.across;
    place.content = scrolling(made.view, place.dock);
    place.dock->setWidget(place.content);
    place.content->show(); // its dock may be visible
    emit this->made(made.view);
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
    const auto next = std::ranges::find_if(m_places, [](const ViewPlace& place) {
        return place.view == nullptr && place.descriptor != nullptr;
    });
    if (next == m_places.end())
        return;
    make(*next);
    m_rest.start(0);
}

} // namespace headlight
