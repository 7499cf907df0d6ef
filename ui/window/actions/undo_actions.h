#pragma once

class QUndoStack;

namespace headlight {

class CommandActions;

/// Undo and redo: enabled where there is something to undo or redo, and with its name.
void connectUndo(QUndoStack& stack, const CommandActions& commands);

} // namespace headlight
