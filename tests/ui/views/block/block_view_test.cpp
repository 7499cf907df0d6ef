#include "ui/views/block/block_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/state/snapshot.h"
#include "ui/views/block/block_stage_panel.h"
#include "ui/widgets/elided_label.h"

#include <QTest>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct BlockBench : ViewBench
{
    BlockView view{context};

    BlockBench()
    {
        view.resize(800, 1400);
        view.show();
    }
    void run(const std::shared_ptr<const Model>& model, bool withModel = true,
             const Interventions& edits = {})
    {
        if (withModel)
            workspace.setModel(model);
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->trace = test::runTiny(model, {{{4, 8, 2}, {5, 9, 14}}}, edits).front();
        snapshot->finished = true;
        workspace.publish(snapshot);
        settle();
    }
    void settle()
    {
        turn();
        REQUIRE(QTest::qWaitFor([this] { return !view.isWorking(); }, 10000));
        turn();
    }
    const BlockStagePanel& panel(const QString& title) const
    {
        const auto& all = view.panels();
        const auto found = std::find_if(all.begin(), all.end(), [&](const BlockStagePanel* each) {
            return !each->isHidden() && each->title() == title;
        });
        INFO(title.toStdString());
        REQUIRE(found != all.end());
        return **found;
    }
};

} // namespace

TEST_CASE("block view: the token and the layer that are looked at, and nothing that contradicts itself",
          "[views][block]")
{
    BlockBench bench;
    bench.focus.setHead({StackKind::kEncoder, 1, AttentionKind::kSelf, 2});
    bench.run(test::tinyModel());
    REQUIRE(bench.view.account() != nullptr);
    CHECK(bench.view.account()->layer == 1);
    CHECK(bench.view.account()->position == 2); // the last token by default
    int checked = 0;
    for (const BlockStage& stage : bench.view.account()->stages) {
        const BlockStageWords words = wordsOf(*bench.view.account(), stage, false);
        CHECK_FALSE(words.warns);
        CHECK_FALSE(words.note.contains(QStringLiteral("recomputed"))); // it is behind one mark
        checked += words.audit.contains(QStringLiteral("recomputed")) ? 1 : 0;
    }
    CHECK(checked > 3);
    CHECK(bench.panel(QStringLiteral("Hidden units of the feed-forward")).note().contains("active"));
    CHECK(bench.panel(QStringLiteral("Layer norm")).note().contains(QStringLiteral("σ")));
    BlockAccount account = *bench.view.account();
    const auto norm
        = std::ranges::find_if(account.stages, [](const BlockStage& each) { return each.norm.has_value(); });
    REQUIRE(norm != account.stages.end());
    norm->norm->epsilon = 1e-6F; // a little less than 1e-6
    CHECK(wordsOf(account, *norm, false).note.contains(QStringLiteral("ε 1\u00a0×\u00a010⁻⁶")));

    bench.focus.setPin({0, 1});
    bench.settle();
    CHECK(bench.view.account()->position == 0);
    CHECK(bench.view.statement().contains(QStringLiteral("(0)")));
    bench.focus.setPin({std::nullopt, 1}); // the query that looks at it most, as in Cell
    bench.settle();
    Index query = 0;
    bench.workspace.shownTrace()
        .attention(bench.focus.head())
        .whole(MapKind::kWeights)
        .col(1)
        .maxCoeff(&query);
    REQUIRE(query != 2);
    CHECK(bench.view.account()->position == query);
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    bench.settle();
    CHECK(bench.view.account()->stack == StackKind::kDecoder);
    CHECK(bench.panel(QStringLiteral("Heads of cross-attention, concatenated")).strips().size() == 1);
    CHECK_FALSE(bench.view.grab().isNull());
}

TEST_CASE("block view: no formula is cut in a narrow dock", "[views][block]")
{
    BlockBench bench;
    bench.run(test::tinyModel());
    for (const int width : {1200, 430, 330}) {
        INFO(width);
        bench.view.resize(width, 1400);
        BlockBench::turn();
        for (const ElidedLabel* const label : bench.view.findChildren<ElidedLabel*>())
            if (label->isVisible())
                CHECK_FALSE(label->shownLines().last().endsWith(QChar(0x2026)));
    }
}

TEST_CASE("block view: bars can be pointed at, heads can be clicked", "[views][block]")
{
    BlockBench bench;
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    bench.run(test::tinyModel());
    auto& heads = *bench.panel(QStringLiteral("Heads of self-attention, concatenated")).strips().front();
    auto& input = *bench.panel(QStringLiteral("Into the layer: x")).strips().front();
    QTest::mouseMove(&input, input.placeOf(5).center().toPoint());
    CHECK(input.marked() == 5);
    CHECK(heads.marked() == 5); // a vector of the same length: 4 heads × 4 numbers
    QTest::mouseClick(&heads, Qt::LeftButton, {}, heads.placeOf(9).center().toPoint());
    CHECK(bench.focus.head() == HeadRef{StackKind::kEncoder, 0, AttentionKind::kSelf, 2});
}

TEST_CASE("block view: an edit is not taken for an error; a trace alone shows what it has", "[views][block]")
{
    BlockBench bench;
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    const auto model = test::tinyModel();
    Interventions training;
    training.list.emplace_back(Dropout{0.0F, 0.0F, 0.5F, 0.0F, 3});
    bench.run(model, true, training);
    CHECK(bench.panel(QStringLiteral("What attention adds"))
              .note()
              .contains(QStringLiteral("under the edits")));

    BlockBench alone;
    alone.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    alone.run(model, false);
    REQUIRE(alone.view.account() != nullptr);
    CHECK_FALSE(alone.view.account()->withModel);
    CHECK(alone.panel(QStringLiteral("Layer norm")).note().contains(QStringLiteral("weights")));

    const BlockBench empty;
    ViewBench::turn();
    CHECK(empty.view.account() == nullptr);
    CHECK_FALSE(empty.view.statement().isEmpty());
}

TEST_CASE("block view: a token of the chat template is said to be one", "[views][block][chat]")
{
    BlockBench bench;
    bench.focus.setHead({StackKind::kEncoder, 1, AttentionKind::kSelf, 2});
    bench.run(test::tinyModel());
    bench.workspace.publish(withTemplateTokens(*bench.workspace.snapshot(), 2));
    bench.focus.setPin({1, 0});
    bench.settle();
    CHECK(bench.view.statement().contains(QStringLiteral("(1, from the chat template) through")));
    bench.focus.setPin({2, 0});
    bench.settle();
    CHECK(bench.view.statement().contains(QStringLiteral("(2) through")));
}
