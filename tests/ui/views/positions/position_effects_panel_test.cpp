#include "ui/views/positions/position_effects_panel.h"

#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/state/snapshot.h"
#include "ui/views/positions/positions_view.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/heatmap_plot.h"

#include <QSpinBox>
#include <QTest>

#include <cmath>
#include <string>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct EffectsBench : ViewBench
{
    std::shared_ptr<const Model> model;
    PositionsView view{context};

    EffectsBench(const std::string& name, const HeadRef& head)
        : model(loadModel(std::string(test::kTestData) + "/models/" + name, {}, {}).value())
    {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->request = 1;
        snapshot->trace
            = test::runTiny(
                  model, {{{5, 9, 14, 3, 8}, model->isEncoderDecoder() ? test::Ids{0, 4, 9} : test::Ids{}}})
                  .front();
        snapshot->finished = true;
        workspace.setModel(model);
        workspace.publish(std::move(snapshot));
        focus.setHead(head);
        view.resize(640, 560);
        view.show();
        turn();
    }
    const PositionEffectsPanel& panel() const { return view.effects(); }
    Trace trace() const { return workspace.snapshot()->trace; }
};

} // namespace

TEST_CASE("position effects: rotary angles and the score by distance of the pinned cell", "[views]")
{
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kSelf, 1};
    EffectsBench bench("llama", head);
    REQUIRE(bench.panel().hasAny());
    CHECK(bench.view.statement().contains(QStringLiteral("rotary")));
    const Matrix cosines = bench.panel().angles().map().whole(MapKind::kScores);
    const PositionEffects& effects = bench.panel().effects();
    REQUIRE(cosines.cols() == static_cast<Index>(effects.frequencies.size()));
    CHECK(static_cast<double>(cosines(7, 1))
          == Approx(std::cos(7 * static_cast<double>(effects.frequencies[1]))).margin(1e-5));
    bench.focus.setPin({4, 1});
    ViewBench::turn();
    CHECK(bench.panel().pair() == std::pair{4, 1});
    REQUIRE(bench.panel().score().curves().size() == 1);
    const std::vector<float>& score = bench.panel().score().curves().front().values;
    const float recorded = bench.trace().attention(head).at(MapKind::kScores, 4, 1);
    REQUIRE(score.size() > 3);
    CHECK(static_cast<double>(score[3]) == Approx(static_cast<double>(recorded)).margin(2e-4));
    // A key alone is that of the query that looks at it most, as in Cell.
    Index query = 0;
    bench.trace().attention(head).whole(MapKind::kWeights).col(1).maxCoeff(&query);
    bench.focus.setPin({std::nullopt, 1});
    ViewBench::turn();
    CHECK(bench.panel().pair() == std::pair{static_cast<int>(query), 1});
    // Without a pin: the last query and the key it looks at most.
    bench.focus.setPin({});
    ViewBench::turn();
    REQUIRE(bench.panel().pair().has_value());
    CHECK(bench.panel().pair()->first == 4);
}

TEST_CASE("position effects: T5's bias by distance, the looked-at head stands out", "[views]")
{
    const HeadRef head{StackKind::kEncoder, 1, AttentionKind::kSelf, 1};
    EffectsBench bench("t5", head);
    REQUIRE(bench.panel().hasAny());
    const CurvesPlot& plot = bench.panel().byDistance();
    const int heads = bench.trace().info().heads(StackKind::kEncoder);
    REQUIRE(plot.curves().size() == static_cast<std::size_t>(heads));
    CHECK(plot.curves().back().name == QStringLiteral("1"));
    CHECK_FALSE(plot.curves().back().quiet);
    CHECK(plot.curves().front().quiet);
    const ScoreBias& recorded = bench.trace().leaf()->encoder->self[1].bias[1];
    for (int key = 0; key < 5; ++key) {
        const int place = key - 2 - plot.start();
        CHECK(plot.curves().back().values[static_cast<std::size_t>(place)] == recorded(2, key));
    }
    // The decoder cannot see later keys: their half is left out.
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    ViewBench::turn();
    CHECK(plot.curves().back().values.size() == static_cast<std::size_t>(-plot.start() + 1));
    auto* reach = bench.view.findChild<PositionEffectsPanel*>()->findChild<QSpinBox*>();
    QTest::keyClick(reach, Qt::Key_Down);
    CHECK(plot.start() == -63);
}

TEST_CASE("position effects: added encodings stay as they were", "[views]")
{
    EffectsBench bench("gpt2", {StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    CHECK(bench.view.shown().rows() == 5);
    CHECK_FALSE(bench.panel().hasAny());
}
