#include "core/analysis/head_behaviour.h"
#include "core/analysis/head_statistics.h"
#include "core/trace/trace.h"
#include "tests/support/heatmap_bench.h"
#include "ui/picture/heatmap_picture.h"
#include "ui/picture/value_scale.h"
#include "ui/state/focus.h"
#include "ui/state/option_settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/heatmap/heatmap_panels.h"
#include "ui/words/head_name.h"
#include "ui/words/next_token.h"

#include <QMenu>
#include <QTest>
#include <QToolButton>

#include <algorithm>

// The heatmap's options: which heads side by side, which map, which tokens, and how they count.

using namespace headlight;
using namespace headlight::testing;

TEST_CASE("heatmap view: several heads stand side by side with one scale, or each its own", "[views]")
{
    HeatmapBench bench;
    bench.view.resize(1200, 800);
    bench.focus.toggleHead({StackKind::kDecoder, 1, AttentionKind::kCross, 0});
    bench.focus.toggleHead({StackKind::kDecoder, 0, AttentionKind::kCross, 3});
    bench.trigger("range");
    HeatmapPanels& panels = bench.view.panels();
    REQUIRE(panels.count() == 3);
    const Trace trace = bench.workspace.shownTrace();
    float largest = 0;
    for (int i = 0; i < 3; ++i) {
        const HeadRef head = bench.focus.heads()[static_cast<std::size_t>(i)].head;
        CHECK(panels.plot(i).map().head() == head);
        largest = std::max(largest, trace.attention(head).whole(MapKind::kWeights).maxCoeff());
    }
    for (int i = 0; i < 3; ++i) {
        CHECK(panels.plot(i).colours()->scale.upper == Approx(largest));
        const AttentionMap& map = panels.plot(i).map();
        const ColourMap& colours = colourMap(bench.focus.colourMap(), Backdrop::kLight);
        const ValueScale scale = weightScale(WeightRange::kMaximum, largest);
        CHECK(HeatmapBench::colourAt(panels.plot(i), {2, 3})
              == colours.at(scale.level(map.at(MapKind::kWeights, 2, 3))));
    }
    bench.trigger("sharedScale");
    for (int i = 0; i < 3; ++i)
        CHECK(panels.plot(i).colours()->scale.upper
              == Approx(panels.plot(i).map().whole(MapKind::kWeights).maxCoeff()));
    // All share one zoom and one set of marks, and the line below gives every number.
    bench.mouse(QEvent::MouseMove, {3, 1});
    CHECK(panels.plot(2).marks().hover == Cell{3, 1});
    CHECK(bench.view.statusText().contains(QStringLiteral("layer 0 · head 3")));
    panels.plot(1).zoom(0.5);
    HeatmapBench::turn();
    CHECK(panels.plot(2).shownLayout().cells.queries == panels.plot(1).shownLayout().cells.queries);
    // Clicks on their names make them the main head or remove them.
    emit panels.chosen(2);
    HeatmapBench::turn();
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 3});
    emit panels.closed(1);
    HeatmapBench::turn();
    CHECK(panels.count() == 2);
}

