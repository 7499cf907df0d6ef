#include "ui/views/weights/weights_view.h"

#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/matrix_panel.h"

#include <QComboBox>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct WeightsBench : ViewBench
{
    WeightsView view{context};

    void show(const std::shared_ptr<const Model>& model)
    {
        workspace.setModel(model);
        view.resize(900, 600);
        view.show();
        settle();
    }
    void settle()
    {
        turn();
        REQUIRE(QTest::qWaitFor([this] { return !view.isWorking(); }, 5000));
        turn();
    }
};

} // namespace

TEST_CASE("weights view: the current head's projections, in both writings", "[views][weights]")
{
    WeightsBench bench;
    test::TinyOptions options;
    options.headWidth = 6;
    options.valueWidth = 3;
    const auto model = test::tinyModel(options);
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    bench.focus.setHead(head);
    bench.show(model);
    for (const Projection which : kProjections)
        CHECK(bench.view.panel(which).values() == headProjection(*model, head, which).transpose());
    CHECK(bench.view.panel(Projection::kQuery).line().contains(QStringLiteral("16 × 6")));
    CHECK(bench.view.panel(Projection::kOutput).line().contains(QStringLiteral("3 × 16")));
    CHECK(bench.view.statement().contains(QStringLiteral("4 × 3 × 16 = 192")));
    auto* const writing = bench.view.findChildren<QComboBox*>().at(1);
    writing->setFocus();
    QTest::keyClick(writing, Qt::Key_Down);
    bench.settle();
    CHECK(bench.view.panel(Projection::kQuery).values() == headProjection(*model, head, Projection::kQuery));
    // Another head has its own numbers.
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    bench.settle();
    CHECK(bench.view.panel(Projection::kValue).values()
          == headProjection(*model, {StackKind::kEncoder, 0, AttentionKind::kSelf, 0}, Projection::kValue));
}

TEST_CASE("weights view: packed, this head's part is framed", "[views][weights]")
{
    WeightsBench bench;
    const auto model = test::tinyModel();
    const HeadRef head{StackKind::kEncoder, 1, AttentionKind::kSelf, 3};
    bench.focus.setHead(head);
    bench.show(model);
    CHECK(bench.view.panel(Projection::kQuery).frameRect().isNull());
    auto* const part = bench.view.findChildren<QComboBox*>().at(0);
    part->setFocus();
    QTest::keyClick(part, Qt::Key_Down);
    bench.settle();
    CHECK(bench.view.panel(Projection::kQuery).values().cols() == 16);
    for (const Projection which : kProjections) {
        const MatrixPanel& panel = bench.view.panel(which);
        const CellFrame& cells = panel.plot().shownLayout().cells;
        const QRectF frame = panel.frameRect();
        // x · W: the last quarter on the output side; for W_O, on the input side.
        const bool output = which == Projection::kOutput;
        CHECK(frame.width() == Approx(cells.area.width() * (output ? 1.0 : 0.25)).margin(1));
        CHECK(frame.height() == Approx(cells.area.height() * (output ? 0.25 : 1.0)).margin(1));
        CHECK(frame.right() == Approx(cells.area.right()).margin(1));
        CHECK(frame.bottom() == Approx(cells.area.bottom()).margin(1));
    }
    // Parameter count: 3 · D · d_head · heads, and W_O.
    CHECK(bench.view.statement().contains(QStringLiteral("3 × 16 × 4 × 4 = 768")));
    CHECK(bench.view.statement().contains(QStringLiteral("= 256")));
    CHECK_FALSE(bench.view.grab().isNull());
}

TEST_CASE("weights view: a trace alone has no weights, and another model has other heads", "[views][weights]")
{
    WeightsBench bench;
    bench.workspace.publish(syntheticSnapshot());
    bench.view.show();
    ViewBench::turn();
    CHECK(bench.view.statement().contains(QStringLiteral("Open the model")));
    bench.focus.setHead({StackKind::kDecoder, 7, AttentionKind::kSelf, 0});
    bench.show(test::tinyModel());
    CHECK(bench.view.statement().contains(QStringLiteral("another model")));
}
