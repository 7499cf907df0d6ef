#include "ui/views/beams/beams_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_beams.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/state/snapshot.h"
#include "ui/views/beams/beam_canvas.h"
#include "ui/window/rooms/view_dock.h"
#include "ui/words/local_number.h"

#include <QCheckBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QTreeWidget>
#include <QUndoStack>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct BeamsBench : ViewBench
{
    BeamsView view{context};

    explicit BeamsBench(std::shared_ptr<const Snapshot> snapshot = beamSnapshot())
    {
        workspace.publish(std::move(snapshot));
        view.resize(1400, 700);
        view.show();
        turn();
    }
    void click(int node)
    {
        QTest::mouseClick(&view.canvas(), Qt::LeftButton, {},
                          view.canvas().beamLayout().rect(node).center().toPoint());
        turn();
    }
    void press(Qt::Key key)
    {
        QTest::keyClick(&view.canvas(), key);
        turn();
    }
    QTreeWidget& table(const char* name) { return *view.findChild<QTreeWidget*>(QString::fromLatin1(name)); }
};

} // namespace

TEST_CASE("beams view: a click on a node shows its own rows in all views", "[views]")
{
    BeamsBench bench;
    bench.click(4);
    CHECK(bench.workspace.beamNode() == 4);
    CHECK(bench.workspace.shownTrace().leaf() == bench.workspace.snapshot()->beams->nodes[4].trace.leaf());
    CHECK(bench.workspace.shownTrace().tokens(StackKind::kDecoder).size() == 2);
    bench.click(10); // pruned nodes have rows, too
    CHECK(bench.workspace.beamNode() == 10);
    bench.click(10); // again: deselects it
    CHECK(bench.workspace.beamNode() == -1);
    CHECK(bench.workspace.shownTrace().leaf() == bench.workspace.snapshot()->trace.leaf());
    bench.click(4);
    bench.workspace.setStep(0); // another step outranks it
    CHECK(bench.workspace.beamNode() == -1);
}

TEST_CASE("beams view: the keyboard walks through the tree", "[views]")
{
    BeamsBench bench;
    bench.press(Qt::Key_Right); // nothing selected yet: the beginning of the best path
    CHECK(bench.workspace.beamNode() == 1);
    bench.press(Qt::Key_Right);
    CHECK(bench.workspace.beamNode() == 4);
    bench.press(Qt::Key_Down);
    CHECK(bench.workspace.beamNode() == 5);
    bench.press(Qt::Key_Left);
    CHECK(bench.workspace.beamNode() == 0);
    bench.press(Qt::Key_End);
    CHECK(bench.workspace.beamNode() == 8);
    bench.press(Qt::Key_Home);
    CHECK(bench.workspace.beamNode() == 0);
    bench.press(Qt::Key_Escape);
    CHECK(bench.workspace.beamNode() == -1);
}

TEST_CASE("beams view: the table of the step and the hypotheses have the recorded numbers", "[views]")
{
    QLocale::setDefault(QLocale::c());
    BeamsBench bench;
    QTreeWidget& results = bench.table("hypotheses");
    REQUIRE(results.topLevelItemCount() == 2);
    CHECK(results.topLevelItem(0)->text(0) == QStringLiteral("−0.300")); // (-.6 -.1 -.2) / 3
    CHECK(results.topLevelItem(0)->text(1) == QStringLiteral("−0.900"));
    CHECK(results.topLevelItem(0)->text(2) == QStringLiteral("3"));
    CHECK(results.topLevelItem(0)->text(3) == QStringLiteral("t11 t20 t1"));
    bench.click(4);
    QTreeWidget& step = bench.table("beamStep");
    REQUIRE(step.topLevelItemCount() == 4);
    CHECK(step.topLevelItem(0)->text(1) == QStringLiteral("t20"));
    CHECK(step.topLevelItem(0)->text(3) == QStringLiteral("−0.700"));
    CHECK(step.topLevelItem(2)->text(5) == QStringLiteral("pruned"));
    CHECK(step.currentItem() == step.topLevelItem(0));
    step.setCurrentItem(step.topLevelItem(2));
    ViewBench::turn();
    CHECK(bench.workspace.beamNode() == 6);
    results.setCurrentItem(results.topLevelItem(1));
    ViewBench::turn();
    CHECK(bench.workspace.beamNode() == 9);
}

TEST_CASE("beams view: in a low dock its lists scroll, and not the dock around them", "[views]")
{
    BeamsBench bench;
    QWidget dock;
    QScrollArea* const scroll = scrolling(&bench.view, &dock);
    scroll->resize(1400, 300);
    dock.resize(1400, 300);
    dock.show();
    BeamsBench::turn();
    CHECK_FALSE(bench.table("beamStep").isHidden());
    CHECK(scroll->verticalScrollBar()->maximum() == 0);
    scroll->takeWidget(); // the bench owns it
}

