#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "ui/plot/heatmap_plot.h"
#include "ui/state/settings.h"
#include "ui/views/heatmap_header.h"
#include "ui/views/heatmap_panels.h"
#include "ui/views/heatmap_view.h"
#include "ui/views/map_options_menu.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QToolButton>

using namespace headlight;
using namespace headlight::testing;

namespace {

void turn()
{
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
}

struct Bench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("view.ini"))};
    Workspace workspace;
    Focus focus;
    HeatmapView view{{workspace, focus, settings}};

    explicit Bench(bool withTrace = true)
    {
        view.resize(900, 700);
        focus.setHead({StackKind::kDecoder, 1, AttentionKind::kCross, 2});
        if (withTrace)
            workspace.publish(syntheticSnapshot());
        view.show();
        turn();
    }
    void key(int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QKeyEvent event(QEvent::KeyPress, code, modifiers);
        QCoreApplication::sendEvent(&view, &event);
        turn();
    }
    void mouse(QEvent::Type type, const Cell& cell, Qt::MouseButton button = Qt::NoButton) const
    {
        HeatmapPlot& plot = view.plot();
        const QPointF at = plot.shownLayout().cells.cell(*cell.query, *cell.key).center();
        QWidget* surface = plot.childAt(at.toPoint());
        QMouseEvent event(type, at, surface->mapToGlobal(at), button, button, Qt::NoModifier);
        QCoreApplication::sendEvent(surface, &event);
        turn();
    }
    QAction* action(const char* name) const
    {
        for (QAction* each : view.header().options().actions())
            if (each->objectName() == QLatin1String("mapOptions.") + QLatin1String(name))
                return each;
        return nullptr;
    }
    void trigger(const char* name) const
    {
        REQUIRE(action(name) != nullptr);
        action(name)->trigger();
        turn();
    }
    /// The colour of a cell of a plot, beside its number.
    static QRgb colourAt(const HeatmapPlot& plot, const Cell& cell)
    {
        const QRectF box = plot.shownLayout().cells.cell(*cell.query, *cell.key);
        return const_cast<HeatmapPlot&>(plot).grab().toImage().pixel(
            (box.topLeft() + QPointF(4, 4)).toPoint());
    }
    void click(const Cell& cell) const
    {
        mouse(QEvent::MouseButtonPress, cell, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, cell, Qt::LeftButton);
    }
};

} // namespace

TEST_CASE("heatmap view: hovering names both tokens, weight, score and mask in full", "[views]")
{
    Bench bench;
    bench.mouse(QEvent::MouseMove, {3, 1});
    CHECK(bench.focus.hover() == Cell{3, 1});
    const AttentionMap& map = bench.view.plot().map();
    const QString status = bench.view.statusText();
    INFO(status.toStdString());
    CHECK(status.contains(QStringLiteral("“␣noir” (3) → “␣black” (1)")));
    CHECK(status.contains(QString::number(static_cast<double>(map.at(MapKind::kWeights, 3, 1)), 'g', 6)));
    CHECK(status.contains(QStringLiteral("score ")));
    CHECK(status.contains(QStringLiteral("may attend")));
    CHECK(bench.view.accessibleDescription() == status);
    CHECK(bench.view.plot().marks().hover == Cell{3, 1});
}

TEST_CASE("heatmap view: a masked cell is said to be masked", "[views]")
{
    Bench bench;
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    turn();
    bench.mouse(QEvent::MouseMove, {0, 3});
    CHECK(bench.view.statusText().contains(QStringLiteral("masked")));
}

TEST_CASE("heatmap view: a click pins, a second unpins, a double click changes nothing", "[views]")
{
    Bench bench;
    bench.click({2, 3});
    CHECK(bench.focus.pin() == Cell{2, 3});
    bench.click({2, 3});
    CHECK(bench.focus.pin().empty());
    bench.click({1, 1});
    bench.click({2, 2});
    bench.mouse(QEvent::MouseButtonDblClick, {2, 2}, Qt::LeftButton);
    bench.mouse(QEvent::MouseButtonRelease, {2, 2}, Qt::LeftButton);
    CHECK(bench.focus.pin() == Cell{1, 1});
    bench.key(Qt::Key_Escape);
    CHECK(bench.focus.pin().empty());
}

