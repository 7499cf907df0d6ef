#include "ui/window/actions/window_menus.h"

#include "ui/state/snapshot.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_table.h"

#include <QAction>
#include <QActionGroup>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>

#include <algorithm>
#include <array>
#include <utility>

namespace headlight {

namespace {

void buildMenu(QMainWindow& window, const QString& title, CommandPlace place, const CommandActions& commands,
               const MenuGuests& guests)
{
    QMenu* const menu = window.menuBar()->addMenu(title);
    int group = 0;
    for (const Command& command : commandTable()) {
        if (command.place != place)
            continue;
        if (command.group != group)
            menu->addSeparator();
        group = command.group;
        const auto found = guests.find(command.id);
        for (QAction* const guest : found == guests.end() ? QList<QAction*>() : found->second)
            if (guest == nullptr)
                menu->addSeparator();
            else
                menu->addAction(guest);
        menu->addAction(&commands[command.id]);
    }
}

void addToWindow(QMainWindow& window, const QMenu& menu)
{
    for (QAction* action : menu.actions()) {
        if (action->menu() != nullptr)
            addToWindow(window, *action->menu());
        else if (!action->isSeparator())
            window.addAction(action);
    }
}

/// The entries of a menu, then those of the menus in it.
void addGroups(QList<ActionGroupList>& groups, const QAction& title)
{
    ActionGroupList group{title.text().remove(QLatin1Char('&')), {}};
    QList<const QAction*> inner;
    for (QAction* action : title.menu()->actions()) {
        if (action->menu() != nullptr)
            inner << action;
        else
            group.actions << action;
    }
    groups << group;
    for (const QAction* const each : inner)
        addGroups(groups, *each);
}

} // namespace

void buildMenus(QMainWindow& window, const CommandActions& commands, const MenuGuests& guests)
{
    buildMenu(window, tr("&File"), CommandPlace::kFileMenu, commands, guests);
    buildMenu(window, tr("&Edit"), CommandPlace::kEditMenu, commands, guests);
    buildMenu(window, tr("&View"), CommandPlace::kViewMenu, commands, guests);
    buildMenu(window, tr("&Go"), CommandPlace::kGoMenu, commands, guests);
    buildMenu(window, tr("&Help"), CommandPlace::kHelpMenu, commands, guests);
    for (const QAction* title : window.menuBar()->actions())
        addToWindow(window, *title->menu());
}

QMenu& viewsMenu(DockArea& views)
{
    auto* const menu = new QMenu(tr("&Views"), &views);
    QString group;
    for (std::size_t i = 0; i < viewRegistry().size(); ++i) {
        if (const QString own = groupOf(viewRegistry()[i]); own != std::exchange(group, own))
            menu->addSection(own);
        menu->addAction(views.viewActions()[i]);
    }
    return *menu;
}

QList<ActionGroupList> actionGroups(const QMainWindow& window, const CommandActions& commands,
                                    DockArea& views)
{
    views.makeAllViews();
    QList<ActionGroupList> groups;
    for (const QAction* title : window.menuBar()->actions())
        addGroups(groups, *title);
    ActionGroupList heatmap{tr("In the heatmap"), {}};
    for (const Command& command : commandTable())
        if (command.place == CommandPlace::kHeatmap)
            heatmap.actions << &commands[command.id];
    groups << heatmap;
    ActionGroupList own{tr("In the views"), {}};
    const std::vector<QAction*>& toViews = views.viewActions();
    for (QMenu* menu : views.findChildren<QMenu*>())
        emit menu->aboutToShow(); // some menus are filled only then
    for (QAction* action : views.findChildren<QAction*>()) // docks have one of Qt's own for their view
        if (qobject_cast<const QDockWidget*>(action->parent()) == nullptr
            && std::find(toViews.begin(), toViews.end(), action) == toViews.end())
            own.actions << action;
    groups << own;
    return groups;
}

void connectUndo(QUndoStack& stack, const CommandActions& commands)
{
    const auto follow
        = [&](CommandId id, auto act, auto canChanged, auto textChanged, bool can, const QString& text) {
              QAction* const action = &commands[id];
              const auto name = [action, words = action->text()](const QString& step) {
                  action->setText(step.isEmpty() ? words : words + QLatin1Char(' ') + step);
              };
              QObject::connect(action, &QAction::triggered, &stack, act);
              QObject::connect(&stack, canChanged, action, &QAction::setEnabled);
              QObject::connect(&stack, textChanged, action, name);
              action->setEnabled(can);
              name(text);
          };
    follow(CommandId::kUndo, &QUndoStack::undo, &QUndoStack::canUndoChanged, &QUndoStack::undoTextChanged,
           stack.canUndo(), stack.undoText());
    follow(CommandId::kRedo, &QUndoStack::redo, &QUndoStack::canRedoChanged, &QUndoStack::redoTextChanged,
           stack.canRedo(), stack.redoText());
}

void connectVersions(Workspace& workspace, const CommandActions& commands, QObject* context)
{
    const std::array versions{&commands[CommandId::kRunBefore], &commands[CommandId::kRunAfter],
                              &commands[CommandId::kRunDifference], &commands[CommandId::kRunMean],
                              &commands[CommandId::kRunSpread]}; // by RunVersion
    QAction* const beside = &commands[CommandId::kCompareRuns];
    auto* const group = new QActionGroup(context);
    for (std::size_t i = 0; i < versions.size(); ++i)
        QObject::connect(group->addAction(versions.at(i)), &QAction::triggered, group,
                         [&workspace, i] { workspace.setVersion(static_cast<RunVersion>(i)); });
    QObject::connect(beside, &QAction::triggered, group, [&workspace] {
        workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    });
    const auto refresh = [&workspace, versions, beside] {
        for (std::size_t i = 0; i < versions.size(); ++i) {
            const auto version = static_cast<RunVersion>(i);
            const bool ofMany = version == RunVersion::kMean || version == RunVersion::kSpread;
            versions.at(i)->setEnabled(ofMany ? workspace.snapshot()->runs > 1 : workspace.hasUnedited());
        }
        beside->setEnabled(workspace.hasUnedited());
        versions.at(static_cast<std::size_t>(workspace.version()))->setChecked(true);
    };
    QObject::connect(&workspace, &Workspace::documentChanged, group, refresh);
    QObject::connect(&workspace, &Workspace::snapshotChanged, group, refresh);
    QObject::connect(&workspace, &Workspace::stepChanged, group, refresh);
    refresh();
}

} // namespace headlight
