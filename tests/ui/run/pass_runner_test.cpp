// Passes that views order: beside the run they have its progress, its stop, its question and its warnings.
#include "ui/run/pass_runner.h"

#include "core/edit/recorded_edits.h"
#include "core/run/cell_effects.h"
#include "tests/support/catch.h"
#include "tests/support/model_folder.h"
#include "tests/support/tiny_model.h"
#include "ui/background/worker_thread.h"
#include "ui/run/run_controller.h"
#include "ui/state/effects_keeper.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <QDateTime>
#include <QFile>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace headlight;

namespace {

struct PassBench
{
    Workspace workspace;
    RunController runs{workspace};

    PassBench()
    {
        workspace.setModel(test::tinyModel());
        type(QStringLiteral("5 9 14 3"), 5);
    }
    void type(const QString& text, int newTokens)
    {
        Document next = workspace.document();
        next.text = text;
        next.decoding.maxNewTokens = newTokens;
        workspace.apply(next, {});
        const auto tokens = text.split(QLatin1Char(' ')).size();
        REQUIRE(waitFor([this, tokens] {
            const Snapshot& shown = *workspace.snapshot();
            return shown.finished && runs.isSettled() && !shown.trace.isNull()
                && std::ssize(shown.trace.tokens(StackKind::kEncoder)) == tokens;
        }));
    }
    template <typename Condition>
    bool waitFor(const Condition& condition) const
    {
        return QTest::qWaitFor(condition, 60000);
    }
    PassBoard& board() const { return workspace.passes(); }
    void order(PassKind kind, bool causal = true) const
    {
        board().order(kind, {causal}, workspace.snapshot()->trace);
    }
    const PassBoard::Entry& finished(PassKind kind) const
    {
        REQUIRE(waitFor([&] { return !board().entry(kind).running; }));
        return board().entry(kind);
    }
};

/// A line long enough for its passes to take a moment.
QString longLine()
{
    QStringList ids;
    for (int i = 0; i < 300; ++i)
        ids << QString::number(1 + i % 28);
    return ids.join(QLatin1Char(' '));
}

} // namespace

TEST_CASE("passes: loss and word order are run on what is shown, with progress", "[run]")
{
    PassBench bench;
    QStringList told;
    QObject::connect(&bench.runs, &RunController::progressed, &bench.workspace,
                     [&](const QString& what, qint64, qint64) { told << what; });
    bench.order(PassKind::kLoss);
    bench.order(PassKind::kWordOrder);
    CHECK(bench.board().isRunning());
    const auto& loss = bench.finished(PassKind::kLoss);
    REQUIRE(std::holds_alternative<TargetLoss>(loss.result));
    CHECK(std::get<TargetLoss>(loss.result).tokens.size()
          == bench.workspace.snapshot()->trace.tokens(StackKind::kDecoder).size());
    CHECK(std::get<TargetLoss>(loss.result).largestDifference() < 1e-4);
    const auto& order = bench.finished(PassKind::kWordOrder);
    REQUIRE(std::holds_alternative<WordOrder>(order.result));
    CHECK(std::get<WordOrder>(order.result).tokens.size() == 4);
    CHECK_FALSE(bench.board().isRunning());
    CHECK(bench.runs.isSettled());
    CHECK_FALSE(told.filter(QStringLiteral("step ")).isEmpty());
    CHECK_FALSE(told.filter(QStringLiteral("layer ")).isEmpty());
    CHECK_FALSE(bench.workspace.notice().has_value());
    bench.order(PassKind::kLoss, false);
    CHECK(std::get<TargetLoss>(bench.finished(PassKind::kLoss).result).largestDifference() > 1e-4);
}

TEST_CASE("passes: Stop ends them, and says so", "[run]")
{
    PassBench bench;
    bench.type(longLine(), 3);
    bench.order(PassKind::kWordOrder);
    bench.order(PassKind::kLoss);
    bench.runs.cancel();
    for (const PassKind kind : {PassKind::kLoss, PassKind::kWordOrder}) {
        CHECK_FALSE(bench.board().entry(kind).running);
        CHECK(bench.board().entry(kind).failure.contains(QStringLiteral("stopped")));
    }
    QTest::qWait(100);
    CHECK(std::holds_alternative<std::monostate>(bench.board().entry(PassKind::kLoss).result));
    bench.order(PassKind::kLoss); // and can be ordered again
    CHECK(std::holds_alternative<TargetLoss>(bench.finished(PassKind::kLoss).result));
}

