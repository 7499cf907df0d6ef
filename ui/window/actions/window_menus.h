#pragma once

#include "ui/dialogs/help_dialogs.h"
#include "ui/state/commands.h"

#include <map>

class QMainWindow;
class QMenu;
class QUndoStack;

namespace headlight {

class CommandActions;
class DockArea;
class Workspace;

/// Menu entries not in the table of commands, such as submenus, by the command they precede; null = a line.
using MenuGuests = std::map<CommandId, QList<QAction*>>;

/// Fills the menu bar, and adds the actions to the window: shortcuts work while the bar is hidden.
void buildMenus(QMainWindow& window, const CommandActions& commands, const MenuGuests& guests);

/// The menu of all views, grouped by the workspaces that they are made for.
QMenu& viewsMenu(DockArea& views);

/// All actions by menu, then those of the views: for the palette and the list of shortcuts.
QList<ActionGroupList> actionGroups(const QMainWindow& window, const CommandActions& commands,
                                    DockArea& views);

/// Sets up undo and redo: enabled if there is something to undo or redo, and labelled with its name.
void connectUndo(QUndoStack& stack, const CommandActions& commands);

/// Sets up which run is shown: before or after the edits, their difference, or both. While `context` lives.
void connectVersions(Workspace& workspace, const CommandActions& commands, QObject* context);

} // namespace headlight
