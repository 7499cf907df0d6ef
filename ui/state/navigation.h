#pragma once

#include "ui/state/commands.h"

namespace headlight {

class Focus;
class Workspace;

/// Moves the focus as the command says: to another layer, head or cell, or to and from a pin. Returns false
/// for other commands. Does not move without a result.
bool navigate(CommandId command, const Workspace& workspace, Focus& focus);

} // namespace headlight