TEST_CASE("passes: what would take long waits for permission", "[run]")
{
    PassBench bench;
    bench.runs.askAbove(0);
    int asked = 0;
    QObject::connect(&bench.runs, &RunController::leaveWanted, &bench.workspace, [&] { ++asked; });
    bench.order(PassKind::kLoss);
    CHECK(std::holds_alternative<std::monostate>(bench.finished(PassKind::kLoss).result));
    CHECK(asked == 1);
    REQUIRE(bench.workspace.notice().has_value());
    CHECK(bench.workspace.notice()->text.contains(QStringLiteral("would take about 1 minute")));
    CHECK(bench.board().entry(PassKind::kLoss).failure.contains(QStringLiteral("minute")));
    bench.runs.runAnyway();
    CHECK_FALSE(bench.workspace.notice().has_value());
    CHECK(std::holds_alternative<TargetLoss>(bench.finished(PassKind::kLoss).result));
    CHECK(asked == 1);
    bench.order(PassKind::kLoss); // the same again is not asked again
    CHECK(std::holds_alternative<TargetLoss>(bench.finished(PassKind::kLoss).result));
    CHECK(asked == 1);
}

TEST_CASE("passes: a run goes first, and what belonged to the earlier one is dropped", "[run]")
{
    PassBench bench;
    const auto& entry = bench.board().entry(PassKind::kLoss);
    // A run interrupts it; it begins again after the run, which has changed nothing.
    bench.order(PassKind::kLoss);
    bench.workspace.setRunning(true);
    QTest::qWait(50);
    CHECK(entry.running);
    CHECK(std::holds_alternative<std::monostate>(entry.result));
    bench.workspace.setRunning(false);
    CHECK(std::holds_alternative<TargetLoss>(bench.finished(PassKind::kLoss).result));
    // Ordered during a run, whose result takes the place of what was shown.
    bench.workspace.setRunning(true);
    bench.order(PassKind::kLoss);
    auto next = std::make_shared<Snapshot>(*bench.workspace.snapshot());
    next->trace = test::runTiny(test::tinyModel(), {{{4, 8}, {5, 9}}}).front();
    bench.workspace.publish(next);
    bench.workspace.setRunning(false);
    CHECK_FALSE(entry.running);
    CHECK(std::holds_alternative<std::monostate>(entry.result));
    CHECK(entry.failure.isEmpty());
}

TEST_CASE("passes: numbers that are not finite are told, once", "[run]")
{
    test::ModelFolder folder("paper-transformer");
    const auto sound = folder.open().value();
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->trace = test::runTiny(sound, {{{5, 6, 7}, {0, 8, 9}}}).front();
    snapshot->finished = true;
    folder.tensors.at("model.decoder.layers.1.fc1.weight").values[0]
        = std::numeric_limits<float>::quiet_NaN();
    Workspace workspace;
    WorkerThread lane;
    PassRunner runner(workspace, lane);
    workspace.setModel(folder.open().value());
    workspace.publish(snapshot);
    for (const bool first : {true, false}) {
        workspace.passes().order(PassKind::kLoss, {}, snapshot->trace);
        REQUIRE(QTest::qWaitFor([&] { return !workspace.passes().isRunning(); }, 60000));
        CHECK(std::holds_alternative<TargetLoss>(workspace.passes().entry(PassKind::kLoss).result));
        REQUIRE(workspace.notice().has_value() == first);
        if (first)
            CHECK(workspace.notice()->text.contains(
                QStringLiteral("model.decoder.layers.1.fc1.weight has NaN at [0, 0]")));
        workspace.setNotice(std::nullopt);
    }
    lane.wait();
}

