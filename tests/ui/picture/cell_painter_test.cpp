#include "core/base/workers.h"
#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "ui/picture/cell_grid.h"
#include "ui/picture/cell_painter.h"
#include "ui/picture/heatmap_picture.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QStringList>
#include <QtSvg/QSvgGenerator>
#include <QtSvg/QSvgRenderer>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <stop_token>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

namespace {

CellColours weightColours()
{
    CellColours colours;
    colours.map = &colourMap(QStringLiteral("viridis"), Backdrop::kLight);
    colours.scale = weightScale(WeightRange::kOne, 1);
    colours.palette = PicturePalette::figure(Backdrop::kLight);
    return colours;
}

CellFrame frameFor(const CellGrid& grid, double width, double height)
{
    const CellRect& r = grid.rect;
    return {QRectF(0, 0, width, height),
            {static_cast<double>(r.query), static_cast<double>(r.query + r.rows)},
            {static_cast<double>(r.key), static_cast<double>(r.key + r.columns)}};
}

QRgb pixelOf(const QImage& image, const CellFrame& frame, Index query, Index key, double ratio = 1)
{
    const QPointF centre = frame.cell(query, key).center() * ratio;
    return image.pixel(static_cast<int>(centre.x()), static_cast<int>(centre.y()));
}

} // namespace

TEST_CASE("cells: the pixel in the middle of each cell has the colour of its number", "[paint]")
{
    const CellColours colours = weightColours();
    for (const auto& [queries, keys] : {std::pair(1, 1), {5, 7}, {60, 41}, {300, 300}}) {
        for (const double ratio : {1.0, 1.5, 2.0}) {
            const CellReader reader(drawnMap(queries, keys), MapKind::kWeights);
            const CellGrid grid = reader.read(reader.whole(), 4000, 4000);
            const CellFrame frame = frameFor(grid, 731, 523);
            const QImage image = composeCells(grid, frame, colours, ratio);
            for (Index q = 0; q < queries; ++q)
                for (Index k = 0; k < keys; ++k)
                    REQUIRE(pixelOf(image, frame, q, k, ratio)
                            == colours.map->at(colours.scale.level(drawnNumber(q, k))));
        }
    }
}

TEST_CASE("cells: shapes have the same colours as the image", "[paint]")
{
    const CellReader reader(drawnMap(9, 13), MapKind::kWeights);
    const CellGrid grid = reader.read(reader.whole(), 100, 100);
    const CellFrame frame = frameFor(grid, 520, 270);
    QImage image(520, 270, QImage::Format_RGB32);
    QPainter painter(&image);
    paintCellsAsShapes(painter, grid, frame, weightColours());
    painter.end();
    for (Index q = 0; q < 9; ++q)
        for (Index k = 0; k < 13; ++k)
            REQUIRE(pixelOf(image, frame, q, k)
                    == colourMap(QStringLiteral("viridis"), Backdrop::kLight)
                           .at(weightColours().scale.level(drawnNumber(q, k))));
}

