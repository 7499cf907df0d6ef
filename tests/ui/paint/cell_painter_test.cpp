#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "ui/paint/cell_grid.h"
#include "ui/paint/cell_painter.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

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
    CHECK(weightColours().of(rule(1, 2), grid.state(1, 2)) == weightColours().palette.masked.rgb());
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
        // Zoomed in, single cells come back.
        const CellGrid near = reader.read({690, 320, 40, 40}, 150, 90);
        CHECK_FALSE(near.pooled());
        CHECK(near.values(701 - 690, 333 - 320) == 0.9F);
    }
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
    // One band of tiles over all keys is the most that is ever asked for.
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
        const CellGrid near = reader.read({10, 21, 4, 3}, 100, 100); // not the columns with the largest
        for (Index r = 0; r < 4; ++r)
            for (Index c = 0; c < 3; ++c) {
                CHECK(near.values(r, c) == rule(10 + r, 21 + c));
                CHECK(near.shade(r, c) == Approx(rule(10 + r, 21 + c) / rule(10 + r, 4)));
            }
        const CellGrid all = reader.read(reader.whole(), 20, 12);
        REQUIRE(all.pooled());
        for (Index r = 0; r < all.values.rows(); ++r)
            for (Index c = 0; c < all.values.cols(); ++c)
                CHECK(all.shade(r, c) == Approx(1.0F)); // every tile of five columns holds a largest one
    }
}
