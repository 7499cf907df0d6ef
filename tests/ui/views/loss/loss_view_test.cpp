#include "ui/views/loss/loss_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/background/worker_thread.h"
#include "ui/run/pass_runner.h"
#include "ui/state/snapshot.h"

#include <QCheckBox>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct LossBench : ViewBench
{
    WorkerThread lane;
    PassRunner runner{workspace, lane};
    LossView view{context};

    LossBench()
    {
        focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
        view.resize(700, 360);
        view.show();
    }
    ~LossBench()
    {
        runner.stop();
        lane.wait();
    }
    LossBench(const LossBench&) = delete;
    LossBench& operator=(const LossBench&) = delete;
    LossBench(LossBench&&) = delete;
    LossBench& operator=(LossBench&&) = delete;

    /// A finished run of the line, after which `last` was written. given: the line was the reader's own.
    void run(const std::shared_ptr<const Model>& model, const test::Ids& line, std::optional<TokenId> last,
             bool given = false)
    {
        workspace.setModel(model);
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->trace = test::runTiny(model, {{{4, 8, 2}, line}}).front();
        snapshot->finished = true;
        if (last) {
            DecodeStep step;
            step.token.id = *last;
            step.token.text = "end";
            step.trace = snapshot->trace;
            snapshot->steps.assign(given ? 2 : 1, step);
            snapshot->steps.front().forced = given;
        }
        workspace.publish(snapshot);
        settle();
    }
    void settle()
    {
        turn();
        REQUIRE(QTest::qWaitFor([this] { return !view.isWorking(); }, 10000));
        turn();
    }
    QString shown(int row, int column) const
    {
        return view.model().index(row, column).data(Qt::DisplayRole).toString();
    }
};

} // namespace

TEST_CASE("loss view: the shifted target stands under the input, with the loss of each token",
          "[views][loss]")
{
    LossBench bench;
    const auto model = test::tinyModel();
    bench.run(model, {5, 9, 14}, 7);
    REQUIRE(bench.view.model().columnCount() == 3);
    CHECK(bench.shown(LossModel::kTargetRow, 0) == bench.shown(LossModel::kInputRow, 1));
    CHECK(bench.shown(LossModel::kTargetRow, 1) == bench.shown(LossModel::kInputRow, 2));
    CHECK(bench.shown(LossModel::kTargetRow, 2) == QStringLiteral("end"));
    const TargetLoss& loss = bench.view.model().loss();
    for (int i = 0; i < 3; ++i)
        CHECK(bench.shown(LossModel::kLossRow, i) == nats(loss.tokens[static_cast<std::size_t>(i)].onePass));
    CHECK(bench.view.statement().contains(nats(loss.sum())));
    CHECK(bench.view.statement().contains(nats(loss.mean())));
    CHECK(bench.view.statement().contains(QStringLiteral("equals")));
    CHECK_FALSE(bench.view.grab().isNull());
    // The keyboard moves along the line, and the other views follow.
    auto& table = *bench.view.findChild<QTableView*>();
    table.setFocus();
    table.setCurrentIndex(bench.view.model().index(LossModel::kLossRow, 0));
    QTest::keyClick(&table, Qt::Key_Right);
    CHECK(bench.focus.pin().query == 1);
    bench.focus.setPin({2, std::nullopt});
    ViewBench::turn();
    CHECK(table.currentIndex().column() == 2);
}

TEST_CASE("loss view: in a narrow view the line stands upright, and nothing scrolls to the right",
          "[views][loss]")
{
    LossBench bench;
    bench.view.resize(36 * bench.view.fontMetrics().averageCharWidth(), 400); // as at 1024 × 700
    bench.run(test::tinyModel(), {5, 9, 14, 3, 21, 8, 11, 2, 6}, 7);
    const LossModel& model = bench.view.model();
    auto& table = *bench.view.findChild<QTableView*>();
    REQUIRE(model.rowCount() == 9);
    CHECK(table.horizontalScrollBar()->maximum() == 0);
    CHECK(model.indexOf(LossModel::kLossRow, 4).data().toString() == nats(model.loss().tokens[4].onePass));
    // The two losses stand side by side only where they differ.
    CHECK(table.isColumnHidden(LossModel::kStepRow));
    auto* const leak = bench.view.findChild<QCheckBox*>();
    leak->setFocus();
    QTest::keyClick(leak, Qt::Key_Space);
    bench.settle();
    CHECK_FALSE(table.isColumnHidden(LossModel::kStepRow));
    CHECK(table.horizontalScrollBar()->maximum() == 0);
    // The keyboard moves down the line, and the other views follow.
    table.setFocus();
    table.setCurrentIndex(model.indexOf(LossModel::kLossRow, 0));
    QTest::keyClick(&table, Qt::Key_Down);
    CHECK(bench.focus.pin().query == 1);
    // In a wide view it lies again, with everything.
    bench.view.resize(900, 360);
    ViewBench::turn();
    CHECK(model.columnCount() == 9);
    CHECK(table.currentIndex().column() == 1);
    for (int column = 0; column < 9; ++column)
        CHECK_FALSE(table.isColumnHidden(column));
}

TEST_CASE("loss view: where the reader's target does not end, the last row is said to be the model's",
          "[views][loss]")
{
    LossBench bench;
    for (const bool given : {false, true}) {
        bench.run(test::tinyModel(), {5, 9, 14}, 7, given);
        CHECK(bench.view.statement().contains(QStringLiteral("model’s own choice")) == given);
    }
}