TEST_CASE("heatmap view: mean and maximum of the selected heads say so", "[views]")
{
    HeatmapBench bench;
    bench.focus.toggleHead({StackKind::kDecoder, 1, AttentionKind::kCross, 0});
    bench.trigger("combineMean");
    REQUIRE(bench.view.panels().count() == 1);
    CHECK(bench.view.header().title().contains(QStringLiteral("Mean of 2 heads")));
    CHECK(bench.view.header().title().contains(QStringLiteral("2, 0")));
    const Trace trace = bench.workspace.shownTrace();
    const float one = trace.attention(bench.focus.heads()[0].head).at(MapKind::kWeights, 3, 1);
    const float other = trace.attention(bench.focus.heads()[1].head).at(MapKind::kWeights, 3, 1);
    CHECK(bench.view.plot().map().at(MapKind::kWeights, 3, 1) == Approx((one + other) / 2));
    bench.trigger("combineMax");
    CHECK(bench.view.header().title().contains(QStringLiteral("Maximum of 2 heads")));
    CHECK(bench.view.plot().map().at(MapKind::kWeights, 3, 1) == std::max(one, other));
    // Their sentence is about several heads.
    bench.focus.setHover({3, 1});
    HeatmapBench::turn();
    CHECK(bench.view.sentence().startsWith(QStringLiteral("The largest weight that one of these 2 heads")));
    CHECK(bench.view.sentence().contains(fullText(std::max(one, other))));
    bench.focus.setHover({3, std::nullopt});
    HeatmapBench::turn();
    CHECK(bench.view.sentence().startsWith(QStringLiteral("Of these 2 heads")));
    bench.trigger("combineMean");
    CHECK(bench.view.sentence().startsWith(QStringLiteral("On average over these 2 heads")));
    bench.trigger("combineMax");
    bench.focus.setHover({});
    // A head of another kind cannot be combined with them, and the view says so.
    bench.focus.toggleHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    HeatmapBench::turn();
    CHECK(bench.view.header().title().contains(QStringLiteral("Maximum of 2 heads")));
    CHECK(bench.view.noteText().contains(QStringLiteral("cannot be combined")));
}

TEST_CASE("heatmap view: hidden tokens are left out, and the view says how", "[views]")
{
    HeatmapBench bench;
    CHECK(bench.view.header().changes().isEmpty());
    CHECK_FALSE(bench.action("renormalise")->isEnabled());
    bench.trigger("hideFirst");
    CHECK(bench.view.header().changes().contains(QStringLiteral("not renormalised")));
    CHECK(bench.view.plot().map().at(MapKind::kWeights, 2, 0) == 0.0F);
    CHECK(HeatmapBench::colourAt(bench.view.plot(), {2, 0})
          == PicturePalette::of(bench.view.palette()).background.rgb());
    bench.mouse(QEvent::MouseMove, {2, 0});
    CHECK(bench.view.statusText().contains(QStringLiteral("left out")));
    bench.trigger("renormalise");
    CHECK(bench.view.header().changes().contains(QStringLiteral("renormalised to sum to 1")));
    CHECK(bench.view.plot().map().whole(MapKind::kWeights).row(2).sum() == Approx(1.0F));
    bench.mouse(QEvent::MouseMove, {2, 1});
    CHECK(bench.view.statusText().contains(QStringLiteral("before")));
    bench.trigger("reset");
    CHECK(bench.focus.mapOptions() == MapOptions());
    CHECK(bench.view.header().changes().isEmpty());
}

TEST_CASE("heatmap view: the keys < and > change the share that is shown", "[views]")
{
    HeatmapBench bench;
    bench.key(Qt::Key_Less);
    bench.key(Qt::Key_Less);
    const double share = bench.focus.mapOptions().transform.mass;
    CHECK(share < 1);
    CHECK(bench.view.header().changes().contains(QString::number(share * 100, 'g', 4)));
    const AttentionMap& map = bench.view.plot().map();
    for (Index q = 0; q < map.queries(); ++q)
        CHECK(static_cast<double>(map.whole(MapKind::kWeights).row(q).sum()) >= share - 1e-6);
    bench.key(Qt::Key_Greater);
    bench.key(Qt::Key_Greater);
    bench.key(Qt::Key_Greater);
    CHECK(bench.focus.mapOptions().transform.mass == 1);
}

