#include "ui/window/presenting/scenes.h"

#include "core/model/model.h"
#include "core/trace/trace.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/presenting/scene_list.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/rooms.h"
#include "ui/words/head_name.h"

#include <QAction>
#include <QTimer>

#include <algorithm>

namespace headlight {

namespace {

constexpr ViewId kSheet{"matrices"};
constexpr int kPresented = 0x5ce9e5; ///< id of the undo steps that become one

/// The name of the model whose numbers are shown, or would be if there were a text; empty = none.
QString shownModel(const Workspace& workspace)
{
    if (const Trace trace = workspace.shownTrace(); !trace.isNull())
        return QString::fromStdString(trace.info().model);
    return workspace.model() == nullptr ? QString() : QString::fromStdString(workspace.model()->name());
}

} // namespace

Scenes::Scenes(const ViewContext& context, RunController& runs, Rooms& rooms, const CommandActions& commands,
               QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_runs(runs)
    , m_rooms(rooms)
    , m_commands(commands)
    , m_menu(new QMenu(tr("S&cenes"), window))
    , m_showList(new QAction(tr("&List and notes…"), this))
{
    m_showList->setObjectName(QStringLiteral("scene.list"));
    m_showList->setToolTip(tr("Name and order the scenes, and write notes to speak from on a second screen"));
    connect(m_showList, &QAction::triggered, this, [this, window] {
        auto* const known = window->findChild<SceneList*>();
        SceneList* const list = known != nullptr ? known : new SceneList(*this, window);
        list->setAttribute(Qt::WA_DeleteOnClose);
        list->addActions({&m_commands[CommandId::kUndo], &m_commands[CommandId::kRedo],
                          &m_commands[CommandId::kPresentation]});
        list->show();
        list->activateWindow();
    });
    connect(&commands[CommandId::kAddScene], &QAction::triggered, this, &Scenes::add);
    connect(&commands[CommandId::kRemoveScene], &QAction::triggered, this, [this] { remove(m_current); });
    connect(&commands[CommandId::kNextScene], &QAction::triggered, this, [this] { step(1); });
    connect(&commands[CommandId::kPreviousScene], &QAction::triggered, this, [this] { step(-1); });
    connect(&context.workspace, &Workspace::scenesChanged, this, [this](bool others) {
        const auto count = static_cast<int>(all().size());
        m_current = others ? -1 : std::min(m_current, count - 1);
        if (!m_changing && m_current >= 0) { // undone or redone: the same scene has the mark
            const auto found = std::find(all().begin(), all().end(), m_marked);
            m_current = found == all().end() ? m_current : static_cast<int>(found - all().begin());
        }
        rebuild();
    });
    connect(&context.workspace, &Workspace::runningChanged, this, &Scenes::settle);
    connect(&context.workspace, &Workspace::snapshotChanged, this, &Scenes::settle);
    rebuild();
}

Scene Scenes::now() const
{
    const Workspace& workspace = m_context.workspace;
    Scene scene;
    scene.model = shownModel(workspace);
    scene.document = workspace.document();
    scene.focus = focusOf(m_context.focus, workspace);
    scene.room = m_rooms.current();
    scene.view = m_rooms.views().layout().centre;
    if (m_rooms.views().isSeen(kSheet))
        scene.sheet = workspace.sheet();
    if (m_rooms.views().viewInFocus() == kSheet)
        scene.view = kSheet.name();
    constexpr int kWords = 45; // cuts the text, so that the head's name stays
    const QString line = scene.document.text.section(QLatin1Char('\n'), 0, 0);
    scene.name = tr("%1 · %2").arg(shortName(line, kWords), headName(scene.focus.head));
    if (!scene.room.isEmpty()) // at the front: a list cuts the end
        scene.name = tr("%1: %2").arg(m_rooms.titleOf(scene.room), scene.name);
    return scene;
}

void Scenes::set(std::vector<Scene> scenes, int current, const QString& undoName)
{
    m_current = current;
    m_changing = true;
    m_context.workspace.setScenes(std::move(scenes), undoName);
    m_changing = false;
}

void Scenes::add()
{
    std::vector<Scene> scenes = all();
    const int place = std::min(m_current + 1, static_cast<int>(scenes.size()));
    scenes.insert(scenes.begin() + place, now());
    m_chosen = false;
    set(std::move(scenes), place, tr("Add a scene"));
    m_context.workspace.setNotice(
        confirmation(tr("Scene %1 of %2 added.").arg(place + 1).arg(all().size()),
                     tr("Present with F5; Page Down and Page Up step through the scenes.")));
}

void Scenes::remove(int scene)
{
    std::vector<Scene> scenes = all();
    if (scene < 0 || scene >= static_cast<int>(scenes.size()))
        return;
    const QString name = shortName(scenes[static_cast<std::size_t>(scene)].name);
    scenes.erase(scenes.begin() + scene);
    set(std::move(scenes), m_current - (scene < m_current ? 1 : 0), tr("Remove a scene"));
    m_context.workspace.setNotice(
        confirmation(tr("Scene “%1” removed.").arg(name), tr("Undo brings it back.")));
}

void Scenes::replace(int scene, const Scene& by)
{
    std::vector<Scene> scenes = all();
    Scene& old = scenes.at(static_cast<std::size_t>(scene));
    if (old == by)
        return;
    old = by;
    set(std::move(scenes), m_current, tr("Change a scene"));
}

void Scenes::move(int scene, int by)
{
    std::vector<Scene> scenes = all();
    const int to = scene + by, count = static_cast<int>(scenes.size());
    if (scene < 0 || to < 0 || scene >= count || to >= count)
        return;
    std::swap(scenes[static_cast<std::size_t>(scene)], scenes[static_cast<std::size_t>(to)]);
    set(std::move(scenes), m_current == scene ? to : m_current == to ? scene : m_current, tr("Move a scene"));
}

void Scenes::go(int scene)
{
    if (scene < 0 || scene >= static_cast<int>(all().size()))
        return;
    m_current = scene;
    m_chosen = true;
    rebuild();
    go(all()[static_cast<std::size_t>(scene)]);
}

void Scenes::go(const Scene& scene, const QString& undoName)
{
    m_visited = true;
    Workspace& workspace = m_context.workspace;
    const QString shown = shownModel(workspace);
    const QString other = tr("This scene was made with the model “%1”.").arg(shortName(scene.model));
    if (!scene.model.isEmpty() && !shown.isEmpty() && scene.model != shown) {
        m_waiting.reset();
        m_forModel = scene;
        workspace.setNotice(Notice{other, tr("Open that model to see the scene."), true});
        emit modelWanted(scene.model);
        return;
    }
    if (std::exchange(m_forModel, std::nullopt) && workspace.notice() && workspace.notice()->text == other)
        workspace.setNotice(std::nullopt); // it is open now
    {
        const DockArea::Change change(m_rooms.views());
        if (scene.room.isEmpty()) {
            const QByteArray view = scene.view.toLatin1();
            m_rooms.showHome(ViewId(view.constData()));
        } else {
            m_rooms.enter(scene.room);
            m_rooms.views().putInCentre(scene.view);
        }
        emit placed();
    }
    if (!scene.sheet.isEmpty()) {
        workspace.setSheet(scene.sheet);
        if (!m_rooms.views().isSeen(kSheet) && !m_rooms.views().isCentred())
            m_rooms.views().raise(kSheet);
    }
    m_waiting = scene.focus;
    if (!(workspace.document() == scene.document) && workspace.model() != nullptr)
        workspace.apply(scene.document,
                        undoName.isEmpty() ? tr("Scene: %1").arg(shortName(scene.name)) : undoName,
                        m_before.empty() ? -1 : kPresented);
    settle();
}

// Sets the focus once the result with its tokens has arrived.
void Scenes::settle()
{
    if (m_forModel && m_runs.isSettled() && m_context.workspace.snapshot()->finished) {
        const Trace trace = m_context.workspace.shownTrace();
        if (!trace.isNull() && m_forModel->model == QString::fromStdString(trace.info().model))
            go(Scene(*m_forModel));
        return;
    }
    if (!m_waiting || !m_runs.isSettled() || !m_context.workspace.snapshot()->finished)
        return;
    // Other parts set the head when a result arrives: this must come after them.
    QTimer::singleShot(0, this, [this, look = *std::exchange(m_waiting, std::nullopt)] {
        applyFocus(look, m_context.focus, m_context.workspace);
        emit arrived();
    });
}

void Scenes::step(int by)
{
    if (all().empty())
        return;
    const int last = static_cast<int>(all().size()) - 1;
    go(m_current < 0 ? (by > 0 ? 0 : last) : std::clamp(m_current + by, 0, last));
}

void Scenes::setPresenting(bool on)
{
    if (on) {
        m_visited = m_visited && !m_before.empty();
        m_before.emplace_back(now(), m_context.workspace.sheet());
    } else if (!m_before.empty()) {
        if (m_visited) {
            m_context.workspace.setSheet(m_before.back().second);
            go(m_before.back().first);
        }
        m_before.pop_back();
    }
}

void Scenes::rebuild()
{
    m_marked = m_current < 0 ? Scene() : all()[static_cast<std::size_t>(m_current)];
    m_menu->clear();
    for (const Command& command : commandTable())
        if (command.place == CommandPlace::kSceneMenu)
            m_menu->addAction(&m_commands[command.id]);
    m_menu->addAction(m_showList);
    m_menu->addSeparator();
    for (std::size_t i = 0; i < all().size(); ++i) {
        QString name = shortName(all()[i].name);
        name.replace(QLatin1Char('&'), QLatin1String("&&")); // otherwise the next letter becomes a mnemonic
        QAction* const action = m_menu->addAction(tr("%1. %2").arg(i + 1).arg(name));
        action->setCheckable(true);
        action->setChecked(static_cast<int>(i) == m_current);
        connect(action, &QAction::triggered, this, [this, i] { go(static_cast<int>(i)); });
    }
    for (const CommandId id : {CommandId::kNextScene, CommandId::kPreviousScene, CommandId::kExportScenes})
        m_commands[id].setEnabled(!all().empty());
    m_commands[CommandId::kRemoveScene].setEnabled(m_current >= 0);
    emit changed();
}

} // namespace headlight
