#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "ui/run/run_controller.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/words/edit_text.h"

#include <QTest>
#include <QUndoStack>

using namespace headlight;

namespace {

struct UneditedBench
{
    Workspace workspace;
    RunController runs{workspace};

    UneditedBench()
    {
        workspace.setModel(test::tinyModel());
        Document next = workspace.document();
        next.text = QStringLiteral("5 9 14 3");
        next.decoding.maxNewTokens = 5;
        workspace.apply(next, {});
        REQUIRE(finished());
    }
    bool finished() const
    {
        return QTest::qWaitFor(
            [this] {
                const Snapshot& shown = *workspace.snapshot();
                return shown.finished && !workspace.isRunning() && !shown.trace.isNull()
                    && workspace.document().interventions.empty() == (shown.unedited == nullptr);
            },
            60000);
    }
};

} // namespace

TEST_CASE("runs: under edits the run without them stands beside", "[run]")
{
    UneditedBench bench;
    const auto plain = bench.workspace.snapshot();
    CHECK(plain->unedited == nullptr);
    bench.workspace.apply(
        withEdit(bench.workspace.document(), HeadOff{parseHeadPattern("decoder.*.cross.*").value()}),
        QStringLiteral("Off"));
    REQUIRE(bench.finished());
    const auto edited = bench.workspace.snapshot();
    REQUIRE(edited->unedited != nullptr);
    CHECK(edited->trace.info().edits.size() == 1);
    CHECK(edited->unedited->trace.info().edits.empty());
    CHECK(edited->unedited->trace.leaf() == plain->trace.leaf()); // not run again
    bench.workspace.undoStack().undo();
    REQUIRE(bench.finished());
    CHECK(bench.workspace.snapshot()->unedited == nullptr);
}

TEST_CASE("runs: the outputs of a model without a tokenizer are compared by their ids", "[run]")
{
    UneditedBench bench;
    bench.workspace.apply(
        withEdit(bench.workspace.document(), HeadOff{parseHeadPattern("decoder.*.cross.*").value()}),
        QStringLiteral("Off"));
    REQUIRE(bench.finished());
    const auto edited = bench.workspace.snapshot();
    REQUIRE_FALSE(edited->steps.empty());
    CHECK(edited->output.startsWith(QString::number(edited->steps.front().token.id)));
    CHECK(edited->output != edited->unedited->output);
}