TEST_CASE("cells: a renderer that smooths edges shows no hairlines between shapes", "[paint]")
{
    const CellReader reader(drawnMap(40, 60), MapKind::kWeights);
    const CellGrid grid = reader.read(reader.whole(), 100, 100);
    const CellFrame frame = frameFor(grid, 400, 300);
    QBuffer drawing;
    QSvgGenerator generator;
    generator.setOutputDevice(&drawing);
    generator.setSize({400, 300});
    generator.setViewBox(QRectF(0, 0, 400, 300));
    QPainter shapes(&generator);
    paintCellsAsShapes(shapes, grid, frame, weightColours());
    shapes.end();
    QSvgRenderer renderer(drawing.data());
    REQUIRE(renderer.isValid());
    QImage image(1250, 938, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    int open = 0;
    for (int y = 2; y < image.height() - 2; ++y)
        for (int x = 2; x < image.width() - 2; ++x)
            open += qAlpha(image.pixel(x, y)) < 255 ? 1 : 0;
    CHECK(open == 0);
}

TEST_CASE("cells: narrow ones hold their numbers without the zero, and leave small ones out", "[paint]")
{
    const std::array numbers{0.98F, 1.0F, 0.003F, 0.42F};
    const auto rule = [&numbers](Index, Index key) { return numbers[static_cast<std::size_t>(key)]; };
    const AttentionMap map({}, std::make_shared<const RuleSource>(1, 4, false, rule), wordAxis(1),
                           wordAxis(4));
    const CellReader reader(map, MapKind::kWeights);
    const CellGrid grid = reader.read(reader.whole(), 200, 40);
    const auto drawn = [&](double width) {
        QBuffer drawing;
        QSvgGenerator generator;
        generator.setOutputDevice(&drawing);
        generator.setSize({200, 40});
        QPainter painter(&generator);
        paintCellValues(painter, grid, frameFor(grid, 4 * width, 40), weightColours());
        painter.end();
        QStringList texts;
        auto found = QRegularExpression(QStringLiteral(">([^<>]+)</text>"))
                         .globalMatch(QString::fromUtf8(drawing.data()));
        while (found.hasNext())
            texts << found.next().captured(1).trimmed();
        return texts.join(QLatin1Char(' '));
    };
    CHECK(drawn(45) == QStringLiteral("0.98 1.00 &lt;.01 0.42"));
    CHECK(drawn(28) == QStringLiteral(".98 1 .42"));
    CHECK(drawn(20).isEmpty());
}

TEST_CASE("cells: masked cells look masked, not zero", "[paint]")
{
    const CellColours colours = weightColours();
    const CellReader reader(drawnMap(10, 10, true), MapKind::kWeights);
    const CellGrid grid = reader.read(reader.whole(), 100, 100);
    CHECK(grid.limits.masked);
    CHECK_FALSE(grid.limits.missing);
    CHECK(grid.state(2, 7) == CellState::kMasked);
    CHECK(grid.state(7, 2) == CellState::kPlain);
    const CellFrame frame = frameFor(grid, 400, 400);
    const QImage image = composeCells(grid, frame, colours, 1);
    const QRect cell = frame.cell(2, 7).adjusted(1, 1, -3, -3).toRect();
    int hatched = 0, plain = 0;
    for (int y = cell.top(); y <= cell.bottom(); ++y) {
        for (int x = cell.left(); x <= cell.right(); ++x) {
            REQUIRE(image.pixel(x, y) != colours.map->at(0));
            hatched += image.pixel(x, y) == colours.palette.hatch.rgb() ? 1 : 0;
            plain += image.pixel(x, y) == colours.palette.masked.rgb() ? 1 : 0;
        }
    }
    CHECK(hatched + plain == cell.width() * cell.height());
    CHECK(hatched > plain / 12);
}

TEST_CASE("cells: a number that was never computed is not drawn as a number", "[paint]")
{
    const auto rule
        = [](Index q, Index k) { return q == 1 && k == 2 ? std::numeric_limits<float>::quiet_NaN() : 0.25F; };
    const AttentionMap map({}, std::make_shared<const RuleSource>(4, 4, false, rule), wordAxis(4),
                           wordAxis(4));
    const CellReader reader(map, MapKind::kScores);
    const CellGrid grid = reader.read(reader.whole(), 10, 10);
    CHECK(grid.state(1, 2) == CellState::kMissing);
    CHECK(grid.limits.missing);
    CHECK(grid.limits.minimum == 0.25F);
    CHECK(grid.limits.maximum == 0.25F);
    CHECK(weightColours().of(rule(1, 2), grid.state(1, 2)) == weightColours().palette.background.rgb());
    CHECK(weightColours().of(rule(1, 2), CellState::kMasked) == weightColours().palette.masked.rgb());
}

TEST_CASE("cells: the legend says so where a masked number was never computed", "[paint]")
{
    const auto legendOf = [](bool causal, Index firstMissing, MapKind kind) {
        const auto rule = [firstMissing](Index q, Index k) {
            return k >= q + firstMissing ? std::numeric_limits<float>::quiet_NaN() : 0.25F;
        };
        const AttentionMap map({}, std::make_shared<const RuleSource>(4, 4, causal, rule), wordAxis(4),
                               wordAxis(4));
        const CellReader reader(map, kind);
        return HeatmapPicture(map, kind, reader.limits(), {}, PicturePalette::figure(Backdrop::kLight), {})
            .scaleBar();
    };
    CHECK(legendOf(true, 1, MapKind::kScores).showMissing);
    CHECK(legendOf(true, 1, MapKind::kScores).missingMasked); // a decoding step by step
    CHECK_FALSE(legendOf(true, 9, MapKind::kScores).missingMasked); // one pass: nothing is missing
    CHECK_FALSE(legendOf(true, -9, MapKind::kScores).missingMasked); // everything is
    CHECK_FALSE(legendOf(false, 1, MapKind::kScores).missingMasked); // without a mask
}

TEST_CASE("cells: pooling takes the largest of each tile and keeps one strong cell visible", "[paint]")
{
    const auto rule = [](Index q, Index k) { return q == 701 && k == 333 ? 0.9F : 0.001F; };
    const AttentionMap map({}, std::make_shared<const RuleSource>(1000, 1000, false, rule), wordAxis(1000),
                           wordAxis(1000));
    for (const CellReader::Keep keep : {CellReader::Keep::kWholeIfSmall, CellReader::Keep::kNothing}) {
        const CellReader reader(map, MapKind::kWeights, keep);
        const CellGrid grid = reader.read(reader.whole(), 150, 90);
        CHECK(grid.pooled());
        CHECK(grid.tileRows == 7);
        CHECK(grid.tileColumns == 12);
        CHECK(grid.values.rows() <= 150);
        CHECK(grid.values(701 / 7, 333 / 12) == 0.9F);
        CHECK((grid.values.array() > 0.5F).count() == 1);
        CHECK(grid.limits.maximum == 0.9F);
        // After zooming in, single cells are back.
        const CellGrid near = reader.read({690, 320, 40, 40}, 150, 90);
        CHECK_FALSE(near.pooled());
        CHECK(near.values(701 - 690, 333 - 320) == 0.9F);
    }
}

TEST_CASE("cells: tiles of a table show means, so that sines do not vanish behind cosines", "[paint]")
{
    const auto rule = [](Index q, Index k) { return k % 2 == 0 ? 1.0F : static_cast<float>(q % 3) - 1; };
    const AttentionMap map({}, std::make_shared<const RuleSource>(30, 192, false, rule), nullptr, nullptr);
    for (const CellReader::Keep keep : {CellReader::Keep::kWholeIfSmall, CellReader::Keep::kNothing}) {
        const CellReader reader(map, MapKind::kScores, keep, Shade::kMean);
        const CellGrid grid = reader.read(reader.whole(), 30, 96);
        REQUIRE(grid.tileColumns == 2);
        for (Index q = 0; q < 30; ++q)
            for (Index c = 0; c < 96; ++c)
                CHECK(grid.values(q, c) == (1 + rule(q, 1)) / 2);
        CHECK(grid.limits.minimum == -1); // colours mean the same at every zoom
        CHECK(grid.limits.maximum == 1);
    }
}

TEST_CASE("cells: the mean of a tile leaves out missing numbers", "[paint]")
{
    const auto rule = [](Index, Index k) {
        return k < 4 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(k);
    };
    const AttentionMap map({}, std::make_shared<const RuleSource>(2, 12, false, rule), nullptr, nullptr);
    const CellReader reader(map, MapKind::kScores, CellReader::Keep::kWholeIfSmall, Shade::kMean);
    const CellGrid grid = reader.read(reader.whole(), 1, 4);
    CHECK(grid.state(0, 0) == CellState::kMissing);
    CHECK(grid.values(0, 1) == Approx((4 + 5) / 2.0));
    CHECK(grid.values(0, 3) == 10);
}

TEST_CASE("cells: a masked cell never wins over a number in its tile", "[paint]")
{
    const CellReader reader(drawnMap(64, 64, true), MapKind::kScores);
    const CellGrid grid = reader.read(reader.whole(), 16, 16);
    for (Index r = 0; r < 16; ++r) {
        for (Index c = 0; c < 16; ++c) {
            CHECK((grid.state(r, c) == CellState::kMasked) == (c > r));
            float best = 0;
            for (Index q = r * 4; q < r * 4 + 4; ++q)
                for (Index k = c * 4; k < c * 4 + 4; ++k)
                    if (c > r || k <= q)
                        best = std::max(best, drawnNumber(q, k));
            CHECK(grid.values(r, c) == best);
        }
    }
}

TEST_CASE("cells: a map of 32,000 tokens is read in bands", "[paint]")
{
    const auto source
        = std::make_shared<const RuleSource>(32000, 32000, true, [](Index, Index) { return 0.5F; });
    const AttentionMap map({}, source, wordAxis(1), wordAxis(1));
    const CellReader reader(map, MapKind::kWeights);
    CHECK_FALSE(reader.holdsWhole());
    const CellGrid near = reader.read({31000, 100, 60, 80}, 500, 500);
    CHECK(near.values.rows() == 60);
    CHECK(near.values.cols() == 80);
    std::stop_source stop;
    stop.request_stop();
    CHECK(reader.read(reader.whole(), 500, 500, stop.get_token()).isNull());
    // One band of tiles over all keys is the largest request ever made.
    const CellGrid band = reader.read({0, 0, 128, 32000}, 2, 500);
    CHECK(band.values.rows() == 2);
    CHECK(source->largestRead <= Index{64} * 32000);
}

TEST_CASE("cells: shares of a row's largest number, single and pooled", "[paint]")
{
    const auto rule
        = [](Index q, Index k) { return 0.01F * static_cast<float>(q + 1) * static_cast<float>(k % 5 + 1); };
    const AttentionMap map({}, std::make_shared<const RuleSource>(60, 60, false, rule), wordAxis(60),
                           wordAxis(60));
    for (const CellReader::Keep keep : {CellReader::Keep::kWholeIfSmall, CellReader::Keep::kNothing}) {
        const CellReader reader(map, MapKind::kWeights, keep, Shade::kRowShare);
        const CellGrid near = reader.read({10, 21, 4, 3}, 100, 100); // without the largest columns
        for (Index r = 0; r < 4; ++r)
            for (Index c = 0; c < 3; ++c) {
                CHECK(near.values(r, c) == rule(10 + r, 21 + c));
                CHECK(near.shade(r, c) == Approx(rule(10 + r, 21 + c) / rule(10 + r, 4)));
            }
        const CellGrid all = reader.read(reader.whole(), 20, 12);
        REQUIRE(all.pooled());
        for (Index r = 0; r < all.values.rows(); ++r)
            for (Index c = 0; c < all.values.cols(); ++c)
                CHECK(all.shade(r, c) == Approx(1.0F)); // every tile of five columns contains a row maximum
    }
}

namespace {

// Numbers, infinities and missing numbers, under a causal mask.
float mixedNumber(Index q, Index k)
{
    const Index at = q * 31 + k * 17;
    return at % 97 == 0 ? std::numeric_limits<float>::quiet_NaN()
        : at % 89 == 0  ? -std::numeric_limits<float>::infinity()
                        : drawnNumber(q, k);
}

CellState mixedState(Index q, Index k)
{
    const float value = mixedNumber(q, k);
    return std::isnan(value)         ? CellState::kMissing
        : std::isinf(value) || k > q ? CellState::kMasked
                                     : CellState::kPlain;
}

/// Expected contents of one tile: the best state of its cells, and the largest number with that state.
struct PlainTile
{
    CellState state = CellState::kMissing;
    float best = -std::numeric_limits<float>::infinity();
    float smallest = std::numeric_limits<float>::infinity(); ///< over plain cells

    PlainTile(Index firstQuery, Index endQuery, Index firstKey, Index endKey)
    {
        for (Index q = firstQuery; q < endQuery; ++q)
            for (Index k = firstKey; k < endKey; ++k)
                state = std::min(state, mixedState(q, k));
        for (Index q = firstQuery; q < endQuery; ++q)
            for (Index k = firstKey; k < endKey; ++k)
                take(mixedState(q, k), mixedNumber(q, k));
    }

private:
    void take(CellState of, float number)
    {
        if (of != state || std::isnan(number))
            return;
        best = std::max(best, number);
        smallest = std::min(smallest, number);
    }
};

/// Compares a grid of tiles of 5 queries and 4 keys from (20, 8) with a plain loop over its cells.
void checkPooled(const CellGrid& grid)
{
    float smallest = 1, largest = 0;
    for (Index r = 0; r < grid.values.rows(); ++r) {
        for (Index c = 0; c < grid.values.cols(); ++c) {
            const PlainTile tile(20 + r * 5, std::min<Index>(320, 25 + r * 5), 8 + c * 4,
                                 std::min<Index>(201, 12 + c * 4));
            REQUIRE(grid.state(r, c) == tile.state);
            if (tile.state != CellState::kMissing)
                REQUIRE(grid.values(r, c) == tile.best);
            if (tile.state == CellState::kPlain) {
                smallest = std::min(smallest, tile.smallest);
                largest = std::max(largest, tile.best);
            }
        }
    }
    CHECK(grid.limits.maximum == largest);
    CHECK(grid.limits.minimum <= smallest);
    CHECK(grid.limits.masked);
    CHECK(grid.limits.missing);
}

} // namespace

TEST_CASE("cells: pooling is what a plain loop finds, whatever the cells are, on one thread or several",
          "[paint]")
{
    const AttentionMap map({}, std::make_shared<const RuleSource>(333, 217, true, mixedNumber), wordAxis(1),
                           wordAxis(1));
    Workers workers(3);
    for (Workers* const by : {static_cast<Workers*>(nullptr), &workers}) {
        for (const CellReader::Keep keep : {CellReader::Keep::kWholeIfSmall, CellReader::Keep::kNothing}) {
            const CellReader reader(map, MapKind::kScores, keep, Shade::kValue, by);
            const CellRect rect{20, 11, 300, 190};
            const CellGrid grid = reader.read(rect, 61, 50, {}, by);
            REQUIRE(grid.tileRows == 5);
            REQUIRE(grid.tileColumns == 4);
            CHECK(grid.sameTiles(reader.shape(rect, 61, 50)));
            REQUIRE(grid.rect == CellRect{20, 8, 300, 193});
            checkPooled(grid);
        }
    }
    const CellReader alone(map, MapKind::kScores),
        shared(map, MapKind::kScores, CellReader::Keep::kWholeIfSmall, Shade::kValue, &workers);
    CHECK(alone.limits() == shared.limits());
}

namespace {

class MaskedByRule : public RuleSource
{
public:
    using Allows = bool (*)(Index query, Index key);
    MaskedByRule(const Rule& number, Allows allows)
        : RuleSource(150, 130, false, number)
        , m_allows(allows)
    { }
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        RuleSource::read(kind, query, key, out);
        for (Index r = 0; kind == MapKind::kMask && r < out.rows(); ++r)
            for (Index c = 0; c < out.cols(); ++c)
                out(r, c) = m_allows(query + r, key + c) ? 1.0F : 0.0F;
    }

private:
    Allows m_allows;
};

} // namespace