TEST_CASE("heatmap view: every mouse gesture has a key", "[views]")
{
    Bench bench;
    bench.key(Qt::Key_Right);
    CHECK(bench.focus.hover() == Cell{0, 0});
    bench.key(Qt::Key_Right);
    bench.key(Qt::Key_Down);
    bench.key(Qt::Key_Down);
    CHECK(bench.focus.hover() == Cell{2, 1});
    bench.key(Qt::Key_End);
    CHECK(bench.focus.hover() == Cell{2, 5});
    bench.key(Qt::Key_Home);
    bench.key(Qt::Key_Up);
    CHECK(bench.focus.hover() == Cell{1, 0});
    bench.key(Qt::Key_End, Qt::ControlModifier);
    CHECK(bench.focus.hover() == Cell{4, 5});
    bench.key(Qt::Key_Space);
    CHECK(bench.focus.pin() == Cell{4, 5});
    bench.key(Qt::Key_Return);
    CHECK(bench.focus.pin().empty());
    bench.key(Qt::Key_PageUp);
    CHECK(bench.focus.head().layer == 0);
    bench.key(Qt::Key_PageUp);
    CHECK(bench.focus.head().layer == 0);
    bench.key(Qt::Key_BracketRight);
    CHECK(bench.focus.head().head == 3);
    bench.key(Qt::Key_BracketRight);
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 0});
    bench.key(Qt::Key_BracketLeft);
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 3});
    bench.key(Qt::Key_Plus);
    CHECK(bench.view.plot().isZoomed());
    bench.key(Qt::Key_0);
    CHECK_FALSE(bench.view.plot().isZoomed());
}

TEST_CASE("heatmap view: shows the chosen map and head, chosen by its own controls", "[views]")
{
    Bench bench;
    bench.focus.setMap(MapKind::kScores);
    turn();
    CHECK(bench.view.plot().kind() == MapKind::kScores);
    for (QToolButton* button : bench.view.findChildren<QToolButton*>())
        if (button->text() == QStringLiteral("Mask"))
            button->click();
    turn();
    CHECK(bench.focus.map() == MapKind::kMask);
    QComboBox* heads = nullptr;
    for (QComboBox* box : bench.view.findChildren<QComboBox*>())
        if (box->count() == 4)
            heads = box;
    REQUIRE(heads != nullptr);
    heads->setCurrentIndex(1);
    emit heads->activated(1);
    turn();
    CHECK(bench.focus.head().head == 1);
    CHECK(bench.view.plot().map().head().head == 1);
}

TEST_CASE("heatmap view: a trace that shrinks drops pins beyond it, and keeps the others", "[views]")
{
    Bench bench;
    bench.focus.setPin({4, 2});
    turn();
    bench.workspace.setStep(1); // two rows
    turn();
    CHECK(bench.view.plot().map().queries() == 2);
    CHECK(bench.focus.pin() == Cell{std::nullopt, 2});
    SyntheticOptions small;
    small.layers = 1;
    small.heads = small.kvHeads = 2;
    bench.workspace.publish(syntheticSnapshot(small));
    bench.workspace.setStep(-1);
    turn();
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 1});
}

TEST_CASE("heatmap view: without a trace it says what to do, and keys do no harm", "[views]")
{
    Bench bench(false);
    CHECK(bench.view.plot().map().isNull());
    for (const int code : {Qt::Key_Down, Qt::Key_Space, Qt::Key_PageDown, Qt::Key_BracketRight, Qt::Key_Plus})
        bench.key(code);
    bench.workspace.publish(syntheticSnapshot());
    turn();
    CHECK(bench.view.plot().map().queries() == 5);
    bench.workspace.publish(nullptr);
    turn();
    CHECK(bench.view.plot().map().isNull());
}

