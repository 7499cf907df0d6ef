#include "ui/widgets/formula_strip.h"

#include "tests/support/catch.h"
#include "tests/support/heatmap_bench.h"
#include "ui/state/commands.h"
#include "ui/state/option_settings.h"
#include "ui/views/heatmap/map_tools.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/words/map_words.h"

#include <QTest>
#include <QToolButton>

#include <array>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

FormulaStrip& stripOf(const HeatmapBench& bench)
{
    return bench.view.tools().formula();
}

} // namespace

TEST_CASE("formula strip: the formula in its order, with the model's own scale", "[widgets]")
{
    FormulaStrip strip;
    const AttentionMap none;
    strip.show(MapKind::kWeights, none, {1 / std::sqrt(48.0), 48, 0});
    CHECK(strip.text().toStdString() == "Q·Kᵀ → ÷√48 → + mask → softmax → × V");
    strip.show(MapKind::kWeights, none, {1, 64, 0}); // T5 does not scale
    CHECK(strip.text().toStdString() == "Q·Kᵀ → + mask → softmax → × V");
    strip.show(MapKind::kWeights, none, {0.2, 64, 0});
    CHECK(strip.text().contains(QStringLiteral("× 0.2")));
    CHECK(scaleSymbol(1 / 8.0, 64, 256).toStdString() == "÷√64");
    CHECK(scaleSymbol(1 / 16.0, 64, 256).toStdString() == "÷√256"); // an edit divides by √d_model
    CHECK(scaleSymbol(1 / std::sqrt(192.0), 64, 256).toStdString() == "÷√(3·64)");
}

TEST_CASE("formula strip: a click shows the stage, which is then marked", "[views]")
{
    HeatmapBench bench;
    FormulaStrip& strip = stripOf(bench);
    CHECK(strip.part(MapKind::kWeights).isChecked());
    QTest::mouseClick(&strip.part(MapKind::kScores), Qt::LeftButton);
    HeatmapBench::turn();
    CHECK(bench.focus.map() == MapKind::kScores);
    CHECK(strip.part(MapKind::kScores).isChecked());
    CHECK_FALSE(strip.part(MapKind::kWeights).isChecked());
    QTest::mouseClick(&strip.part(MapKind::kScores), Qt::LeftButton); // the current part stays marked
    HeatmapBench::turn();
    CHECK(strip.part(MapKind::kScores).isChecked());
    QTest::keyClick(&strip.part(MapKind::kMask), Qt::Key_Space);
    HeatmapBench::turn();
    CHECK(bench.focus.map() == MapKind::kMask);
    CHECK(bench.view.sentence().contains(QStringLiteral("can attend to")));
}

TEST_CASE("formula strip: what the model lacks is left out, and all fits a narrow heatmap", "[views]")
{
    HeatmapBench bench;
    FormulaStrip& strip = stripOf(bench);
    CHECK_FALSE(strip.part(MapKind::kBias).isVisible());
    bench.view.resize(512, 480);
    HeatmapBench::turn();
    for (const MapKind kind : stageOrder()) {
        if (kind == MapKind::kBias || kind == MapKind::kContentToPosition
            || kind == MapKind::kPositionToContent || isOfEffects(kind))
            continue; // of one family, or in the map's menu
        const QToolButton& part = strip.part(kind);
        INFO(stageName(kind).toStdString());
        CHECK(part.isVisible());
        const QRect place(part.mapTo(&bench.view, QPoint(0, 0)), part.size());
        CHECK(bench.view.rect().contains(place));
        CHECK(part.width() >= part.sizeHint().width());
    }
}

TEST_CASE("formula strip: menus have the same order", "[widgets]")
{
    const std::array commands{
        CommandId::kMapProducts,          CommandId::kMapScores, CommandId::kMapContentToPosition,
        CommandId::kMapPositionToContent, CommandId::kMapBias,   CommandId::kMapMasked,
        CommandId::kMapWeights,           CommandId::kMapNorm,   CommandId::kMapEffect,
        CommandId::kMapIfMasked,          CommandId::kMapMask};
    REQUIRE(stageOrder().size() == commands.size());
    for (std::size_t i = 0; i < commands.size(); ++i) {
        INFO(i);
        CHECK(commandWords(commandOf(commands[i])).startsWith(stageName(stageOrder()[i])));
        if (i > 0)
            CHECK(static_cast<int>(commands[i]) == static_cast<int>(commands[i - 1]) + 1);
    }
}

TEST_CASE("heatmap plot: another stage fades in, and is there at once without animations", "[widgets]")
{
    HeatmapBench bench;
    HeatmapPlot& plot = bench.view.plot();
    plot.grab();
    bench.focus.setMap(MapKind::kScores);
    HeatmapBench::turn();
    CHECK_FALSE(plot.isFading());
    kAnimations.set(bench.settings, true);
    bench.focus.setMap(MapKind::kWeights);
    HeatmapBench::turn();
    bench.focus.setMap(MapKind::kScores);
    HeatmapBench::turn();
    CHECK(plot.isFading());
    CHECK(QTest::qWaitFor([&plot] { return !plot.isFading(); }, 5000));
    bench.focus.setHead({StackKind::kDecoder, 1, AttentionKind::kCross, 1}); // another head does not fade
    HeatmapBench::turn();
    CHECK_FALSE(plot.isFading());
}