TEST_CASE("cells: a row that is masked by a number shows its weights", "[paint]")
{
    const AttentionMap map(
        {},
        std::make_shared<const MaskedByRule>([](Index q, Index k) { return q == 3 || k > q ? 0.5F : 0.0F; },
                                             [](Index q, Index k) { return q != 3 && k > q; }),
        wordAxis(150), wordAxis(130));
    for (const CellReader::Keep keep : {CellReader::Keep::kWholeIfSmall, CellReader::Keep::kNothing}) {
        const CellReader reader(map, MapKind::kWeights, keep);
        const CellGrid grid = reader.read({0, 0, 6, 130}, 10, 200);
        CHECK(grid.state(3, 0) == CellState::kPlain);
        CHECK(grid.state(3, 129) == CellState::kPlain);
        CHECK(grid.state(2, 0) == CellState::kMasked);
        CHECK(grid.state(2, 3) == CellState::kPlain);
        CHECK(reader.read({3, 0, 1, 2}, 10, 10).state(0, 0) == CellState::kPlain);
    }
}

TEST_CASE("cells: tiles are the same with any mask, of a map that is kept and of one that is not", "[paint]")
{
    const auto missing = [](Index q, Index k) {
        return q == 77 && k == 5 ? std::numeric_limits<float>::quiet_NaN() : drawnNumber(q, k);
    };
    const std::vector<MaskedByRule::Allows> masks{
        [](Index, Index) { return true; },
        [](Index, Index) { return false; },
        [](Index query, Index key) { return key <= query; },
        [](Index query, Index key) { return key <= query && query - key < 9; },
        [](Index query, Index key) { return query % 7 != 0 && key > 3; },
        [](Index query, Index key) { return (query + key) % 5 != 0; }, // no single range of keys
    };
    for (std::size_t mask = 0; mask < masks.size(); ++mask)
        for (const RuleSource::Rule& number : {RuleSource::Rule(drawnNumber), RuleSource::Rule(missing)}) {
            INFO("mask " << mask);
            const AttentionMap map({}, std::make_shared<const MaskedByRule>(number, masks[mask]),
                                   wordAxis(150), wordAxis(130));
            const CellReader kept(map, MapKind::kWeights);
            const CellReader read(map, MapKind::kWeights, CellReader::Keep::kNothing);
            REQUIRE(kept.holdsWhole());
            const CellGrid expected = kept.read(kept.whole(), 40, 30),
                           found = read.read(read.whole(), 40, 30);
            CHECK(found.sameTiles(expected));
            CHECK(found.values == expected.values);
            CHECK(found.states == expected.states);
            CHECK(found.limits == expected.limits);
        }
}

