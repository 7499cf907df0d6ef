#pragma once

#include "ui/state/commands.h"

class QAction;
class QObject;

namespace headlight {

/// An action with the command's name, words, tip and keys from the table. The parent owns it.
QAction* makeCommandAction(CommandId id, QObject* parent);

} // namespace headlight
