#include "ui/views/heads/heads_canvas.h"

#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/ui/views/heads/heads_bench.h"
#include "ui/picture/cell_painter.h"
#include "ui/picture/marks.h"
#include "ui/views/heads/head_values.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// A text so long that its thumbnails are read row by row, with queries and keys of its first layers only, as
/// a pass publishes it.
std::shared_ptr<const Snapshot> longSnapshot(quint64 request, int layersDone)
{
    SyntheticOptions options;
    options.source = 0;
    options.target = 7000;
    options.heads = options.kvHeads = 2;
    options.width = 4;
    options.seed = static_cast<unsigned>(request);
    auto chunk = std::make_shared<TraceChunk>();
    StackChunk& stack = chunk->decoder.emplace();
    stack.rows = options.target;
    for (int layer = 0; layer < options.layers; ++layer) {
        AttentionChunk& attention = stack.self.emplace_back();
        attention.queries = attention.keys = options.target;
        if (layer >= layersDone)
            continue;
        attention.mask.emplace_back(options.target, options.target);
        attention.mask.back().causal();
        for (int head = 0; head < options.heads; ++head) {
            const auto stream = static_cast<std::uint64_t>(layer * 10 + head);
            attention.query.push_back(noiseMatrix(options.seed, stream, options.target, 2));
            attention.key.push_back(noiseMatrix(options.seed, stream + 100, options.target, 2));
        }
    }
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = request;
    const auto tokens
        = std::make_shared<const std::vector<TokenLabel>>(syntheticTokens(options.target, true));
    snapshot->trace = Trace(std::make_shared<const TraceInfo>(syntheticInfo(options)), chunk, tokens, tokens);
    snapshot->finished = layersDone == options.layers;
    return snapshot;
}

} // namespace

TEST_CASE("heads canvas: every head has a picture whose pixels agree with its numbers", "[views]")
{
    const HeadsBench bench;
    const Trace trace = bench.workspace.shownTrace();
    for (const HeadRef& head : bench.view.canvas().headsLayout().heads()) {
        const QImage& image = bench.view.canvas().picture(head);
        REQUIRE_FALSE(image.isNull());
        const AttentionMap map = trace.attention(head);
        const Matrix weights = map.whole(MapKind::kWeights);
        const ValueScale scale = weightScale(bench.focus.mapOptions().range, weights.maxCoeff());
        for (Index q = 0; q < map.queries(); ++q) {
            for (Index k = 0; k < map.keys(); ++k) {
                if (map.at(MapKind::kMask, q, k) == 0)
                    continue;
                const auto x = static_cast<int>((static_cast<double>(k) + 0.5) * image.width()
                                                / static_cast<double>(map.keys()));
                const auto y = static_cast<int>((static_cast<double>(q) + 0.5) * image.height()
                                                / static_cast<double>(map.queries()));
                REQUIRE(
                    image.pixel(x, y)
                    == colourMap(bench.focus.colourMap(), Backdrop::kLight).at(scale.level(weights(q, k))));
            }
        }
    }
}

TEST_CASE("heads canvas: thumbnails that only just fit do not make their scroll bar come and go", "[views]")
{
    // Beside a scroll bar, thumbnails are smaller and would not need one: such a window used to lay itself
    // out forever.
    HeadsBench bench;
    const auto* const scroll = bench.view.findChild<QScrollArea*>();
    REQUIRE(scroll != nullptr);
    bool scrolled = false, fitted = false;
    for (int height = 300; height < 900; height += 3) {
        bench.view.resize(220, height);
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
        const QSize room = scroll->maximumViewportSize();
        const QSize canvas = bench.view.canvas().size();
        const bool bar = scroll->verticalScrollBar()->isVisible();
        REQUIRE(bar == (canvas.height() > room.height()));
        REQUIRE(canvas.width() <= scroll->viewport()->width());
        scrolled = scrolled || bar;
        fitted = fitted || !bar;
    }
    CHECK(scrolled);
    CHECK(fitted);
}