TEST_CASE("heatmap view: a sentence of one token", "[views]")
{
    Bench bench;
    SyntheticOptions one;
    one.source = 1;
    one.target = 1;
    bench.workspace.publish(syntheticSnapshot(one));
    turn();
    bench.mouse(QEvent::MouseMove, {0, 0});
    CHECK(bench.view.statusText().contains(QStringLiteral("weight 1")));
}

TEST_CASE("heatmap view: the figure is what is shown and pinned", "[views]")
{
    Bench bench;
    bench.focus.setPin({1, 2});
    bench.focus.setColourMap(QStringLiteral("magma"));
    bench.key(Qt::Key_Plus);
    const FigureRequest figure = bench.view.figure();
    CHECK(std::get<HeadRef>(figure.subject) == bench.focus.head());
    CHECK(figure.marks.pin == Cell{1, 2});
    CHECK(figure.colourMap == QStringLiteral("magma"));
    REQUIRE(figure.queries.has_value());
    CHECK(*figure.queries == bench.view.plot().shownLayout().cells.queries);
}

TEST_CASE("heatmap view: several heads stand side by side with one scale, or each its own", "[views]")
{
    Bench bench;
    bench.view.resize(1200, 800);
    bench.focus.toggleHead({StackKind::kDecoder, 1, AttentionKind::kCross, 0});
    bench.focus.toggleHead({StackKind::kDecoder, 0, AttentionKind::kCross, 3});
    bench.trigger("rangeMaximum");
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
        CHECK(Bench::colourAt(panels.plot(i), {2, 3})
              == colours.at(scale.level(map.at(MapKind::kWeights, 2, 3))));
    }
    bench.trigger("sharedScale");
    for (int i = 0; i < 3; ++i)
        CHECK(panels.plot(i).colours()->scale.upper
              == Approx(panels.plot(i).map().whole(MapKind::kWeights).maxCoeff()));
    // All have one zoom and one set of marks, and every number is told.
    bench.mouse(QEvent::MouseMove, {3, 1});
    CHECK(panels.plot(2).marks().hover == Cell{3, 1});
    CHECK(bench.view.statusText().contains(QStringLiteral("layer 0 · head 3")));
    panels.plot(1).zoom(0.5);
    turn();
    CHECK(panels.plot(2).shownLayout().cells.queries == panels.plot(1).shownLayout().cells.queries);
    // Their names make them the main head, or take them away.
    emit panels.chosen(2);
    turn();
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 3});
    emit panels.closed(1);
    turn();
    CHECK(panels.count() == 2);
}

TEST_CASE("heatmap view: mean and maximum of the selected heads say so", "[views]")
{
    Bench bench;
    bench.focus.toggleHead({StackKind::kDecoder, 1, AttentionKind::kCross, 0});
    bench.trigger("headsMean");
    REQUIRE(bench.view.panels().count() == 1);
    CHECK(bench.view.header().title().contains(QStringLiteral("Mean of 2 heads")));
    CHECK(bench.view.header().title().contains(QStringLiteral("2, 0")));
    const Trace trace = bench.workspace.shownTrace();
    const float one = trace.attention(bench.focus.heads()[0].head).at(MapKind::kWeights, 3, 1);
    const float other = trace.attention(bench.focus.heads()[1].head).at(MapKind::kWeights, 3, 1);
    CHECK(bench.view.plot().map().at(MapKind::kWeights, 3, 1) == Approx((one + other) / 2));
    bench.trigger("headsMaximum");
    CHECK(bench.view.header().title().contains(QStringLiteral("Maximum of 2 heads")));
    CHECK(bench.view.plot().map().at(MapKind::kWeights, 3, 1) == std::max(one, other));
    // A head of another kind cannot be among them, and the view says it.
    bench.focus.toggleHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    turn();
    CHECK(bench.view.header().title().contains(QStringLiteral("Maximum of 2 heads")));
    CHECK(bench.view.noteText().contains(QStringLiteral("cannot be combined")));
}

