#pragma once

#include "ui/state/commands.h"

namespace headlight {

class Focus;
class Workspace;

/// Moves the focus as the command says: to another layer, head or cell, or to and from a pin. False for
/// commands that do something else. Without a result nothing moves.
bool navigate(CommandId command, const Workspace& workspace, Focus& focus);

} // namespace headlight