TEST_CASE("cells: the levels of many numbers are the levels of each", "[paint]")
{
    std::vector<float> numbers{0,
                               1,
                               -1,
                               0.5F,
                               1e-9F,
                               2,
                               -2,
                               std::numeric_limits<float>::quiet_NaN(),
                               std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity()};
    for (Index i = 0; i < 500; ++i)
        numbers.push_back(3 * drawnNumber(i, 2 * i) - 1);
    for (int i = 0; i <= 255; ++i) // at the boundaries between levels
        numbers.push_back((static_cast<float>(i) + 0.5F) / 255.0F);
    const ValueScale weights = weightScale(WeightRange::kOne, 1);
    for (const ValueScale& scale : {weights, weightScale(WeightRange::kMaximum, 0.37F), logScale(weights),
                                    scoreScale(-3, 1.7F), maskScale()}) {
        std::vector<std::int16_t> levels(numbers.size());
        scale.levels(numbers, levels);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            REQUIRE(levels[i] == scale.level(numbers[i]));
    }
}

TEST_CASE("cells: masked cells are hatched and missing ones dotted, at the same pixels in all cells",
          "[paint]")
{
    CellGrid grid;
    grid.rect = {0, 0, 2, 2};
    grid.values = Matrix::Constant(2, 2, 0.5F);
    grid.states.resize(2, 2);
    grid.states << 2, 3, 0, 2; // masked, missing / plain, masked
    const CellFrame frame{QRectF(0, 0, 24, 24), {0, 2}, {0, 2}};
    CellColours colours = weightColours();
    colours.gaps = false;
    const QImage image = composeCells(grid, frame, colours, 1);
    for (int y = 0; y < 24; ++y) {
        for (int x = 0; x < 24; ++x) {
            const CellState state = grid.state(y / 12, x / 12);
            const bool ink = (state == CellState::kMasked && (x + y) % 6 == 0)
                || (state == CellState::kMissing && x % 6 < 2 && y % 6 < 2);
            const QRgb expected = state == CellState::kPlain ? colours.of(0.5F, state)
                : ink                                        ? colours.palette.hatch.rgb()
                : state == CellState::kMasked                ? colours.palette.masked.rgb()
                                                             : colours.palette.background.rgb();
            REQUIRE(image.pixel(x, y) == expected);
        }
    }
    // Figures in vectors have the same dots.
    QImage shapes(24, 24, QImage::Format_RGB32);
    QPainter painter(&shapes);
    paintCellsAsShapes(painter, grid, frame, colours);
    painter.end();
    CHECK(shapes.pixel(18, 6) == colours.palette.hatch.rgb());
    CHECK(shapes.pixel(19, 7) == colours.palette.hatch.rgb());
    CHECK(shapes.pixel(21, 6) == colours.palette.background.rgb());
    CHECK(shapes.pixel(18, 9) == colours.palette.background.rgb());
}