TEST_CASE("heatmap view: words are pointed at as tokens", "[views]")
{
    HeatmapBench bench;
    // "sl" + "eeps" is one word.
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    std::vector<TokenLabel> source = snapshot->trace.tokens(StackKind::kEncoder);
    source[2].text = "␣sl";
    source[3].text = "eeps";
    source[3].rangeBegin = source[2].rangeEnd;
    snapshot->trace = Trace(snapshot->trace.sharedInfo(), snapshot->trace.leaf(),
                            std::make_shared<const std::vector<TokenLabel>>(source),
                            snapshot->trace.axis(StackKind::kDecoder));
    bench.workspace.publish(snapshot);
    bench.trigger("words");
    const AttentionMap& map = bench.view.plot().map();
    REQUIRE(map.keys() == 5);
    CHECK(map.keyTokens()[2].text == "␣sleeps");
    bench.mouse(QEvent::MouseMove, {1, 3});
    CHECK(bench.focus.hover() == Cell{1, 4}); // the fourth word is the fifth token
    CHECK(bench.view.plot().marks().hover == Cell{1, 3});
    bench.mouse(QEvent::MouseMove, {1, 2});
    CHECK(bench.view.statusText().contains(QStringLiteral("2–3")));
    CHECK(bench.view.statusText().contains(QStringLiteral("summed over keys")));
    const AttentionMap plain = bench.workspace.shownTrace().attention(bench.focus.head());
    CHECK(map.at(MapKind::kWeights, 1, 2)
          == Approx(plain.at(MapKind::kWeights, 1, 2) + plain.at(MapKind::kWeights, 1, 3)));
    bench.focus.setPin({0, 3}); // the second half of the word
    HeatmapBench::turn();
    CHECK(bench.view.plot().marks().pin == Cell{0, 2});
}

TEST_CASE("heatmap view: every stage from dot product to weight can be shown", "[views]")
{
    HeatmapBench bench;
    const AttentionMap map = bench.workspace.shownTrace().attention(bench.focus.head());
    for (const MapKind kind : {MapKind::kProducts, MapKind::kScores, MapKind::kMasked, MapKind::kWeights,
                               MapKind::kNormWeighted}) {
        bench.focus.setMap(kind);
        HeatmapBench::turn();
        REQUIRE(bench.view.plot().kind() == kind);
        const QRgb seen = HeatmapBench::colourAt(bench.view.plot(), {3, 2});
        const CellColours& colours = *bench.view.plot().colours();
        CHECK(seen == colours.map->at(colours.scale.level(map.at(kind, 3, 2))));
    }
    bench.mouse(QEvent::MouseMove, {3, 2});
    CHECK(bench.view.statusText().contains(QStringLiteral("‖v‖")));
    bench.focus.setMap(MapKind::kBias); // this model has no bias
    HeatmapBench::turn();
    CHECK(bench.view.plot().kind() == MapKind::kWeights);
}

TEST_CASE("heatmap view: sums of rows and columns are told where they are shown", "[views]")
{
    HeatmapBench bench;
    bench.trigger("marginals");
    HeatmapPlot& plot = bench.view.plot();
    const Matrix weights = plot.map().whole(MapKind::kWeights);
    REQUIRE(plot.sums().columns.size() == 6);
    for (Index k = 0; k < 6; ++k)
        CHECK(plot.sums().columns[static_cast<std::size_t>(k)] == Approx(weights.col(k).sum()));
    const HeatmapLayout& layout = plot.shownLayout();
    CHECK(layout.sums.rows.left() > layout.cells.area.right());
    CHECK(layout.sums.columns.top() > layout.cells.area.bottom());
    CHECK(layout.sums.columns.bottom() <= plot.height());
    // The column with the largest sum has the longest bar.
    const QImage image = plot.grab().toImage();
    const QRgb background = PicturePalette::of(bench.view.palette()).background.rgb();
    const auto bar = [&](int key) {
        int length = 0;
        const int x = static_cast<int>(layout.cells.x(key) + layout.cells.cellWidth() / 3);
        for (int y = static_cast<int>(layout.sums.columns.top()) + 1;
             image.pixel(x, y) != background && length < 34; ++y)
            ++length;
        return length;
    };
    Index most = 0, least = 0;
    weights.colwise().sum().maxCoeff(&most);
    weights.colwise().sum().minCoeff(&least);
    CHECK(bar(static_cast<int>(most)) > bar(static_cast<int>(least)));
    bench.focus.setHover({std::nullopt, 2});
    HeatmapBench::turn();
    CHECK(bench.view.statusText().contains(QStringLiteral("column sum")));
    bench.focus.setMap(MapKind::kScores); // sums of scores are meaningless
    HeatmapBench::turn();
    CHECK(plot.shownLayout().sums.rows.isNull());
}

