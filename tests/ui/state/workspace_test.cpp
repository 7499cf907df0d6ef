#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "ui/state/workspace.h"

#include <QUndoStack>

using namespace headlight;

namespace {

constexpr int kTyping = 1;

Document withText(const Workspace& workspace, const QString& text)
{
    Document next = workspace.document();
    next.text = text;
    return next;
}

} // namespace

TEST_CASE("workspace: an edit with a name can be undone and redone", "[state]")
{
    Workspace workspace;
    int changes = 0;
    QObject::connect(&workspace, &Workspace::documentChanged, &workspace, [&] { ++changes; });
    Document next = workspace.document();
    next.interventions.masks.decoderCausal = Toggle::kOff;
    workspace.apply(next, QStringLiteral("Causal mask"));
    CHECK(workspace.document() == next);
    workspace.undoStack().undo();
    CHECK(workspace.document() == Document{});
    workspace.undoStack().redo();
    CHECK(workspace.document() == next);
    CHECK(changes == 3);
}

TEST_CASE("workspace: typing becomes one undo step, other edits do not join it", "[state]")
{
    Workspace workspace;
    for (const char* text : {"t", "th", "the"})
        workspace.apply(withText(workspace, QString::fromLatin1(text)), QStringLiteral("Typing"), kTyping);
    CHECK(workspace.undoStack().count() == 1);
    Document toggled = workspace.document();
    toggled.interventions.masks.padding = false;
    workspace.apply(toggled, QStringLiteral("Padding mask"));
    workspace.apply(withText(workspace, QStringLiteral("the c")), QStringLiteral("Typing"), kTyping);
    CHECK(workspace.undoStack().count() == 3);
    workspace.undoStack().undo();
    CHECK(workspace.document().text == QStringLiteral("the"));
    CHECK_FALSE(workspace.document().interventions.masks.padding);
    workspace.undoStack().undo();
    workspace.undoStack().undo();
    CHECK(workspace.document() == Document{});
}

TEST_CASE("workspace: an edit without a name is no undo step", "[state]")
{
    Workspace workspace;
    Document next = workspace.document();
    next.line = 2;
    workspace.apply(next, {});
    CHECK(workspace.document().line == 2);
    CHECK(workspace.undoStack().count() == 0);
}

TEST_CASE("workspace: applying the same document says nothing", "[state]")
{
    Workspace workspace;
    int changes = 0;
    QObject::connect(&workspace, &Workspace::documentChanged, &workspace, [&] { ++changes; });
    workspace.apply(workspace.document(), QStringLiteral("Nothing"));
    CHECK(changes == 0);
    CHECK(workspace.undoStack().count() == 0);
}

TEST_CASE("workspace: undo does not reach across a change of model", "[state]")
{
    Workspace workspace;
    const auto first = test::tinyModel(), second = test::tinyModel();
    workspace.setModel(first);
    Document next = workspace.document();
    next.forced = {3, 4};
    workspace.apply(next, QStringLiteral("Other token"));
    workspace.setModel(first);
    CHECK(workspace.undoStack().canUndo()); // still the same step
    workspace.undoStack().undo();
    workspace.setModel(second);
    CHECK_FALSE(workspace.undoStack().canRedo());
    CHECK(workspace.undoStack().isClean());
    workspace.apply(next, QStringLiteral("Other token"));
    workspace.setModel(first);
    CHECK_FALSE(workspace.undoStack().canUndo());
    CHECK_FALSE(workspace.undoStack().isClean()); // the edit was not saved, although it cannot be undone
}

TEST_CASE("workspace: the shown trace is that of the step", "[state]")
{
    Workspace workspace;
    CHECK(workspace.shownTrace().isNull());
    workspace.publish(headlight::testing::syntheticSnapshot());
    CHECK(workspace.shownTrace().tokens(StackKind::kDecoder).size() == 5);
    workspace.setStep(1);
    CHECK(workspace.shownTrace().tokens(StackKind::kDecoder).size() == 2);
    workspace.setStep(99);
    CHECK(workspace.step() == 4);
    workspace.setStep(-7);
    CHECK(workspace.step() == -1);
}

TEST_CASE("workspace: a shorter result never leaves a step that is not there", "[state]")
{
    Workspace workspace;
    workspace.publish(headlight::testing::syntheticSnapshot());
    workspace.setStep(4);
    headlight::testing::SyntheticOptions shorter;
    shorter.target = 2;
    int moves = 0;
    QObject::connect(&workspace, &Workspace::stepChanged, &workspace, [&] { ++moves; });
    workspace.publish(headlight::testing::syntheticSnapshot(shorter));
    CHECK(workspace.step() < 2);
    CHECK(moves == 1);
    workspace.publish(nullptr);
    REQUIRE(workspace.snapshot() != nullptr);
    CHECK(workspace.step() == -1);
}

TEST_CASE("workspace: a notice is announced once", "[state]")
{
    Workspace workspace;
    int changes = 0;
    QObject::connect(&workspace, &Workspace::noticeChanged, &workspace, [&] { ++changes; });
    workspace.setNotice(std::nullopt);
    CHECK(changes == 0);
    workspace.setNotice(Notice{QStringLiteral("a"), QStringLiteral("b"), true});
    workspace.setNotice(Notice{QStringLiteral("a"), QStringLiteral("b"), true});
    CHECK(changes == 1);
    workspace.setNotice(std::nullopt);
    CHECK(changes == 2);
}
