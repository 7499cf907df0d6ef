#include "ui/window/actions/window_menus.h"

#include "tests/support/catch.h"
#include "ui/widgets/command_actions.h"

#include <QAction>
#include <QUndoStack>

using namespace headlight;

TEST_CASE("undo: the menu names the step, and can only be chosen where there is one", "[window]")
{
    QUndoStack stack;
    const CommandActions commands;
    connectUndo(stack, commands);
    QAction& undo = commands[CommandId::kUndo];
    QAction& redo = commands[CommandId::kRedo];
    const QString words = undo.text();
    CHECK_FALSE(undo.isEnabled());
    CHECK_FALSE(redo.isEnabled());
    stack.push(new QUndoCommand(QStringLiteral("Typing")));
    CHECK(undo.isEnabled());
    CHECK(undo.text() == words + QStringLiteral(" Typing"));
    undo.trigger();
    CHECK(stack.index() == 0);
    CHECK(undo.text() == words);
    CHECK_FALSE(undo.isEnabled());
    CHECK(redo.text().endsWith(QStringLiteral(" Typing")));
    redo.trigger();
    CHECK(stack.index() == 1);
}
