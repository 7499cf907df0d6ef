#pragma once

class QUndoStack;

namespace headlight {

class CommandActions;

/// Sets up undo and redo: enabled if there is something to undo or redo, and labelled with its name.
void connectUndo(QUndoStack& stack, const CommandActions& commands);

} // namespace headlight
