#pragma once

#include "ui/state/commands.h"

class QAction;
class QObject;

namespace headlight {

/// An action with the name, words, tip and keys that the table gives to the command. The parent owns it.
QAction* makeCommandAction(CommandId id, QObject* parent);

} // namespace headlight