TEST_CASE("cells: a grid has lines in both directions or in none", "[paint]")
{
    const CellColours colours = weightColours();
    // Token counts for which cells have about 14 pixels, where the grid lines begin.
    for (const int tokens : {60, 66, 68, 71, 80}) {
        const CellReader reader(drawnMap(tokens, tokens), MapKind::kWeights);
        const CellGrid grid = reader.read(reader.whole(), 4000, 4000);
        const CellFrame frame = frameFor(grid, 1000, 950);
        const QImage image = composeCells(grid, frame, colours, 1);
        int across = 0, down = 0;
        const QPoint middle = frame.cell(2, 2).center().toPoint();
        for (int x = 0; x < image.width(); ++x)
            across += qAlpha(image.pixel(x, middle.y())) == 0 ? 1 : 0;
        for (int y = 0; y < image.height(); ++y)
            down += qAlpha(image.pixel(middle.x(), y)) == 0 ? 1 : 0;
        INFO(tokens);
        CHECK((across > 0) == (down > 0));
    }
}

TEST_CASE("cells: a preview shows exact rows, evenly spaced over the map", "[paint][long]")
{
    constexpr Index kQueries = 640;
    constexpr Index kKeys = 900;
    const AttentionMap map = drawnMap(kQueries, kKeys);
    const CellReader reader(map, MapKind::kWeights, CellReader::Keep::kNothing);
    const CellGrid preview = reader.sample(reader.whole(), 64, 90);
    CHECK(preview.sampled);
    CHECK(preview.rect == reader.whole());
    CHECK(preview.tileRows == 10);
    CHECK(preview.tileColumns == 10);
    REQUIRE(preview.values.rows() == 64);
    REQUIRE(preview.values.cols() == 90);
    for (Index tile = 0; tile < 64; ++tile) {
        const Index row = tile * 10 + 5; // the middle of the tile
        for (Index column = 0; column < 90; ++column)
            REQUIRE(preview.values(tile, column)
                    == map.block(MapKind::kWeights, row, column * 10, 1, 10).maxCoeff());
    }
    Workers workers;
    CHECK(reader.sample(reader.whole(), 64, 90, {}, &workers).values == preview.values);
    CHECK_FALSE(reader.read(reader.whole(), 64, 90).sampled);
    std::stop_source stop;
    stop.request_stop();
    CHECK(reader.sample(reader.whole(), 64, 90, stop.get_token()).isNull());
}

TEST_CASE("cells: tiles of many long rows are read in pieces and are the same", "[paint][long]")
{
    // Rows of a tile with too many cells to be read at once.
    const AttentionMap map = drawnMap(600, 9000);
    for (const Shade shade : {Shade::kValue, Shade::kRowShare, Shade::kDifference}) {
        const CellReader pieces(map, MapKind::kWeights, CellReader::Keep::kNothing, shade);
        const CellGrid grid = pieces.read(pieces.whole(), 2, 300);
        CHECK(grid.tileRows == 300);
        const Matrix whole = map.whole(MapKind::kWeights);
        for (Index row = 0; row < 2; ++row)
            for (Index column = 0; column < 300; ++column)
                REQUIRE(grid.values(row, column) == whole.block(row * 300, column * 30, 300, 30).maxCoeff());
        CHECK(grid.limits.maximum == whole.maxCoeff());
        CHECK(grid.limits.minimum == whole.minCoeff());
        if (shade == Shade::kRowShare)
            CHECK(grid.shades.maxCoeff() == 1.0F);
    }
}
