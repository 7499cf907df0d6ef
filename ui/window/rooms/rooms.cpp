#include "ui/window/rooms/rooms.h"

#include "core/base/text_list.h"
#include "ui/background/once_after.h"
#include "ui/run/model_facts.h"
#include "ui/state/commands.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_entry.h"
#include "ui/window/rooms/room_rail.h"
#include "ui/window/rooms/room_settings.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/view_list.h"

#include <QActionGroup>
#include <QApplication>
#include <QInputDialog>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kSettle = 60; ///< milliseconds without resizing

const QString kOwnPrefix = QStringLiteral("own.");

std::vector<RoomLayout> valuesOf(const std::map<QString, RoomLayout>& layouts)
{
    return listFrom(layouts, [](const auto& each) { return each.second; });
}

QStringList viewsOf(const Arrangement& arrangement)
{
    QStringList views{arrangement.centre};
    for (const Arrangement::Standing& each : arrangement.docks)
        views << each.view;
    return views;
}

} // namespace

Rooms::Rooms(const ViewContext& context, DockArea& views, const CommandActions& commands, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_views(views)
    , m_commands(commands)
    , m_window(window)
    , m_rail(new RoomRail(window))
    , m_menu(new QMenu(tr("&Workspace"), window))
    , m_choices(new QActionGroup(this))
    , m_current(nameOf(RoomId::kExplore))
    , m_info(openFacts(context.workspace).info)
    , m_strategy(context.workspace.document().decoding.strategy)
{
    for (const Room& room : roomTable())
        if (room.id != RoomId::kMasked) {
            m_choices->addAction(&commands[room.command]);
            connect(&commands[room.command], &QAction::triggered, this, [this, id = room.id] { enter(id); });
        }
    connect(&commands[CommandId::kSaveRoom], &QAction::triggered, this, [this] { askForTitle(false); });
    connect(&commands[CommandId::kRenameRoom], &QAction::triggered, this, [this] { askForTitle(true); });
    connect(&commands[CommandId::kDeleteRoom], &QAction::triggered, this, &Rooms::deleteOwn);
    connect(&commands[CommandId::kResetRoom], &QAction::triggered, this, &Rooms::reset);
    connect(m_rail, &RoomRail::chosen, this, qOverload<const QString&>(&Rooms::enter));
    connect(m_rail, &RoomRail::menuRequested, this, &Rooms::showMenu);
    connect(m_rail, &RoomRail::moreClicked, this, [this] {
        const QWidget& more = m_rail->more();
        (new ViewList(m_views, m_window))->popUp(more.mapToGlobal(QPoint(more.width(), more.height())));
    });
    connect(&views, &DockArea::rearranged, this, [this] { m_touched = true; });
    // When a view goes back from the centre, an unmodified room adapts to the present size of the window.
    connect(&views, &DockArea::centreChanged, this, &Rooms::resized);
    connect(&views, &DockArea::resized, this, [this] { m_settle.start(kSettle); });
    connect(&views, &DockArea::viewElsewhere, this, &Rooms::showHome);
    connect(&context.workspace, &Workspace::modelChanged, this, [this] { m_hasCell = false; });
    // Queued: the first result also chooses the head.
    connect(
        &context.workspace, &Workspace::snapshotChanged, this,
        [this] { m_hasCell = m_hasCell || giveCell(m_current, m_context); }, Qt::QueuedConnection);
    onceAfter(m_settle, 0, this, &Rooms::resized);
    connect(&context.workspace, &Workspace::sourceChanged, this, &Rooms::adapt);
    connect(&context.workspace, &Workspace::documentChanged, this, [this] {
        if (m_context.workspace.document().decoding.strategy != m_strategy)
            adapt();
        if (roomNamed(m_current) == &roomOf(RoomId::kCompare)) // edits that were compared may be undone
            prepareRoom(m_current, m_context);
    });
    rebuild();
}

/// The workspace that a view is made for: its first; empty for a view that has none.
static QString homeOf(ViewId id)
{
    const auto registry = viewRegistry();
    const auto view = std::ranges::find(registry, id, &ViewDescriptor::id);
    return view == registry.end() || view->places.empty() ? QString() : nameOf(view->places.front().room);
}

void Rooms::showHome(ViewId id)
{
    if (const QString home = homeOf(id); !home.isEmpty())
        enter(home);
    if (m_views.knows(id))
        m_views.showView(id);
    else
        m_views.addView(id); // for other models, another view has its place
}

bool Rooms::offers(ViewId id) const
{
    const QString home = homeOf(id);
    return !home.isEmpty() && shown(home) == home;
}

QWidget* Rooms::wayTo(ViewId id) const
{
    const QString home = homeOf(id);
    return home == m_current ? nullptr : m_rail->button(home);
}

// Masked words and Decode are two rooms in one place.
QString Rooms::shown(const QString& id) const
{
    const QLatin1String decode = nameOf(RoomId::kDecode), masked = nameOf(RoomId::kMasked);
    if (id == decode || id == masked)
        return decodes() ? decode : masked;
    return roomNamed(id) != nullptr || isOwn(id) ? id : nameOf(RoomId::kExplore);
}

QString Rooms::titleOf(const QString& id) const
{
    const Room* const room = roomNamed(id);
    return room != nullptr ? roomTitle(room->id) : m_layouts.at(id).title;
}

Arrangement Rooms::arrangementOf(const QString& id) const
{
    if (const Room* const room = roomNamed(id)) {
        Arrangement first = headlight::arrangementOf(room->id);
        for (const ViewDescriptor& view : viewRegistry())
            if (!view.suits(m_info, m_strategy) && viewsOf(first).contains(view.id.name()))
                first.closed << view.id.name();
        return first;
    }
    // A user's own room begins as the user saved it.
    Arrangement own;
    own.centre = m_layouts.at(id).home;
    for (const QString& view : m_layouts.at(id).open)
        own.docks.push_back({view, RoomSpot::kRight});
    return own;
}

void Rooms::rebuild()
{
    std::vector<RoomRail::Entry> entries;
    for (const Room& room : roomTable()) {
        if (room.id == (decodes() ? RoomId::kMasked : RoomId::kDecode))
            continue;
        QAction& action = m_commands[room.command];
        action.setText(roomTitle(room.id));
        action.setToolTip(roomTip(room.id));
        entries.push_back(
            {QLatin1String(room.name), roomTitle(room.id), tipWithKey(roomTip(room.id), action.shortcut())});
    }
    for (const auto& [id, saved] : m_saved)
        entries.push_back({id, titleOf(id), tr("Your workspace “%1”").arg(titleOf(id))});
    m_rail->setEntries(entries);
    m_menu->clear();
    int group = 0;
    for (const Command& command : commandTable()) {
        if (command.place != CommandPlace::kRoomMenu)
            continue;
        if (command.group != std::exchange(group, command.group)) {
            for (const auto& [id, saved] : m_saved) {
                QAction* const own = m_menu->addAction(titleOf(id), this, [this, id = id] { enter(id); });
                own->setData(id);
                own->setCheckable(true);
            }
            m_menu->addSeparator();
        }
        m_menu->addAction(&m_commands[command.id]);
    }
    show(m_current);
}

// Marks the shown room.
void Rooms::show(const QString& id)
{
    if (const Room* const room = roomNamed(id))
        m_commands[room->command].setChecked(true);
    else if (QAction* const last = m_choices->checkedAction())
        last->setChecked(false);
    for (QAction* action : m_menu->actions())
        if (isOwn(action->data().toString()))
            action->setChecked(action->data().toString() == id);
    m_rail->setCurrent(id);
    for (const CommandId command : {CommandId::kRenameRoom, CommandId::kDeleteRoom})
        m_commands[command].setEnabled(isOwn(id));
}

void Rooms::remember()
{
    if (!m_touched && !isOwn(m_current) && !m_views.isCentred()) {
        m_layouts.erase(m_current);
        m_front[m_current] = m_views.frontViews();
        return;
    }
    RoomLayout layout = m_views.layout();
    layout.id = m_current;
    std::swap(m_layouts[m_current], layout);
    m_layouts[m_current].title = layout.title;
}

void Rooms::showKept()
{
    const Arrangement first = arrangementOf(m_current);
    const auto kept = m_layouts.find(m_current);
    m_touched = false;
    if (kept != m_layouts.end() && !kept->second.docks.isEmpty()) {
        if (kept->second.home.isEmpty())
            kept->second.home = first.centre;
        m_touched = m_views.restore(kept->second, viewsOf(first), first.across);
    }
    if (!m_touched) {
        m_views.arrange(first);
        const QStringList open = m_views.openViews();
        for (const ViewId view : m_front[m_current])
            if (open.contains(view.name()))
                m_views.raise(view);
    }
    m_wasSmall = m_views.isSmall();
}

void Rooms::enter(RoomId id)
{
    enter(nameOf(id));
}

void Rooms::enter(const QString& asked)
{
    const QString id = shown(asked);
    if (id == m_current)
        return show(id); // clicking a checked entry would uncheck it
    remember();
    const bool keyboardInside = m_views.isAncestorOf(QApplication::focusWidget());
    {
        const DockArea::Change change(m_views);
        m_current = id;
        showKept();
    }
    show(id);
    if (TraceView* const centre = m_views.centre(); centre != nullptr && keyboardInside)
        centre->setFocus();
    arrive();
}

void Rooms::arrive()
{
    prepareRoom(m_current, m_context);
    m_hasCell = giveCell(m_current, m_context);
    emit entered(m_current);
}

void Rooms::adapt()
{
    const bool decoded = decodes();
    const QStringList closed = arrangementOf(m_current).closed;
    m_info = openFacts(m_context.workspace).info;
    m_strategy = m_context.workspace.document().decoding.strategy;
    enter(m_current);
    if (arrangementOf(m_current).closed != closed && !m_touched && !m_views.isCentred())
        arrange(arrangementOf(m_current));
    if (decodes() != decoded)
        rebuild();
}

// Docks that change places are hidden for a moment and lose the focus.
void Rooms::arrange(const Arrangement& first)
{
    const QPointer<QWidget> keyboard = QApplication::focusWidget();
    m_views.arrange(first);
    if (keyboard != nullptr && keyboard->isVisible() && m_views.isAncestorOf(keyboard))
        keyboard->setFocus();
}

void Rooms::reset()
{
    const DockArea::Change change(m_views);
    if (isOwn(m_current)) {
        RoomLayout& layout = m_layouts[m_current];
        layout.title = std::exchange(layout, m_saved[m_current]).title; // it may have been renamed
    } else {
        m_layouts.erase(m_current);
        m_front.erase(m_current);
    }
    showKept();
}

void Rooms::addOwn(const QString& title)
{
    RoomLayout layout = m_views.layout();
    remember();
    for (int number = 1; layout.id.isEmpty() || isOwn(layout.id); ++number)
        layout.id = kOwnPrefix + QString::number(number);
    layout.title = title;
    layout.home = layout.centre;
    m_current = layout.id;
    m_layouts[layout.id] = m_saved[layout.id] = layout;
    m_views.restore(layout, QStringList{layout.home} + layout.open);
    rebuild();
    arrive();
}

void Rooms::rename(const QString& title)
{
    if (!isOwn(m_current))
        return;
    m_layouts[m_current].title = title;
    rebuild();
}

void Rooms::deleteOwn()
{
    if (!isOwn(m_current))
        return;
    const QString gone = m_current;
    enter(RoomId::kExplore);
    m_layouts.erase(gone);
    m_saved.erase(gone);
    rebuild();
}

void Rooms::askForTitle(bool rename)
{
    auto* const dialog = new QInputDialog(m_window);
    dialog->setObjectName(QStringLiteral("roomTitle"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(rename ? tr("Rename workspace") : tr("Save as a workspace"));
    dialog->setLabelText(tr("Name of the workspace"));
    if (rename)
        dialog->setTextValue(titleOf(m_current));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, rename](const QString& text) {
        if (const QString title = text.simplified(); !title.isEmpty())
            rename ? this->rename(title) : addOwn(title);
    });
    dialog->open();
}

void Rooms::showMenu(const QString& id, const QPoint& at)
{
    enter(id);
    auto* const menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const CommandId command :
         {CommandId::kResetRoom, CommandId::kSaveRoom, CommandId::kRenameRoom, CommandId::kDeleteRoom})
        if (m_commands[command].isEnabled())
            menu->addAction(&m_commands[command]);
    menu->popup(at);
}