TEST_CASE("loss view: it follows the step of the decoding, and says of which it is", "[views][loss]")
{
    LossBench bench;
    const auto model = test::tinyModel();
    bench.workspace.setModel(model);
    const test::Ids line{5, 9, 14};
    auto snapshot = std::make_shared<Snapshot>();
    for (std::size_t i = 0; i < line.size(); ++i) {
        const test::Ids read(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        DecodeStep step;
        step.token.id = i + 1 < line.size() ? line[i + 1] : 7;
        step.trace = test::runTiny(model, {{{4, 8, 2}, read}}).front();
        snapshot->steps.push_back(step);
    }
    snapshot->trace = snapshot->steps.back().trace;
    snapshot->finished = true;
    bench.workspace.publish(snapshot);
    bench.settle();
    const TargetLoss whole = bench.view.model().loss();
    REQUIRE(whole.tokens.size() == 3);
    CHECK_FALSE(bench.view.statement().contains(QStringLiteral("step 1 of 3")));
    bench.workspace.setStep(1);
    bench.settle();
    CHECK(bench.view.model().columnCount() == 2);
    CHECK(bench.shown(LossModel::kLossRow, 1) == nats(whole.tokens[1].onePass));
    CHECK(bench.view.statement().contains(nats(whole.tokens[0].onePass + whole.tokens[1].onePass)));
    CHECK(bench.view.statement().contains(QStringLiteral("Up to step 2 of 3.")));
    bench.workspace.setStep(-1);
    bench.settle();
    CHECK(bench.view.model().columnCount() == 3);
    CHECK_FALSE(bench.view.statement().contains(QStringLiteral("Up to step")));
}

TEST_CASE("loss view: the leak is one click, and shown by its size", "[views][loss]")
{
    LossBench bench;
    bench.run(test::tinyModel(), {5, 9, 14, 3, 21}, 7);
    const double before = bench.view.model().loss().largestDifference();
    auto* const leak = bench.view.findChild<QCheckBox*>();
    leak->setFocus();
    QTest::keyClick(leak, Qt::Key_Space);
    bench.settle();
    CHECK(before < 1e-4);
    CHECK(bench.view.model().loss().largestDifference() > 1e-3);
    CHECK(bench.view.statement().contains(QStringLiteral("change earlier")));
    QTest::keyClick(leak, Qt::Key_Space);
    bench.settle();
    CHECK(bench.view.model().loss().largestDifference() < 1e-4);
}

TEST_CASE("loss view: one token, and many", "[views][loss]")
{
    LossBench bench;
    const auto model = test::tinyModel();
    bench.run(model, {5}, 7);
    CHECK(bench.view.model().columnCount() == 1);
    bench.run(model, {5, 6}, std::nullopt); // the token after the last one is unknown
    CHECK(bench.view.model().columnCount() == 1);
    test::Ids many;
    for (int i = 0; i < 500; ++i)
        many.push_back((i * 7) % 29);
    bench.run(model, many, 7);
    CHECK(bench.view.model().columnCount() == 500);
    CHECK_FALSE(bench.view.grab().isNull());
}

TEST_CASE("loss view: without a model, a decoder or a run it says why", "[views][loss]")
{
    LossBench bench;
    ViewBench::turn();
    CHECK(bench.view.statement().contains(QStringLiteral("Type a sentence")));
    bench.workspace.publish(syntheticSnapshot());
    ViewBench::turn();
    CHECK(bench.view.statement().contains(QStringLiteral("Open the model")));
    SyntheticOptions encoder;
    encoder.target = 0;
    bench.workspace.publish(syntheticSnapshot(encoder));
    ViewBench::turn();
    CHECK(bench.view.statement().contains(QStringLiteral("no decoder")));
}

TEST_CASE("loss: numbers are written without an exponent", "[views][loss]")
{
    CHECK(nats(0.02712) == QStringLiteral("0.0271"));
    CHECK(nats(12.345) == QStringLiteral("12.35"));
    CHECK(differenceText(0) == QStringLiteral("0"));
    CHECK(differenceText(3e-7) == QStringLiteral("<0.00001"));
    CHECK(differenceText(-0.25) == QStringLiteral("−0.2500"));
}

TEST_CASE("loss view: tokens of the chat template are said to be from it, and written in italics",
          "[views][loss][chat]")
{
    LossModel model;
    TargetLoss loss;
    TokenLoss token;
    token.input.text = "user";
    token.input.fromTemplate = true;
    token.target.text = "cat";
    loss.tokens.push_back(token);
    model.setLoss(loss);
    CHECK(model.words(0).startsWith(
        QStringLiteral("Having read “user”, from the chat template, “cat” has probability")));
    const auto isItalic
        = [&](int row) { return model.index(row, 0).data(Qt::FontRole).value<QFont>().italic(); };
    CHECK(isItalic(LossModel::kInputRow));
    CHECK_FALSE(isItalic(LossModel::kTargetRow));
    CHECK_FALSE(model.index(LossModel::kTargetRow, 0).data(Qt::FontRole).isValid());
    CHECK_FALSE(model.index(LossModel::kLossRow, 0).data(Qt::FontRole).isValid());
}
