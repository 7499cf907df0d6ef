// Positions by the introductions' formulas.
#include "core/analysis/position_tables.h"

#include "tests/support/catch.h"

#include <cmath>
#include <vector>

namespace headlight::test {

TEST_CASE("position formulas: the numbers that the introductions print", "[analysis][texts]")
{
    // d = 8, position 1, to the printed digits.
    const Matrix loop = positionTable(PositionFormula::kSteep, 2, 8);
    const std::vector<double> steep{.8415, .5403, .0100, .99995, .0001, 1, 0, 1};
    const Matrix paper = positionTable(PositionFormula::kPaper, 2, 8);
    const std::vector<double> own{.8415, .5403, .0998, .9950, .0100, .99995, .0010, 1};
    for (Index i = 0; i < 8; ++i) {
        CHECK(loop(0, i) == (i % 2 == 0 ? 0.0F : 1.0F));
        CHECK(static_cast<double>(loop(1, i)) == Approx(steep[static_cast<std::size_t>(i)]).margin(5.1e-5));
        CHECK(static_cast<double>(paper(1, i)) == Approx(own[static_cast<std::size_t>(i)]).margin(5.1e-5));
    }
    CHECK(static_cast<double>(loop(1, 3)) == Approx(.99995).margin(5e-6));
    // The exponents, computed by hand.
    const Matrix own2 = positionTable(PositionFormula::kSteepOwn, 5, 7);
    const Matrix halves = positionTable(PositionFormula::kHalves, 5, 6);
    for (Index p = 0; p < 5; ++p) {
        for (Index i = 0; i < 7; ++i) {
            const double a = static_cast<double>(p) / std::pow(10000.0, 2.0 * static_cast<double>(i) / 7.0);
            CHECK(static_cast<double>(own2(p, i))
                  == Approx(i % 2 == 0 ? std::sin(a) : std::cos(a)).margin(1e-6));
        }
        for (Index i = 0; i < 6; ++i)
            CHECK(halves(p, i)
                  == positionTable(PositionFormula::kPaper, 5, 6)(p, i < 3 ? 2 * i : 2 * (i - 3) + 1));
    }
}

} // namespace headlight::test