TEST_CASE("heatmap view: the figure has all that was chosen", "[views]")
{
    HeatmapBench bench;
    bench.focus.toggleHead({StackKind::kDecoder, 1, AttentionKind::kCross, 0});
    bench.trigger("combineMean");
    bench.trigger("scaleLog");
    const FigureRequest figure = bench.view.figure();
    CHECK(figure.options == bench.focus.mapOptions());
    const ShownMaps maps = figureMaps(figure);
    REQUIRE(maps.maps.size() == 1);
    CHECK(maps.maps[0].whole(MapKind::kWeights) == bench.view.plot().map().whole(MapKind::kWeights));
    CHECK(figureTitle(figure) == bench.view.header().title());
}

TEST_CASE("heatmap view: panels share the zoom of the tokens that they share", "[views]")
{
    HeatmapBench bench;
    bench.focus.setMoreHeads({{StackKind::kDecoder, 1, AttentionKind::kCross, 0},
                              {StackKind::kDecoder, 0, AttentionKind::kSelf, 1}});
    HeatmapBench::turn();
    const auto cells = [&](int panel) { return bench.view.panels().plot(panel).shownLayout().cells; };
    const AxisSpan ownKeys = cells(2).keys;
    bench.view.panels().plot(1).showSpans({0, 3}, {1, 5});
    HeatmapBench::turn();
    CHECK(cells(0).queries == AxisSpan{0, 3});
    CHECK(cells(0).keys == AxisSpan{1, 5});
    CHECK(cells(2).queries == AxisSpan{0, 3}); // the queries are the same decoder tokens
    CHECK(cells(2).keys == ownKeys); // the keys are others
    bench.focus.setZoomLinked(false);
    HeatmapBench::turn();
    bench.view.panels().plot(1).showSpans({1, 5}, {0, 3});
    HeatmapBench::turn();
    CHECK(cells(0).queries == AxisSpan{0, 3});
    CHECK(cells(2).queries == AxisSpan{0, 3});
    bench.focus.setZoomLinked(true);
    HeatmapBench::turn();
    CHECK(cells(1).queries == AxisSpan{0, 3}); // the main panel leads
}

TEST_CASE("heatmap view: what the user chooses of the map lasts, what a session brings does not", "[views]")
{
    HeatmapBench bench;
    bench.trigger("scaleLog");
    bench.trigger("marginals");
    MapOptions expected;
    expected.scale = ColourScale::kLog;
    expected.marginals = true;
    CHECK(kKeptMapOptions.of(bench.settings) == expected);
    MapOptions others;
    others.values = false;
    bench.focus.setMapOptions(others);
    HeatmapBench::turn();
    CHECK(kKeptMapOptions.of(bench.settings) == expected);
    bench.key(Qt::Key_Less); // a little less of each row
    expected = others;
    expected.transform.mass = bench.focus.mapOptions().transform.mass;
    CHECK(expected.transform.mass < 1);
    CHECK(kKeptMapOptions.of(bench.settings) == expected);
    bench.trigger("reset");
    CHECK(kKeptMapOptions.of(bench.settings) == MapOptions());
    CHECK(bench.focus.mapOptions() == MapOptions());
}

