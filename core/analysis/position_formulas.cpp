#include "core/analysis/position_formulas.h"

#include "core/math/positions.h"

namespace headlight {

Matrix positionTable(PositionFormula formula, Index length, Index width)
{
    switch (formula) {
    case PositionFormula::kHalves:
        return sinusoidalHalves(0, length, width);
    case PositionFormula::kSteep:
        return sinusoidalSteep(0, length, width);
    case PositionFormula::kSteepOwn:
        return sinusoidalSteepOwn(0, length, width);
    default:
        return sinusoidalInterleaved(0, length, width);
    }
}

} // namespace headlight
