#include "ui/picture/shown_maps.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "ui/picture/heatmap_picture.h"

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr HeadRef kHead{StackKind::kDecoder, 1, AttentionKind::kCross, 1};

Trace traceOf(int source, unsigned seed)
{
    SyntheticOptions options;
    options.source = source;
    options.seed = seed;
    return syntheticTrace(options);
}

} // namespace

TEST_CASE("shown differences: each cell is after − before at the same tokens", "[models]")
{
    const Trace before = traceOf(7, 1), after = traceOf(7, 2);
    const ShownMaps shown = shownDifferences(before, after, {kHead}, {}, MapKind::kWeights);
    REQUIRE(shown.maps.size() == 1);
    const Matrix a = before.attention(kHead).whole(MapKind::kWeights);
    const Matrix b = after.attention(kHead).whole(MapKind::kWeights);
    const Matrix difference = shown.maps[0].whole(MapKind::kScores);
    REQUIRE(difference.rows() == b.rows());
    bool some = false;
    for (Index q = 0; q < b.rows(); ++q) {
        for (Index k = 0; k < b.cols(); ++k) {
            CHECK(difference(q, k) == b(q, k) - a(q, k));
            some = some || difference(q, k) < 0;
        }
    }
    CHECK(some);
    CHECK_FALSE(shown.maps[0].has(MapKind::kWeights)); // signed numbers are not weights
}

TEST_CASE("shown differences: the map has the places of after, and no number without a partner", "[models]")
{
    const Trace before = traceOf(5, 1), after = traceOf(9, 2);
    const ShownMaps shown = shownDifferences(before, after, {kHead}, {}, MapKind::kWeights);
    REQUIRE(shown.maps.size() == 1);
    const AttentionMap& map = shown.maps[0];
    CHECK(map.keys() == after.attention(kHead).keys());
    const MapComparison& of = shown.differences[0];
    CHECK(of.keys().leftOutB() == 4);
    int missing = 0;
    for (Index q = 0; q < map.queries(); ++q) {
        for (Index k = 0; k < map.keys(); ++k) {
            const auto at = partnerInA(of, q, k);
            const float value = map.at(MapKind::kScores, q, k);
            if (!at) {
                CHECK(std::isnan(value));
                ++missing;
                continue;
            }
            CHECK(value
                  == after.attention(kHead).at(MapKind::kWeights, q, k)
                      - before.attention(kHead).at(MapKind::kWeights, at->first, at->second));
        }
    }
    CHECK(missing == 4 * static_cast<int>(map.queries()));
}

TEST_CASE("shown differences: combined heads and hidden tokens are differences of what is shown", "[models]")
{
    const Trace before = traceOf(6, 3), after = traceOf(6, 4);
    const HeadRef other{StackKind::kDecoder, 0, AttentionKind::kCross, 0};
    MapOptions options;
    options.heads = HeadsTogether::kMean;
    options.transform.hidden = HiddenTokens::kFirst;
    const ShownMaps a = shownMaps(before, {kHead, other}, options);
    const ShownMaps b = shownMaps(after, {kHead, other}, options);
    const ShownMaps shown = shownDifferences(before, after, {kHead, other}, options, MapKind::kWeights);
    REQUIRE(shown.isCombined());
    const float expected = b.maps[0].at(MapKind::kWeights, 1, 2) - a.maps[0].at(MapKind::kWeights, 1, 2);
    CHECK(shown.maps[0].at(MapKind::kScores, 1, 2) == expected);
    CHECK(shown.maps[0].at(MapKind::kKept, 1, 0) == 0.0F); // left out in both
}

TEST_CASE("shown differences: noise does not fill the colours", "[models]")
{
    HeatmapOptions options;
    options.differenceOf = MapKind::kWeights;
    CellLimits limits;
    limits.minimum = -1e-5F;
    limits.maximum = 1e-5F;
    const auto scale = [&] { return coloursFor(MapKind::kScores, limits, options, {}).scale; };
    CHECK(scale().upper == Approx(kLeastDifference));
    CHECK(scale().lower == Approx(-kLeastDifference));
    limits.maximum = 0.4F;
    CHECK(scale().upper == Approx(0.4));
    options.differenceOf.reset(); // scores have the size that they have
    limits.maximum = 1e-5F;
    CHECK(scale().upper == Approx(1e-5));
}
