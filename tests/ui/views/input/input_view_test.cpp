#include "ui/views/input/input_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/background/worker_thread.h"
#include "ui/run/pass_runner.h"
#include "ui/state/snapshot.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/matrix_panel.h"

#include <QComboBox>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct InputBench : ViewBench
{
    WorkerThread lane;
    PassRunner runner{workspace, lane};
    InputView view{context};

    InputBench()
    {
        view.resize(1000, 600);
        view.show();
        turn();
    }
    ~InputBench()
    {
        runner.stop();
        lane.wait();
    }
    InputBench(const InputBench&) = delete;
    InputBench& operator=(const InputBench&) = delete;
    InputBench(InputBench&&) = delete;
    InputBench& operator=(InputBench&&) = delete;

    void settle()
    {
        turn();
        REQUIRE(QTest::qWaitFor([this] { return !view.isWorking(); }, 10000));
        turn();
    }
    void run(const std::shared_ptr<const Model>& model)
    {
        workspace.setModel(model);
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->trace = test::runTiny(model, {{{4, 8, 2, 11}, {5, 9}}}).front();
        snapshot->finished = true;
        workspace.publish(snapshot);
        settle();
    }
    void press(const QString& text)
    {
        for (QToolButton* button : view.findChildren<QToolButton*>())
            if (button->text() == text) {
                QTest::mouseClick(button, Qt::LeftButton);
                return settle();
            }
        FAIL("no button " << text.toStdString());
    }
};

} // namespace

TEST_CASE("input view: embeddings + positions = sum, as recorded", "[views][input]")
{
    InputBench bench;
    const auto model = test::tinyModel();
    bench.run(model);
    const Trace trace = bench.workspace.shownTrace();
    const auto panels = bench.view.panels();
    REQUIRE(panels.size() == 4);
    const Matrix e = trace.stackMatrix(Site::kEmbeddings, StackKind::kEncoder);
    const Matrix p = trace.stackMatrix(Site::kPositions, StackKind::kEncoder);
    CHECK(panels[0]->values() == e);
    CHECK(panels[1]->values() == p);
    CHECK(panels[3]->values() == e + p);
    CHECK((panels[3]->values() - trace.residual(StackKind::kEncoder, 0)).cwiseAbs().maxCoeff() < 1e-5F);
    CHECK(bench.view.statement().contains(QStringLiteral("first layer reads")));
    CHECK_FALSE(panels[2]->isVisible()); // no segments
    CHECK_FALSE(bench.view.grab().isNull());
    // Choose the other stack with the keyboard.
    QComboBox* choice = nullptr;
    for (QComboBox* each : bench.view.findChildren<QComboBox*>())
        if (each->isVisible())
            choice = each;
    REQUIRE(choice != nullptr);
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Down);
    bench.settle();
    CHECK(panels[0]->values().rows() == 2);
}

TEST_CASE("input view: without segments there is no gap before the sum", "[views][input]")
{
    InputBench bench;
    bench.run(test::tinyModel());
    const auto panels = bench.view.panels();
    const int letter = bench.view.fontMetrics().averageCharWidth();
    bench.view.resize(200 * letter, 600); // all in one row
    ViewBench::turn();
    CHECK(panels[3]->y() == panels[0]->y());
    CHECK(2 * panels[3]->x() < 5 * panels[1]->x());
    bench.view.resize(130 * letter, 600); // two in a row
    ViewBench::turn();
    CHECK(panels[3]->y() > panels[0]->y());
    CHECK(2 * panels[3]->width() > 3 * panels[0]->width());
}

TEST_CASE("input view: the formulas stand beside each other with their difference", "[views][input][texts]")
{
    InputBench bench;
    bench.press(QStringLiteral("Formulas"));
    bench.view.setSize(2, 8);
    bench.settle();
    const auto panels = bench.view.panels();
    REQUIRE(panels.size() == 6);
    CHECK(panels[0]->values() == positionTable(PositionFormula::kPaper, 2, 8));
    CHECK(panels[2]->values() == positionTable(PositionFormula::kSteep, 2, 8));
    CHECK(panels[5]->values() == panels[2]->values() - panels[0]->values());
    // The numbers of the introductions appear on screen.
    CHECK(panels[2]->line().contains(QStringLiteral("0.84147  0.5403  0.01  0.99995  0.0001  1  0  1")));
    CHECK(panels[0]->line().contains(
        QStringLiteral("0.84147  0.5403  0.09983  0.995  0.01  0.99995  0.001  1")));
    CHECK(panels[4]->line().contains(QStringLiteral("adds nothing"))); // there is no model
    for (QSpinBox* spin : bench.view.findChildren<QSpinBox*>())
        if (spin->accessibleName().contains(QStringLiteral("written out")))
            spin->setValue(0);
    CHECK(panels[2]->line().contains(QStringLiteral("0  1  0  1  0  1  0  1")));
    bench.run(test::tinyModel());
    // With a model, its own: the paper's, as wide as the model.
    CHECK(panels[4]->values() == positionTable(PositionFormula::kPaper, 2, 16));
}

TEST_CASE("input view: words that change places, with and without positions", "[views][input][texts]")
{
    InputBench bench;
    bench.run(test::tinyModel());
    bench.press(QStringLiteral("Word order"));
    const WordOrder& order = bench.view.order();
    REQUIRE(order.tokens.size() == 4);
    CHECK(order.largestWith() > 0.01);
    CHECK(order.largestWithout() < 1e-5);
    auto& table = *bench.view.findChild<QTableWidget*>();
    REQUIRE(table.rowCount() == 4);
    CHECK(table.item(0, 1)->text() == QStringLiteral("3"));
    const QString unchanged = table.item(0, 3)->text();
    CHECK((unchanged == QStringLiteral("<0.01%") || unchanged == QStringLiteral("0.00%")));
    CHECK(bench.view.statement().contains(QStringLiteral("a set")));
}

TEST_CASE("input view: without a run or a model it says why; one token and five hundred", "[views][input]")
{
    InputBench bench;
    CHECK(bench.view.statement().contains(QStringLiteral("Type a sentence")));
    SyntheticOptions options;
    options.source = 1;
    bench.workspace.publish(syntheticSnapshot(options, 1));
    ViewBench::turn();
    CHECK(bench.view.panels()[0]->values().rows() == 1);
    bench.press(QStringLiteral("Word order"));
    CHECK(bench.view.statement().contains(QStringLiteral("Open the model")));
    bench.press(QStringLiteral("This sentence"));
    options.source = 500;
    options.layers = 1;
    bench.workspace.publish(syntheticSnapshot(options, 1));
    ViewBench::turn();
    CHECK(bench.view.panels()[3]->values().rows() == 500);
    CHECK_FALSE(bench.view.grab().isNull());
}