// Rooms that the user has not changed keep their proportions; small windows have fewer places.
void Rooms::resized()
{
    const bool small = m_views.isSmall();
    m_rail->setWordsShown(!small);
    m_views.fitRestored();
    if (m_touched || isOwn(m_current) || m_views.isCentred())
        return;
    const Arrangement first = arrangementOf(m_current);
    std::exchange(m_wasSmall, small) != small ? arrange(first) : m_views.sizeSides(first);
}

void Rooms::keep(const std::vector<RoomLayout>& layouts)
{
    for (const RoomLayout& layout : layouts) {
        if (roomNamed(layout.id) == nullptr) {
            if (!layout.id.startsWith(kOwnPrefix) || layout.title.isEmpty())
                continue;
            m_saved.try_emplace(layout.id, layout);
        }
        m_layouts[layout.id] = layout;
    }
}

SessionWindow Rooms::session() const
{
    const RoomLayout now = m_views.layout();
    SessionWindow window{.views = now.open,
                         .layout = now.docks,
                         .colourMap = {},
                         .room = m_current,
                         .home = now.home,
                         .centre = now.centre,
                         .sizes = now.sizes,
                         .rooms = valuesOf(m_layouts)};
    std::erase_if(window.rooms,
                  [this](const RoomLayout& each) { return each.id == m_current && !isOwn(each.id); });
    return window;
}

