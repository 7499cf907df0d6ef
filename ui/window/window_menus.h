#pragma once

#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/state/commands.h"

#include <map>

class QMainWindow;

namespace headlight {

class CommandActions;
class DockArea;

/// What stands in menus besides commands of the table (submenus, the views of the registry, lines between
/// them): before which command.
using MenuGuests = std::map<CommandId, QList<QAction*>>;

/// Fills the menu bar from the table of commands. All actions are the window's too: their shortcuts work
/// while the menu bar is hidden.
void buildMenus(QMainWindow& window, const CommandActions& commands, const MenuGuests& guests);

/// All actions by menu, then those of the heatmap and of the views: for the palette and the list of
/// shortcuts.
QList<ActionGroupList> actionGroups(const QMainWindow& window, const CommandActions& commands,
                                    const DockArea& views);

} // namespace headlight