TEST_CASE("heatmap view: rows of decoders are labelled with the next token too, and one switch ends it",
          "[views]")
{
    HeatmapBench bench;
    const auto label = [&bench](int row) {
        const HeatmapOptions& look = bench.view.plot().options();
        const HeatmapPicture picture(bench.view.plot().map(), MapKind::kWeights, {}, look, {},
                                     bench.view.font());
        return rowName(picture.queryRuler().textOf(row), nullptr) + QLatin1Char('|')
            + picture.queryRuler().nextOf(row);
    };
    CHECK(label(2).toStdString() == "chat|noir");
    CHECK(label(4).toStdString() == "dort|sur"); // the token written by the last step
    bench.trigger("nextTokens");
    CHECK(label(2).toStdString() == "␣chat|");
    CHECK_FALSE(kKeptMapOptions.of(bench.settings).nextTokens);
    bench.trigger("nextTokens");
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    HeatmapBench::turn();
    CHECK(label(1).toStdString() == "␣black|");
}

TEST_CASE("heatmap view: where all colours are one it offers to scale them", "[views]")
{
    HeatmapBench bench;
    auto* const rescale = bench.view.findChild<QToolButton*>(QStringLiteral("scaleToLargest"));
    REQUIRE(rescale != nullptr);
    CHECK_FALSE(rescale->isVisible());
    SyntheticOptions many;
    many.source = 120;
    many.width = 4; // scores with little variation
    bench.workspace.publish(syntheticSnapshot(many));
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    HeatmapBench::turn();
    REQUIRE(bench.view.plot().limits().maximum < 0.2F);
    CHECK(rescale->isVisible());
    QTest::mouseClick(rescale, Qt::LeftButton);
    HeatmapBench::turn();
    CHECK(bench.focus.mapOptions().range == WeightRange::kMaximum);
    CHECK(kKeptMapOptions.of(bench.settings).range == WeightRange::kMaximum);
    CHECK_FALSE(rescale->isVisible());
}

TEST_CASE("heatmap view: the title names the head by what it does", "[views]")
{
    HeatmapBench bench;
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const Trace trace = bench.workspace.shownTrace();
    int named = 0;
    for (int layer = 0; layer < 2; ++layer) {
        for (int number = 0; number < 4; ++number) {
            const HeadRef each{head.stack, layer, head.kind, number};
            bench.focus.selectOnly(each);
            HeatmapBench::turn();
            const auto behaviour = headBehaviour(headStatistics(trace.attention(each)));
            named += behaviour ? 1 : 0;
            if (behaviour)
                CHECK(bench.view.header().title().endsWith(behaviourText(*behaviour)));
            else
                CHECK(bench.view.header().title().endsWith(QStringLiteral("head %1").arg(number)));
        }
    }
    CHECK(named > 0);
}

TEST_CASE("map options: the menu offers the maps of effects", "[heatmap]")
{
    HeatmapBench bench;
    auto* const masked = bench.view.findChild<QAction*>(QStringLiteral("mapOptions.if_masked"));
    REQUIRE(masked != nullptr);
    CHECK_FALSE(masked->isChecked());
    const auto* const menu = qobject_cast<QMenu*>(masked->associatedObjects().front());
    REQUIRE(menu != nullptr);
    CHECK(menu->actions().back() == bench.action("reset")); // nothing comes after what resets all of it
    masked->trigger();
    CHECK(bench.focus.map() == MapKind::kIfMasked);
    HeatmapBench::turn();
    CHECK(bench.view.plot().kind() == MapKind::kWeights); // until the effects are known
    bench.focus.setMap(MapKind::kScores);
    HeatmapBench::turn();
    CHECK_FALSE(masked->isChecked());
}

TEST_CASE("heatmap: the scale of a mean or a spread has words for a small figure, too", "[views]")
{
    HeatmapBench bench;
    HeatmapOptions look = bench.view.plot().options();
    const auto brief = [&] {
        return HeatmapPicture(bench.view.plot().map(), MapKind::kWeights, {}, look, {}, bench.view.font())
            .scaleBar()
            .brief.toStdString();
    };
    CHECK(brief() == "weight");
    look.manyRuns = ManyRuns{3, true};
    CHECK(brief() == "standard deviation");
    look.manyRuns = ManyRuns{3, false};
    CHECK(brief() == "mean");
}
