#include "ui/picture/plot.h"

#include "tests/support/catch.h"

#include <cmath>
#include <cstddef>
#include <initializer_list>

using namespace headlight;

namespace {

Plot histogramOf(std::initializer_list<double> numbers)
{
    Plot plot;
    plot.kind = Plot::Kind::kHistogram;
    for (const double number : numbers)
        plot.points.push_back({{}, number});
    return plot;
}

} // namespace

TEST_CASE("histogram: every number is in one bar, which holds it", "[plot]")
{
    const Plot plot = histogramOf({3.2, -1.5, 0.0, 0.01, 2.9, -0.3, 7.5, 3.2, 1e-7, -1.5});
    const auto bars = barsOf(plot);
    REQUIRE(bars.size() > 3);
    std::size_t held = 0;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        CHECK(bars[i].upper - bars[i].lower == Approx(bars[0].upper - bars[0].lower));
        for (const int point : bars[i].points) {
            const double number = plot.points[static_cast<std::size_t>(point)].across;
            CHECK(number >= bars[i].lower - 1e-12);
            CHECK(number < bars[i].upper + 1e-12);
        }
        held += bars[i].points.size();
    }
    CHECK(held == plot.points.size());
    CHECK_FALSE(bars.front().points.empty());
    CHECK_FALSE(bars.back().points.empty());
    // Edges are round: 0 is one of them.
    CHECK(std::abs(std::remainder(bars.front().lower, bars.front().upper - bars.front().lower)) < 1e-9);
}

TEST_CASE("histogram: equal numbers, one number and none", "[plot]")
{
    CHECK(barsOf(histogramOf({})).empty());
    for (const double number : {0.0, 5.0, -1e9, 1e-12}) {
        const auto bars = barsOf(histogramOf({number, number, number}));
        REQUIRE(bars.size() == 1);
        CHECK(bars.front().points.size() == 3);
        CHECK(bars.front().lower <= number);
        CHECK(bars.front().upper > number);
    }
    // A large range does not make many bars.
    CHECK(barsOf(histogramOf({-1e12, 0, 1e-9, 1e12})).size() <= 41);
}