TEST_CASE("heatmap view: hidden tokens are left out, and the view says how", "[views]")
{
    Bench bench;
    CHECK(bench.view.header().changes().isEmpty());
    CHECK_FALSE(bench.action("renormalise")->isEnabled());
    bench.trigger("hideFirst");
    CHECK(bench.view.header().changes().contains(QStringLiteral("not renormalised")));
    CHECK(bench.view.plot().map().at(MapKind::kWeights, 2, 0) == 0.0F);
    CHECK(Bench::colourAt(bench.view.plot(), {2, 0})
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
    Bench bench;
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
    Bench bench;
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
    turn();
    CHECK(bench.view.plot().marks().pin == Cell{0, 2});
}

TEST_CASE("heatmap view: every stage from dot product to weight can be shown", "[views]")
{
    Bench bench;
    const AttentionMap map = bench.workspace.shownTrace().attention(bench.focus.head());
    for (const MapKind kind : {MapKind::kProducts, MapKind::kScores, MapKind::kMasked, MapKind::kWeights,
                               MapKind::kNormWeighted}) {
        bench.focus.setMap(kind);
        turn();
        REQUIRE(bench.view.plot().kind() == kind);
        const QRgb seen = Bench::colourAt(bench.view.plot(), {3, 2});
        const CellColours& colours = *bench.view.plot().colours();
        CHECK(seen == colours.map->at(colours.scale.level(map.at(kind, 3, 2))));
    }
    bench.mouse(QEvent::MouseMove, {3, 2});
    CHECK(bench.view.statusText().contains(QStringLiteral("‖v‖")));
    bench.focus.setMap(MapKind::kBias); // this model has none
    turn();
    CHECK(bench.view.plot().kind() == MapKind::kWeights);
}

TEST_CASE("heatmap view: sums of rows and columns are told where they are shown", "[views]")
{
    Bench bench;
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
    // The bar of the column with the most is the longest.
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
    turn();
    CHECK(bench.view.statusText().contains(QStringLiteral("column sum")));
    bench.focus.setMap(MapKind::kScores); // their sums say nothing
    turn();
    CHECK(plot.shownLayout().sums.rows.isNull());
}

TEST_CASE("heatmap view: the figure has all that was chosen", "[views]")
{
    Bench bench;
    bench.focus.toggleHead({StackKind::kDecoder, 1, AttentionKind::kCross, 0});
    bench.trigger("headsMean");
    bench.trigger("scaleLog");
    const FigureRequest figure = bench.view.figure();
    CHECK(figure.options == bench.focus.mapOptions());
    const ShownMaps maps = figureMaps(figure);
    REQUIRE(maps.maps.size() == 1);
    CHECK(maps.maps[0].whole(MapKind::kWeights) == bench.view.plot().map().whole(MapKind::kWeights));
    CHECK(figureTitle(figure) == bench.view.header().title());
}

TEST_CASE("heatmap view: the row that a decoding step has computed is marked, said and explained", "[views]")
{
    Bench bench;
    CHECK_FALSE(bench.view.plot().marks().newest); // all of the decoding is looked at
    bench.workspace.setStep(2);
    turn();
    const Index rows = bench.view.plot().map().queries();
    REQUIRE(bench.view.plot().marks().newest == static_cast<int>(rows) - 1);
    CHECK(bench.view.plot().scaleBar()->showNewest);
    CHECK(bench.view.statusText().contains(QStringLiteral("just computed")));
    CHECK(bench.view.plot().accessibleDescription().contains(QStringLiteral("just computed")));
    const Cell last{static_cast<int>(rows) - 1, 1};
    bench.mouse(QEvent::MouseMove, last);
    CHECK(bench.view.statusText().contains(QStringLiteral("just computed")));
    bench.mouse(QEvent::MouseMove, {0, 1});
    CHECK_FALSE(bench.view.statusText().contains(QStringLiteral("just computed")));
    // The next step's row; and heads of the encoder, which a step does not compute, have none.
    bench.workspace.setStep(3);
    turn();
    CHECK(bench.view.plot().marks().newest == static_cast<int>(rows));
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    turn();
    CHECK_FALSE(bench.view.plot().marks().newest);
    // Beside each other: only the panel of the decoder has the mark.
    bench.focus.setHead({StackKind::kDecoder, 1, AttentionKind::kSelf, 0});
    bench.focus.setMoreHeads({{StackKind::kEncoder, 0, AttentionKind::kSelf, 0}});
    turn();
    REQUIRE(bench.view.panels().count() == 2);
    CHECK(bench.view.panels().plot(0).marks().newest);
    CHECK_FALSE(bench.view.panels().plot(1).marks().newest);
    bench.workspace.setStep(-1);
    turn();
    CHECK_FALSE(bench.view.plot().marks().newest);
}

TEST_CASE("heatmap view: found tokens are marked in the axes, and their words where tokens are merged",
          "[views]")
{
    Bench bench;
    bench.focus.setFound({{1, 3}, {0, 40}});
    turn();
    CHECK(bench.view.plot().marks().found == FoundTokens{{1, 3}, {0}}); // no such key as 40
    bench.trigger("words");
    turn();
    const FoundTokens& marks = bench.view.plot().marks().found;
    const TokenGroups words
        = wordGroups(bench.workspace.shownTrace().tokens(StackKind::kDecoder),
                     bench.workspace.shownTrace().attention(bench.focus.head()).queries());
    CHECK(marks.queries
          == std::vector<int>{static_cast<int>(words.groupOf(1)), static_cast<int>(words.groupOf(3))});
    bench.focus.setFound({});
    turn();
    CHECK(bench.view.plot().marks().found.empty());
}

TEST_CASE("heatmap view: panels share the zoom of the tokens that they share", "[views]")
{
    Bench bench;
    bench.focus.setMoreHeads({{StackKind::kDecoder, 1, AttentionKind::kCross, 0},
                              {StackKind::kDecoder, 0, AttentionKind::kSelf, 1}});
    turn();
    const auto cells = [&](int panel) { return bench.view.panels().plot(panel).shownLayout().cells; };
    const AxisSpan ownKeys = cells(2).keys;
    bench.view.panels().plot(1).showSpans({0, 3}, {1, 5});
    turn();
    CHECK(cells(0).queries == AxisSpan{0, 3});
    CHECK(cells(0).keys == AxisSpan{1, 5});
    CHECK(cells(2).queries == AxisSpan{0, 3}); // the same decoder tokens ask
    CHECK(cells(2).keys == ownKeys); // others answer
    bench.focus.setZoomLinked(false);
    turn();
    bench.view.panels().plot(1).showSpans({1, 5}, {0, 3});
    turn();
    CHECK(cells(0).queries == AxisSpan{0, 3});
    CHECK(cells(2).queries == AxisSpan{0, 3});
    bench.focus.setZoomLinked(true);
    turn();
    CHECK(cells(1).queries == AxisSpan{0, 3}); // the main panel leads
}

TEST_CASE("heatmap view: what the user chooses of the map lasts, what a session brings does not", "[views]")
{
    Bench bench;
    bench.trigger("scaleLog");
    bench.trigger("marginals");
    MapOptions expected;
    expected.scale = ColourScale::kLog;
    expected.marginals = true;
    CHECK(bench.settings.mapOptions() == expected);
    MapOptions others;
    others.values = false;
    bench.focus.setMapOptions(others);
    turn();
    CHECK(bench.settings.mapOptions() == expected);
    bench.key(Qt::Key_Less); // a little less of each row
    expected = others;
    expected.transform.mass = bench.focus.mapOptions().transform.mass;
    CHECK(expected.transform.mass < 1);
    CHECK(bench.settings.mapOptions() == expected);
    bench.trigger("reset");
    CHECK(bench.settings.mapOptions() == MapOptions());
    CHECK(bench.focus.mapOptions() == MapOptions());
}