TEST_CASE("heads canvas: follows the map and the colours", "[views]")
{
    HeadsBench bench;
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const QImage weights = bench.view.canvas().picture(head);
    bench.focus.setMap(MapKind::kScores);
    bench.settle();
    const QImage scores = bench.view.canvas().picture(head);
    CHECK(scores != weights);
    bench.focus.setMap(MapKind::kWeights);
    bench.focus.setColourMap(QStringLiteral("magma"));
    bench.settle();
    CHECK(bench.view.canvas().picture(head) != weights);
    // A colour means the same number in a thumbnail as in the map.
    const HeadRef faint{StackKind::kEncoder, 0, AttentionKind::kSelf, 0}; // without a weight of 1
    const QImage before = bench.view.canvas().picture(faint);
    MapOptions options = bench.focus.mapOptions();
    REQUIRE(options.range == WeightRange::kOne);
    options.range = WeightRange::kMaximum;
    bench.focus.setMapOptions(options);
    bench.settle();
    CHECK(bench.view.canvas().picture(faint) != before);
}

TEST_CASE("heads canvas: Shift adds heads to those that are shown together, by mouse and by keys", "[views]")
{
    const HeadsBench bench;
    const HeadRef first{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    const HeadRef second{StackKind::kDecoder, 0, AttentionKind::kCross, 0};
    bench.click(first);
    bench.click(second, Qt::ShiftModifier);
    CHECK(bench.focus.heads() == std::vector<SelectedHead>{{first, 0}, {second, 1}});
    bench.key(Qt::Key_Left, Qt::ShiftModifier); // the main head stays
    CHECK(bench.focus.head() == first);
    CHECK(bench.view.canvas().cursor() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 1});
    bench.key(Qt::Key_Return, Qt::ShiftModifier);
    CHECK(bench.focus.heads().size() == 3);
    bench.click(second, Qt::ShiftModifier); // a second click removes it
    CHECK(bench.focus.heads().size() == 2);
    bench.click(second);
    CHECK(bench.focus.heads() == std::vector<SelectedHead>{{second, 0}});
}

TEST_CASE("heads canvas: the grid is shaded from the smallest to the largest number", "[views]")
{
    HeadsBench bench;
    bench.view.shadeBy(measureNamed(u"entropy"));
    bench.settle();
    const Trace trace = bench.workspace.shownTrace();
    double least = 1e9, most = -1e9;
    for (const HeadRef& head : bench.view.canvas().headsLayout().heads()) {
        const double entropy = headStatistics(trace.attention(head))["entropy"].value();
        least = std::min(least, entropy);
        most = std::max(most, entropy);
    }
    const QImage image = bench.view.canvas().grab().toImage();
    const ColourMap& colours = colourMap(bench.focus.colourMap(), Backdrop::kLight);
    const ValueScale scale{least, most, false};
    for (const HeadRef& head : bench.view.canvas().headsLayout().heads()) {
        const QRectF box = bench.view.canvas().headsLayout().rectOf(head);
        const auto entropy = static_cast<float>(headStatistics(trace.attention(head))["entropy"].value());
        CHECK(image.pixel((box.topLeft() + QPointF(4, 4)).toPoint()) == colours.at(scale.level(entropy)));
    }
    bench.view.shadeBy(std::nullopt);
    CHECK_FALSE(bench.view.canvas().values().has_value());
}