TEST_CASE("beams view: the choice is explained", "[views]")
{
    QLocale::setDefault(QLocale::c());
    BeamsBench bench;
    const QString text = bench.view.explanation();
    CHECK(text.contains(QStringLiteral("t11 t20 t1")));
    CHECK(text.contains(QStringLiteral("−0.300")));
    CHECK(text.contains(QStringLiteral("stopping rule")));
    CHECK_FALSE(text.contains(QStringLiteral("^1.000"))); // a power of one is none
    CHECK_FALSE(text.contains(QStringLiteral("Without the length penalty")));
    auto other = std::make_shared<Snapshot>(*beamSnapshot());
    auto tree = std::make_shared<BeamTree>(*syntheticBeams());
    tree->results = {9, 8}; // as if a penalty had reversed the order
    other->beams = tree;
    bench.workspace.publish(other);
    ViewBench::turn();
    CHECK(bench.view.explanation().contains(QStringLiteral("Without the length penalty “t11 t20 t1”")));
}

TEST_CASE("beams view: pruned nodes can be hidden; without beams a search is offered", "[views]")
{
    BeamsBench bench;
    auto* pruned = bench.view.findChild<QCheckBox*>();
    pruned->setChecked(false);
    CHECK_FALSE(bench.view.canvas().beamLayout().isShown(2));
    CHECK(bench.view.canvas().beamLayout().isShown(1));

    const int withTree = bench.view.minimumSizeHint().height();
    bench.workspace.setModel(test::tinyModel());
    bench.workspace.publish(syntheticSnapshot());
    ViewBench::turn();
    CHECK(bench.view.explanation().contains(QStringLiteral("without beam search")));
    // It needs no more room than it has itself: a dock that scrolls shows it.
    CHECK(bench.view.minimumSizeHint().height() < withTree);
    auto* search = bench.view.findChild<QPushButton*>(QStringLiteral("searchBeams"));
    REQUIRE(search->isVisible());
    search->click();
    CHECK(bench.workspace.document().decoding.strategy == Strategy::kBeam);
    bench.workspace.undoStack().undo();
    CHECK(bench.workspace.document().decoding.strategy == Strategy::kGreedy);
}

TEST_CASE("beams view: before a search, the decoding is a tree of one branch with its recorded candidates",
          "[views]")
{
    const auto decoded = syntheticSnapshot();
    BeamsBench bench(decoded);
    BeamCanvas& canvas = bench.view.canvas();
    REQUIRE(canvas.isVisible());
    const auto steps = static_cast<int>(decoded->steps.size());
    REQUIRE(canvas.beamLayout().steps() == steps);
    CHECK_FALSE(bench.table("beamStep").isVisible()); // scores are those of a search
    for (int step = 0; step < steps; ++step) {
        const DecodeStep& recorded = decoded->steps[static_cast<std::size_t>(step)];
        const std::vector<int>& nodes = canvas.beamLayout().column(step);
        REQUIRE(nodes.size() == 3);
        for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
            const QString words = canvas.describe(nodes[rank]);
            const DecodeStep::Choice& choice = recorded.candidates[rank];
            CHECK(words.contains(QStringLiteral("id %1").arg(choice.id)));
            CHECK(words.contains(probabilityText(std::exp(static_cast<double>(choice.logProbability)))));
            CHECK(words.contains(QStringLiteral("not chosen")) == (rank > 0));
        }
    }
    // A click leads to the step.
    bench.click(canvas.beamLayout().column(1).back());
    CHECK(bench.workspace.step() == 1);
    CHECK(canvas.current() == canvas.beamLayout().column(1).front());
    bench.workspace.setStep(-1);
    ViewBench::turn();
    CHECK(canvas.current() == -1);
    // The tree of a search takes its place, and leaves it again.
    bench.workspace.publish(beamSnapshot());
    ViewBench::turn();
    CHECK(bench.table("beamStep").isVisible());
    CHECK(canvas.describe(0).contains(QStringLiteral("score")));
    bench.workspace.publish(decoded);
    ViewBench::turn();
    CHECK(canvas.beamLayout().steps() == steps);
}

TEST_CASE("beams view: a chosen token below the best candidates stands among them", "[views]")
{
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    DecodeStep& forced = snapshot->steps[0];
    forced.rank = 7;
    forced.token.id = forced.candidates[7].id;
    forced.token.text = forced.candidates[7].text;
    forced.logProbability = forced.candidates[7].logProbability;
    BeamsBench bench(snapshot);
    const std::vector<int>& nodes = bench.view.canvas().beamLayout().column(0);
    REQUIRE(nodes.size() == 4);
    CHECK(bench.view.canvas().describe(nodes[0]).contains(QStringLiteral("not chosen")));
    const QString last = bench.view.canvas().describe(nodes[3]);
    CHECK(last.contains(QStringLiteral("rank 8: chosen")));
}
