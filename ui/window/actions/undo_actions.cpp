#include "ui/window/actions/undo_actions.h"

#include "ui/window/actions/command_actions.h"

#include <QAction>
#include <QString>
#include <QUndoStack>

namespace headlight {

namespace {

void nameStep(QAction& action, const QString& words, const QString& step)
{
    action.setText(step.isEmpty() ? words : words + QLatin1Char(' ') + step);
}

} // namespace

void connectUndo(QUndoStack& stack, const CommandActions& commands)
{
    QAction* const undo = &commands[CommandId::kUndo];
    QAction* const redo = &commands[CommandId::kRedo];
    const QString undoWords = undo->text(), redoWords = redo->text();
    QObject::connect(undo, &QAction::triggered, &stack, &QUndoStack::undo);
    QObject::connect(redo, &QAction::triggered, &stack, &QUndoStack::redo);
    QObject::connect(&stack, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    QObject::connect(&stack, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    QObject::connect(&stack, &QUndoStack::undoTextChanged, undo,
                     [undo, undoWords](const QString& step) { nameStep(*undo, undoWords, step); });
    QObject::connect(&stack, &QUndoStack::redoTextChanged, redo,
                     [redo, redoWords](const QString& step) { nameStep(*redo, redoWords, step); });
    undo->setEnabled(stack.canUndo());
    redo->setEnabled(stack.canRedo());
    nameStep(*undo, undoWords, stack.undoText());
    nameStep(*redo, redoWords, stack.redoText());
}

} // namespace headlight