void Rooms::restore(const SessionWindow& window)
{
    if (window.room.isEmpty() && window.layout.isEmpty() && window.views.isEmpty())
        return;
    const DockArea::Change change(m_views);
    keep(window.rooms);
    m_current = shown(window.room);
    RoomLayout& layout = m_layouts[m_current];
    layout = {m_current, layout.title, window.home, window.centre, window.views, window.layout, window.sizes};
    showKept();
    if (!m_touched || window.views.isEmpty())
        m_views.showOnly(window.views);
    m_touched = true;
    rebuild();
    arrive();
}

void Rooms::restore()
{
    keep(kRoomLayouts.of(m_context.settings));
    for (const RoomLayout& saved : kSavedRooms.of(m_context.settings))
        if (isOwn(saved.id))
            m_saved[saved.id] = saved;
    const QByteArray older = kWindowLayout.of(m_context.settings);
    // Versions before workspaces had a single arrangement.
    if (const QString explore = nameOf(RoomId::kExplore); !older.isEmpty())
        m_layouts.try_emplace(explore, RoomLayout{explore, {}, {}, {}, {}, older});
    kWindowLayout.set(m_context.settings, {});
    m_current = shown(kShownRoom.of(m_context.settings));
    showKept();
    m_rail->setWordsShown(!m_wasSmall);
    rebuild();
    arrive();
}

void Rooms::save()
{
    remember();
    kRoomLayouts.set(m_context.settings, valuesOf(m_layouts));
    kSavedRooms.set(m_context.settings, valuesOf(m_saved));
    kShownRoom.set(m_context.settings, m_current);
}

} // namespace headlight
