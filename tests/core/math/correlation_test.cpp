#include "core/math/correlation.h"
#include "tests/support/catch.h"

#include <limits>
#include <vector>

using namespace headlight;

TEST_CASE("correlation: of numbers and of ranks", "[math]")
{
    const std::vector<double> x{1, 2, 3, 4}, cubes{1, 8, 27, 64}, falling{9, 7, 4, 1};
    CHECK(correlation(x, x).value() == Approx(1.0));
    CHECK(correlation(x, cubes).value() == Approx(0.9513).margin(1e-4));
    CHECK(rankCorrelation(x, cubes).value() == Approx(1.0));
    CHECK(rankCorrelation(cubes, falling).value() == Approx(-1.0));
    const std::vector<double> ties{1, 1, 2, 2}; // ranks 0.5, 0.5, 2.5, 2.5
    CHECK(rankCorrelation(x, ties).value() == Approx(0.8944).margin(1e-4));
    CHECK_FALSE(correlation(x, std::vector<double>(4, 5.0)));
    CHECK_FALSE(correlation({}, {}));
    const std::vector<double> broken{1, std::numeric_limits<double>::quiet_NaN(), 2, 3};
    CHECK_FALSE(correlation(x, broken));
    CHECK_FALSE(rankCorrelation(x, broken));
    CHECK_FALSE(rankCorrelation(broken, x));
}