TEST_CASE("heads canvas: heads that the filter leaves out are faint in the grid", "[views]")
{
    HeadsBench bench;
    const HeadRef kept{StackKind::kDecoder, 0, AttentionKind::kCross, 1};
    const HeadRef left{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    const auto colourOf = [&](const HeadRef& head) {
        const QRectF box = bench.view.canvas().headsLayout().rectOf(head);
        return bench.view.canvas().grab().toImage().pixel((box.topLeft() + QPointF(5, 5)).toPoint());
    };
    const QRgb keptBefore = colourOf(kept), leftBefore = colourOf(left);
    bench.view.setFilter(QStringLiteral("cross"));
    bench.settle();
    CHECK(colourOf(kept) == keptBefore);
    CHECK(colourOf(left) != leftBefore);
}

TEST_CASE("heads canvas: the row that a decoding step has computed is marked in the decoder's pictures",
          "[views]")
{
    HeadsBench bench;
    const HeadsCanvas& canvas = bench.view.canvas();
    const HeadRef cross{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    const HeadRef encoder{StackKind::kEncoder, 1, AttentionKind::kSelf, 1};
    const auto drawn = [&](const HeadRef& head) {
        const QImage image = bench.view.canvas().grab().toImage();
        const QRect box = canvas.headsLayout().rectOf(head).adjusted(-4, 0, 0, 4).toRect();
        int found = 0;
        for (int y = box.top(); y <= box.bottom(); ++y)
            for (int x = box.left(); x <= box.right(); ++x)
                found += image.pixel(x, y) == PicturePalette::of(canvas.palette()).newest.rgb() ? 1 : 0;
        return found;
    };
    CHECK_FALSE(canvas.newest()); // the whole decoding is shown
    CHECK(drawn(cross) == 0);
    bench.workspace.setStep(2);
    bench.settle();
    REQUIRE(canvas.newest() == 2);
    const QRectF box = canvas.headsLayout().rectOf(cross);
    CHECK(canvas.newestRowOf(cross).top() == Approx(box.top() + box.height() * 2 / 3));
    CHECK(canvas.newestRowOf(cross).bottom() == Approx(box.bottom()));
    CHECK(canvas.newestRowOf(encoder).isEmpty());
    CHECK(drawn(cross) > 10);
    CHECK(drawn(encoder) == 0);
    // The next step's row; measures of heads have no rows.
    bench.workspace.setStep(3);
    bench.settle();
    CHECK(canvas.newest() == 3);
    CHECK(canvas.newestRowOf(cross).top() == Approx(box.top() + box.height() * 3 / 4));
    bench.view.shadeBy(measureNamed(u"entropy"));
    bench.settle();
    CHECK(canvas.newestRowOf(cross).isEmpty());
    bench.view.shadeBy(std::nullopt);
    bench.workspace.setStep(-1);
    bench.settle();
    CHECK(drawn(cross) == 0);
}

TEST_CASE("heads canvas: a head that is switched off is cross-hatched", "[views]")
{
    HeadsBench bench;
    const HeadRef off{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    const HeadRef other{StackKind::kEncoder, 0, AttentionKind::kSelf, 2};
    bench.view.resize(900, 900); // room for names below the heads
    const auto publish = [&bench](const Interventions& edits) {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->trace = test::runOne(test::tinyModel(), edits);
        snapshot->finished = true;
        bench.workspace.publish(snapshot);
        bench.settle();
        return bench.view.canvas().grab().toImage();
    };
    const auto part = [&bench](const QImage& image, const HeadRef& head) {
        return image.copy(bench.view.canvas().headsLayout().rectOf(head).adjusted(1, 1, -1, -1).toRect());
    };
    const QImage before = publish({});
    const QImage after = publish(test::only(HeadOff{patternOf(off)}));
    CHECK(part(before, off) != part(after, off));
    CHECK(part(before, other) == part(after, other));
    // The lines are explained below the head, or where there is no room, in its tip.
    HeadsCanvas& canvas = bench.view.canvas();
    CHECK(headTip(bench.workspace.shownTrace(), off).contains(QStringLiteral("cross-hatched")));
    CHECK_FALSE(headTip(bench.workspace.shownTrace(), other).contains(QStringLiteral("cross-hatched")));
    REQUIRE_FALSE(canvas.headsLayout().captionOf(off).isEmpty());
    CHECK(canvas.captionOf(off).contains(QStringLiteral("off")));
    CHECK_FALSE(canvas.captionOf(other).contains(QStringLiteral("off")));
}

TEST_CASE("heads canvas: a head that is switched off does not look masked, even without a map", "[views]")
{
    const PicturePalette palette = PicturePalette::figure(Backdrop::kLight);
    constexpr int kSide = 60;
    // Pixels unlike those of the mirrored image: lines of one direction have some, crossed ones have none.
    const auto oneWay = [](const QImage& image) {
        int found = 0;
        for (int y = 0; y < kSide; ++y)
            for (int x = 0; x < kSide; ++x)
                found
                    += std::abs(qGray(image.pixel(x, y)) - qGray(image.pixel(kSide - 1 - x, y))) > 20 ? 1 : 0;
        return found;
    };
    QImage off(kSide, kSide, QImage::Format_RGB32);
    off.fill(palette.masked); // as where there is no map
    QPainter painter(&off);
    paintOffHatch(painter, off.rect(), palette, kOffSpacing);
    painter.end();
    CellGrid grid;
    grid.rect = {0, 0, 1, 1};
    grid.values = Matrix::Constant(1, 1, 0.5F);
    grid.states.resize(1, 1);
    grid.states << static_cast<std::uint8_t>(CellState::kMasked);
    CellColours colours;
    colours.map = &colourMap(QStringLiteral("viridis"), Backdrop::kLight);
    colours.scale = weightScale(WeightRange::kOne, 1);
    colours.palette = palette;
    colours.gaps = false;
    const QImage masked = composeCells(grid, {QRectF(0, 0, kSide, kSide), {0, 1}, {0, 1}}, colours, 1);
    CHECK(oneWay(masked) > kSide);
    CHECK(oneWay(off) == 0);

    HeadsBench bench;
    bench.workspace.publish(longSnapshot(2, 1)); // stopped after its first layer
    bench.settle();
    const Trace trace = bench.workspace.shownTrace();
    const QString words = QStringLiteral("not computed");
    CHECK_FALSE(headTip(trace, {StackKind::kDecoder, 0, AttentionKind::kSelf, 0}).contains(words));
    CHECK(headTip(trace, {StackKind::kDecoder, 1, AttentionKind::kSelf, 0}).contains(words));
}

TEST_CASE("heads canvas: after Stop, layers that were not run show nothing of the text before", "[views]")
{
    HeadsBench bench;
    const HeadRef first{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const HeadRef second{StackKind::kDecoder, 1, AttentionKind::kSelf, 0};
    HeadsCanvas& canvas = bench.view.canvas();
    bench.workspace.publish(longSnapshot(2, 2));
    bench.settle();
    const QImage before = canvas.picture(first);
    REQUIRE_FALSE(before.isNull());
    REQUIRE_FALSE(canvas.picture(second).isNull());

    bench.workspace.setRunning(true);
    bench.workspace.publish(longSnapshot(3, 1));
    bench.workspace.setRunning(false); // the user stopped the run after its first layer
    bench.settle();
    CHECK(canvas.picture(first) != before);
    CHECK_FALSE(canvas.isOld(first));
    CHECK(canvas.picture(second).isNull());
}

TEST_CASE("heads canvas: thumbnails of another text are faint until they are replaced", "[views]")
{
    const HeadsBench bench;
    HeadsCanvas& canvas = bench.view.canvas();
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    const auto colour = [&] {
        const QRectF box = canvas.headsLayout().rectOf(head);
        return canvas.grab().toImage().pixel((box.topLeft() + QPointF(5, 5)).toPoint());
    };
    const QRgb before = colour();
    canvas.fadeThumbnails();
    CHECK(canvas.isOld(head));
    CHECK(colour() != before);
    const AttentionMap map = bench.workspace.shownTrace().attention(head);
    const CellReader reader(map, MapKind::kWeights, CellReader::Keep::kNothing);
    canvas.setThumbnail(head, reader.read(reader.whole(), 64, 64, {}));
    CHECK_FALSE(canvas.isOld(head));
    CHECK(colour() == before);
}

TEST_CASE("heads canvas: captions of neighbours do not touch", "[views]")
{
    HeadsBench bench;
    bench.view.resize(250, 860); // names are nearly as wide as the thumbnails, or wider
    bench.settle();
    const HeadsCanvas& canvas = bench.view.canvas();
    const HeadsLayout& layout = canvas.headsLayout();
    const QImage image = bench.view.canvas().grab().toImage();
    int checked = 0;
    for (const HeadRef& head : layout.heads()) {
        CHECK_FALSE(canvas.captionOf(head).contains(QStringLiteral("…"))); // a name is cut between words
        HeadRef next = head;
        ++next.head;
        if (layout.indexOf(next) < 0 || canvas.captionOf(head).isEmpty() || canvas.captionOf(next).isEmpty())
            continue;
        const QRectF one = layout.captionOf(head), other = layout.captionOf(next);
        const QColor ground = image.pixelColor(QPointF(one.right() + 1, one.bottom() + 2).toPoint());
        ++checked;
        for (int x = static_cast<int>(std::ceil(one.right())) + 1; x < static_cast<int>(other.left()) - 1;
             ++x)
            for (int y = static_cast<int>(one.top()) + 3; y < static_cast<int>(one.bottom()); ++y)
                CHECK(image.pixelColor(x, y) == ground);
    }
    CHECK(checked > 0);
}
