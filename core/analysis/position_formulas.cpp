#include "core/analysis/position_formulas.h"

#include "core/math/positions.h"

#include <cmath>

namespace headlight {

namespace {

/// Sine on even and cosine on odd dimensions i, of position / 10000^(2i/width); with shared angles a cosine
/// takes that of the sine before it.
Matrix countedByDimension(Index length, Index width, bool shared)
{
    Matrix table(length, width);
    for (Index row = 0; row < length; ++row) {
        for (Index column = 0; column < width; ++column) {
            const Index counted = shared ? column - column % 2 : column;
            const double exponent = 2.0 * static_cast<double>(counted) / static_cast<double>(width);
            const double angle = static_cast<double>(row) / std::pow(10000.0, exponent);
            table(row, column) = static_cast<float>(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return table;
}

} // namespace

Matrix positionTable(PositionFormula formula, Index length, Index width)
{
    switch (formula) {
    case PositionFormula::kHalves:
        return sinusoidalHalves(0, length, width);
    case PositionFormula::kSteep:
        return countedByDimension(length, width, true);
    case PositionFormula::kSteepOwn:
        return countedByDimension(length, width, false);
    default:
        return sinusoidalInterleaved(0, length, width);
    }
}

} // namespace headlight
