#include "ui/window/lessons/experiments.h"

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/dialogs/experiments_dialog.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/sweep_board.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/window/lessons/experiment_actions.h"
#include "ui/window/rooms/dock_area.h"

#include <QLabel>
#include <QPushButton>
#include <QUndoStack>

#include <algorithm>
#include <array>
#include <cmath>

using namespace headlight;
using headlight::test::WindowStart;

namespace {

/// A window on the built-in model with the dialog open.
struct ExperimentBench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    WindowStart start{settings};
    ExperimentsDialog* dialog = nullptr;
    std::vector<Experiment> experiments;

    ExperimentBench()
    {
        kTourSeen.set(settings, true);
        kLastText.set(settings, QStringLiteral("Good morning."));
        start.window.start();
        REQUIRE(WindowStart::wait([this] { return start.workspace.model() != nullptr; }));
        start.action("help.experiments")->trigger();
        dialog = start.window.findChild<ExperimentsDialog*>();
        REQUIRE(dialog != nullptr);
        experiments = start.window.findChild<ExperimentActions*>()->all();
    }
    const Snapshot& shown() const { return *start.workspace.snapshot(); }
    void perform(std::size_t experiment, std::size_t step)
    {
        const ExperimentStep& wanted = experiments[experiment].steps[step];
        QTest::mouseClick(&dialog->button(static_cast<int>(experiment), static_cast<int>(step)),
                          Qt::LeftButton);
        REQUIRE(WindowStart::wait([&] {
            return start.runs.isSettled() && shown().finished && !shown().trace.isNull()
                && start.workspace.document().interventions == wanted.edits
                && (shown().unedited == nullptr) == wanted.edits.empty();
        }));
        QCoreApplication::processEvents();
    }
    bool isShown(const char* view) const { return start.window.views().view(ViewId(view))->isVisible(); }
};

bool rounds(double value, double said)
{
    return std::abs(std::round(value * 100) - std::round(said * 100)) < 0.5;
}

} // namespace

TEST_CASE("experiments: after every step the window says what the guide says", "[window][experiments]")
{
    ExperimentBench bench;
    REQUIRE(bench.experiments.size() == 2);
    for (std::size_t e = 0; e < bench.experiments.size(); ++e) {
        const Experiment& experiment = bench.experiments[e];
        for (std::size_t s = 0; s < experiment.steps.size(); ++s) {
            const ExperimentStep& step = experiment.steps[s];
            INFO(step.title.toStdString());
            bench.perform(e, s);
            CHECK(bench.shown().output == step.output);
            CHECK(bench.start.workspace.document().text == experiment.sentence);
            CHECK(bench.dialog->outcome().contains(step.output));
        }
        // An experiment ends with the unedited model, and everything is undoable.
        CHECK(bench.start.workspace.document().interventions.empty());
    }
    while (bench.start.workspace.undoStack().canUndo())
        bench.start.workspace.undoStack().undo();
    CHECK(bench.start.workspace.document().text != bench.experiments[0].sentence);
}

TEST_CASE("experiments: the heads and numbers of the first one are what the sweep finds",
          "[window][experiments]")
{
    ExperimentBench bench;
    const ExperimentFacts facts;
    bench.perform(0, 0);
    const AttentionMap map = bench.shown().trace.attention(facts.aligning);
    CHECK(bench.start.focus.head() == facts.aligning);
    CHECK(map.queryTokens()[static_cast<std::size_t>(facts.writtenRow)].text.ends_with("chat"));
    CHECK(map.keyTokens()[static_cast<std::size_t>(facts.readKey)].text.ends_with("cat"));
    // "chat", "noir" and "dort" look at "cat", "black" and "sleep" more than at anything else.
    const Matrix weights = map.whole(MapKind::kWeights);
    CHECK(rounds(static_cast<double>(weights(facts.writtenRow, facts.readKey)), facts.alignedWeight));
    const Matrix next = bench.shown().trace.attention(facts.second).whole(MapKind::kWeights);
    CHECK(rounds(static_cast<double>(next(facts.writtenRow, facts.nextKey)), facts.nextWeight));
    const std::array<Index, 3> best{2, 1, 3};
    for (Index row = 2; row < 5; ++row) {
        Index key = 0;
        weights.row(row).maxCoeff(&key);
        CHECK(key == best.at(static_cast<std::size_t>(row - 2)));
    }

    bench.perform(0, 1);
    const SweepBoard& board = bench.start.workspace.sweeps();
    REQUIRE(WindowStart::wait([&] { return !board.isRunning() && board.result() != nullptr; }));
    std::vector<SweepPoint> points = board.result()->points;
    REQUIRE(points.size() == 12);
    std::sort(points.begin(), points.end(),
              [](const SweepPoint& a, const SweepPoint& b) { return a.change < b.change; });
    CHECK(headOf(points[0]) == facts.aligning);
    CHECK(headOf(points[1]) == facts.second);
    CHECK(rounds(points[0].change, facts.aligningLoss));
    CHECK(rounds(points[1].change, facts.secondLoss));
    CHECK(bench.isShown("heads"));
}

TEST_CASE("experiments: without its mask the decoder runs full passes and sees the future",
          "[window][experiments]")
{
    ExperimentBench bench;
    bench.perform(1, 1);
    CHECK_FALSE(bench.shown().cached);
    CHECK(bench.shown().unedited->cached);
    CHECK(bench.isShown("decoding"));
    bench.perform(1, 2);
    CHECK(bench.isShown("compare"));
    CHECK(bench.start.workspace.comparison().kind == ComparisonChoice::Kind::kEdits);
    const HeadRef head = bench.start.focus.head();
    const Matrix before = bench.shown().unedited->trace.attention(head).whole(MapKind::kWeights);
    const Matrix after = bench.shown().trace.attention(head).whole(MapKind::kWeights);
    CHECK(before(0, 1) == 0.0F);
    CHECK(after(0, 1) > 0.0F);
}

TEST_CASE("experiments: what was done stays done, and the dialog steps aside", "[window][experiments]")
{
    ExperimentBench bench;
    const auto isDone = [&bench](int experiment, int step) {
        return bench.dialog->button(experiment, step).text() == QStringLiteral("Run again");
    };
    bench.perform(0, 0);
    bench.perform(0, 1);
    CHECK(isDone(0, 0));
    CHECK(isDone(0, 1));
    CHECK_FALSE(isDone(0, 2));
    bench.perform(0, 0); // from the beginning
    CHECK(isDone(0, 0));
    CHECK_FALSE(isDone(0, 1));
    bench.perform(1, 0);
    CHECK_FALSE(isDone(0, 0));

    const QRect screen(0, 0, 1920, 1080), window(100, 100, 1200, 800);
    const QSize dialog(460, 600);
    CHECK(freePlace(dialog, window, screen, {}).x() > window.right()); // there is room beside it
    const QRect full(0, 0, 1920, 1080);
    const QRect map(0, 200, 1200, 800), docks(1200, 200, 700, 500);
    const QPoint place = freePlace(dialog, full, screen, {docks});
    CHECK_FALSE(QRect(place, dialog).intersects(docks));
    CHECK_FALSE(QRect(freePlace(dialog, full, screen, {map}), dialog).intersects(map));
}
