#include "ui/views/experts/experts_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/picture/marginals.h"
#include "ui/state/snapshot.h"
#include "ui/views/experts/experts_canvas.h"

#include <QComboBox>
#include <QTest>

#include <memory>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

const test::Ids kExpertsIds{5, 9, 14, 3, 8};

struct ExpertsBench : ViewBench
{
    std::shared_ptr<const Model> model;
    ExpertsView view{context};

    explicit ExpertsBench(int experts, const Interventions& edits = {})
    {
        test::TinyOptions options;
        options.decoderOnly = true;
        options.placement = NormPlacement::kPre;
        options.layers = 3;
        options.experts = experts;
        options.sinks = true;
        model = test::tinyModel(options);
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->request = 1;
        snapshot->trace = test::runTiny(model, {{kExpertsIds, {}}}, edits).front();
        snapshot->finished = true;
        workspace.setModel(model);
        workspace.publish(std::move(snapshot));
        focus.setHead({StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
        view.resize(560, 420);
        view.show();
        turn();
    }
    ExpertsCanvas& canvas() { return *view.findChild<ExpertsCanvas*>(); }
};

} // namespace

TEST_CASE("experts view: the layer of the head that is looked at, its load and its cells", "[experts]")
{
    ExpertsBench bench(4);
    REQUIRE(bench.view.layer());
    CHECK(bench.view.layer()->layer == 2);
    CHECK(bench.view.findChild<QComboBox*>()->count() == 2); // layer 0 is dense
    CHECK(bench.view.statement().startsWith(QStringLiteral("2 of 4 experts run for each token.")));
    // A click on a cell pins its token in all views.
    const QPointF point = bench.canvas().boxOf({3, 1}).center();
    REQUIRE(bench.canvas().cellAt(point) == ExpertCell{3, 1});
    QTest::mouseClick(bench.canvas().viewport(), Qt::LeftButton, {}, point.toPoint());
    CHECK(bench.focus.pin().query == 3);
    CHECK(bench.canvas().current() == ExpertCell{3, 1});
    QTest::keyClick(&bench.canvas(), Qt::Key_Right);
    CHECK(bench.canvas().current() == ExpertCell{3, 2});
    // For a layer without experts, shows the nearest one that has some.
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    ExpertsBench::turn();
    CHECK(bench.view.layer()->layer == 1);
}

TEST_CASE("experts view: a dense model says that it has none", "[experts]")
{
    ExpertsBench bench(0);
    CHECK_FALSE(bench.view.layer());
    CHECK(bench.view.statement().startsWith(QStringLiteral("This model has no experts")));
}

TEST_CASE("sink column: the share that the weights leave of each row", "[experts][picture]")
{
    ExpertsBench bench(4);
    const Trace trace = bench.workspace.snapshot()->trace;
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
    const std::vector<float> shares = sinkShares(trace.attention(head));
    REQUIRE(shares.size() == 5);
    const Matrix weights = trace.attention(head).whole(MapKind::kWeights);
    for (Index row = 0; row < 5; ++row)
        CHECK(shares[static_cast<std::size_t>(row)] == Approx(1.0F - weights.row(row).sum()).margin(1e-5));
}

TEST_CASE("experts view: a token of the chat template is said to be one, and its name is quieter",
          "[experts][chat]")
{
    ExpertsBench bench(4);
    const auto words = [&](int token) {
        bench.canvas().setCurrent(ExpertCell{token, 1});
        return bench.canvas().accessibleDescription();
    };
    const auto names = [&] {
        const QRectF row = bench.canvas().boxOf({0, 0});
        return bench.canvas()
            .viewport()
            ->grab(QRect(0, row.toRect().top() + 1, row.toRect().left() - 1, row.toRect().height() - 1))
            .toImage();
    };
    CHECK_FALSE(words(0).contains(QStringLiteral("template")));
    bench.canvas().setCurrent(std::nullopt);
    const QImage before = names();
    bench.workspace.publish(withTemplateTokens(*bench.workspace.snapshot(), 2));
    ExpertsBench::turn();
    CHECK(names() != before);
    CHECK(words(1).contains(QStringLiteral("(1, from the chat template): expert 1 has probability")));
    CHECK(words(2).contains(QStringLiteral("(2): expert 1 has probability")));
}
