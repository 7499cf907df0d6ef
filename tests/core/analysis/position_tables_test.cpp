#include "core/analysis/position_tables.h"
#include "tests/support/catch.h"

#include <cmath>

using namespace headlight;

namespace {

/// Replaces a checkpoint's table: row p holds 100 p + dimension.
StackPositions learnedTable(Index limit, Index width)
{
    StackPositions positions;
    positions.method = PositionMethod::kLearned;
    positions.width = width;
    positions.limit = limit;
    positions.compute = [width](Index length) {
        Matrix rows(length, width);
        for (Index p = 0; p < length; ++p)
            for (Index d = 0; d < width; ++d)
                rows(p, d) = static_cast<float>(100 * p + d);
        return rows;
    };
    return positions;
}

} // namespace

TEST_CASE("position tables: interleaved rows follow the paper's formula", "[analysis]")
{
    const Matrix rows = sinusoidalPositions(PositionMethod::kSinusoidalInterleaved, 7).rows(40);
    REQUIRE(rows.rows() == 40);
    REQUIRE(rows.cols() == 7);
    for (const Index p : {0, 1, 17, 39}) {
        for (Index d = 0; d < 7; ++d) {
            const double angle
                = static_cast<double>(p) / std::pow(10000.0, 2.0 * static_cast<double>(d / 2) / 7.0);
            const double expected = d % 2 == 0 ? std::sin(angle) : std::cos(angle);
            CHECK(rows(p, d) == Approx(expected).margin(1e-6));
        }
    }
}

TEST_CASE("position tables: halves hold the same numbers, sines first", "[analysis]")
{
    const Matrix halves = sinusoidalPositions(PositionMethod::kSinusoidalHalves, 6).rows(9);
    const Matrix interleaved = sinusoidalPositions(PositionMethod::kSinusoidalInterleaved, 6).rows(9);
    for (Index p = 0; p < 9; ++p) {
        for (Index pair = 0; pair < 3; ++pair) {
            CHECK(halves(p, pair) == interleaved(p, 2 * pair));
            CHECK(halves(p, 3 + pair) == interleaved(p, 2 * pair + 1));
        }
    }
}

TEST_CASE("position tables: a learned table ends at its limit", "[analysis]")
{
    const StackPositions table = learnedTable(12, 4);
    CHECK(table.available(5) == 5);
    CHECK(table.available(500) == 12);
    const Matrix rows = table.rows(500);
    REQUIRE(rows.rows() == 12);
    CHECK(rows(11, 3) == 1103.0F);
}

TEST_CASE("position tables: methods that add nothing have no rows", "[analysis]")
{
    for (const PositionMethod method :
         {PositionMethod::kUnknown, PositionMethod::kNone, PositionMethod::kRotary,
          PositionMethod::kRelativeBias, PositionMethod::kAlibi}) {
        StackPositions positions = learnedTable(12, 4);
        positions.method = method;
        CHECK_FALSE(positions.isAdded());
        CHECK(positions.rows(10).size() == 0);
    }
    StackPositions withoutRows = learnedTable(12, 4);
    withoutRows.compute = nullptr;
    CHECK(withoutRows.isAdded());
    CHECK(withoutRows.rows(10).size() == 0);
}

TEST_CASE("position tables: recorded rows are recognised by their numbers", "[analysis]")
{
    for (const PositionMethod method :
         {PositionMethod::kSinusoidalInterleaved, PositionMethod::kSinusoidalHalves}) {
        Matrix rows = sinusoidalPositions(method, 16).rows(6);
        CHECK(recognisePositions(rows).method == method);
        CHECK(recognisePositions(rows).width == 16);
        rows(5, 3) += 0.01F;
        CHECK(recognisePositions(rows).method == PositionMethod::kLearned);
        CHECK(recognisePositions(rows).rows(20).size() == 0);
    }
    CHECK(recognisePositions(Matrix()).method == PositionMethod::kUnknown);
}

TEST_CASE("position tables: similarity of sinusoids depends on the distance only", "[analysis]")
{
    const Matrix similarity
        = positionSimilarity(sinusoidalPositions(PositionMethod::kSinusoidalInterleaved, 32).rows(50));
    REQUIRE(similarity.rows() == 50);
    REQUIRE(similarity.cols() == 50);
    // sin² + cos² = 1 for each of the 16 pairs.
    CHECK(similarity(0, 0) == Approx(16.0));
    CHECK(similarity(3, 8) == Approx(similarity(30, 35)).margin(1e-3));
    CHECK(similarity(3, 8) == similarity(8, 3));
    CHECK(similarity(10, 11) > similarity(10, 20));
}