TEST_CASE("passes: the map of masking is computed for the last row shown, and for the pinned one", "[run]")
{
    PassBench bench;
    Focus focus;
    const EffectsKeeper keeper(bench.workspace, focus);
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    focus.setHead(head);
    CHECK_FALSE(bench.board().isRunning());
    focus.setMap(MapKind::kIfMasked);
    CHECK(bench.board().entry(PassKind::kEffects).running);
    const Trace& line = bench.workspace.snapshot()->trace;
    const auto& tokens = line.tokens(StackKind::kDecoder);
    const auto map = [&] { return bench.workspace.shownTrace().attention(head); };
    const auto known = [&](int row) {
        const auto& entry = bench.finished(PassKind::kEffects);
        return entry.order.row == row && map().has(MapKind::kIfMasked);
    };
    CHECK(known(static_cast<int>(tokens.size()) - 1));
    focus.setPin({1, std::nullopt});
    REQUIRE(known(1));
    focus.setAsked({QStringLiteral("6"), QStringLiteral("2")});
    REQUIRE(known(1));
    const Measure measure{Metric::kLogitDifference, {{1, 6, 2}}};
    const auto effects = cellEffects({bench.workspace.model(), line, {}, measure}, {});
    REQUIRE(effects);
    const AttentionMap own = line.withEffects(*effects).attention(head);
    for (const MapKind kind : {MapKind::kIfMasked, MapKind::kEffect})
        CHECK((map().block(kind, 1, 0, 1, 4) - own.block(kind, 1, 0, 1, 4)).cwiseAbs().maxCoeff() < 1e-5F);
    focus.setAsked({QStringLiteral("no token"), {}}); // there is no tokenizer
    CHECK_FALSE(bench.finished(PassKind::kEffects).failure.isEmpty());
    CHECK(focus.map() == MapKind::kWeights);
    focus.setAsked({});
    focus.setMap(MapKind::kIfMasked);
    bench.type(QStringLiteral("7 21 4 18"), 5); // another line has another gradient
    CHECK(bench.finished(PassKind::kEffects).trace.leaf() == bench.workspace.snapshot()->trace.leaf());
    CHECK(map().has(MapKind::kIfMasked));
}

TEST_CASE("passes: the cells of a file are those of its model, edits and output, whatever is typed", "[run]")
{
    PassBench bench;
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("ids.txt")));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write("5,9,14\n3,8\n");
    file.close();
    PassOrder asked;
    asked.file = file.fileName();
    asked.maxNewTokens = 3;
    const auto knows = [&](const PassOrder& what) {
        const auto* const found
            = bench.board().find(PassKind::kWeighedCells, what, bench.workspace.snapshot()->trace);
        return found != nullptr && std::holds_alternative<PassBoard::Cells>(found->result);
    };
    bench.board().order(PassKind::kWeighedCells, asked, bench.workspace.snapshot()->trace);
    const auto& entry = bench.finished(PassKind::kWeighedCells);
    INFO(entry.failure.toStdString());
    REQUIRE(std::holds_alternative<PassBoard::Cells>(entry.result));
    CHECK(std::get<PassBoard::Cells>(entry.result)->size() == 2);
    CHECK(knows(asked));
    bench.type(QStringLiteral("5 9 3"), 5);
    CHECK(knows(asked));
    PassOrder other = asked;
    other.maxNewTokens = 4;
    CHECK_FALSE(knows(other));
    other = asked;
    other.written = QDateTime::fromSecsSinceEpoch(1);
    CHECK_FALSE(knows(other));
    Document edited = bench.workspace.document();
    edited.interventions.list = {HeadOff{patternOf({StackKind::kEncoder, 0, AttentionKind::kSelf, 0})}};
    bench.workspace.apply(edited, {});
    REQUIRE(
        bench.waitFor([&] { return !recordedEdits(bench.workspace.snapshot()->trace.info()).list.empty(); }));
    CHECK_FALSE(knows(asked));
    bench.workspace.setModel(test::tinyModel());
    CHECK(bench.board().entry(PassKind::kWeighedCells).trace.isNull());
}

TEST_CASE("passes: a trace file has no gradient, which is said", "[run]")
{
    Workspace workspace;
    Focus focus;
    const EffectsKeeper keeper(workspace, focus);
    auto opened = std::make_shared<Snapshot>();
    opened->trace = test::runTiny(test::tinyModel(), {{{5, 9, 14}, {0, 7}}}).front();
    opened->finished = true;
    workspace.publish(opened);
    focus.setMap(MapKind::kEffect);
    REQUIRE(workspace.notice().has_value());
    CHECK(workspace.notice()->text.contains(QStringLiteral("trace file")));
    CHECK(focus.map() == MapKind::kWeights);
}
