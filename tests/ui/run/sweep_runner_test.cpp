#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "ui/run/run_controller.h"
#include "ui/state/snapshot.h"
#include "ui/state/sweep_board.h"
#include "ui/state/workspace.h"
#include "ui/words/edit_text.h"

#include <QTest>
#include <QUndoStack>

using namespace headlight;

namespace {

struct SweepBench
{
    Workspace workspace;
    RunController runs{workspace};

    SweepBench()
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
    bool swept() const
    {
        return QTest::qWaitFor(
            [this] {
                const auto result = workspace.sweeps().result();
                return !workspace.sweeps().isRunning() && result != nullptr && result->finished();
            },
            60000);
    }
};

} // namespace

TEST_CASE("sweeps: an order is run on the shown input and published", "[run]")
{
    SweepBench bench;
    SweepOrder order;
    order.where = parseHeadPattern("decoder.*.cross.*").value();
    bench.workspace.sweeps().order(order);
    CHECK(bench.workspace.sweeps().isRunning());
    REQUIRE(bench.swept());
    const auto result = bench.workspace.sweeps().result();
    CHECK(result->points.size() == 8);
    CHECK(result->rows.size() == bench.workspace.snapshot()->trace.tokens(StackKind::kDecoder).size());

    // Trying one of its points keeps the result, so that the next can be tried, too.
    const Trace swept = bench.workspace.snapshot()->trace;
    CHECK_FALSE(bench.workspace.sweeps().isEdited());
    for (const std::size_t point : {0U, 3U}) {
        bench.workspace.apply(withEdit(bench.workspace.document(), result->points[point].edit),
                              QStringLiteral("Add"));
        CHECK(bench.workspace.sweeps().result() == result);
        CHECK(bench.workspace.sweeps().isEdited());
    }
    CHECK(bench.workspace.sweeps().trace().tokens(StackKind::kDecoder).size()
          == swept.tokens(StackKind::kDecoder).size());
    bench.workspace.undoStack().undo();
    bench.workspace.undoStack().undo();
    CHECK(bench.workspace.sweeps().result() == result);
    CHECK_FALSE(bench.workspace.sweeps().isEdited());
    // Any other change invalidates the result.
    bench.workspace.apply(withEdit(bench.workspace.document(), TokenHidden{StackKind::kEncoder, 1}),
                          QStringLiteral("Add"));
    CHECK(bench.workspace.sweeps().result() == nullptr);
}

TEST_CASE("sweeps: patches need no more than the other input; a fault is told", "[run]")
{
    SweepBench bench;
    SweepOrder order;
    order.kind = SweepOrder::Kind::kPatch;
    order.where = parseHeadPattern("encoder.*.self.*").value();
    order.from.ids = {7, 21, 4, 18};
    bench.workspace.sweeps().order(order);
    REQUIRE(bench.swept());
    CHECK(bench.workspace.sweeps().result()->points.size() == 8);
    order.from.ids = {9999};
    bench.workspace.sweeps().order(order);
    REQUIRE(QTest::qWaitFor([&] { return !bench.workspace.sweeps().isRunning(); }, 60000));
    CHECK(bench.workspace.sweeps().result() == nullptr);
    CHECK_FALSE(bench.workspace.sweeps().failure().isEmpty());
}

TEST_CASE("runs: under edits the run without them stands beside", "[run]")
{
    SweepBench bench;
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
