#pragma once

#include "core/math/matrix.h"

#include <array>

namespace headlight {

/// Position tables found in introductions to the paper, for comparison. Unless noted, sines on even and
/// cosines on odd dimensions i, of position / 10000^exponent.
enum class PositionFormula : unsigned char {
    kPaper, ///< "Attention Is All You Need", 3.5: the exponent is 2⌊i/2⌋/d, pairs share an angle
    kHalves, ///< the same numbers, all sines first, then all cosines
    kSteep, ///< the exponent counts dimensions instead of pairs: 2i/d for sines, 2(i−1)/d for cosines
    kSteepOwn, ///< the same with 2i/d for every i, so that cosines have different angles from sines
};
inline constexpr std::array kPositionFormulas{PositionFormula::kPaper, PositionFormula::kHalves,
                                              PositionFormula::kSteep, PositionFormula::kSteepOwn};

/// Positions 0 … length − 1 [length × width], computed by the engine's own functions.
Matrix positionTable(PositionFormula formula, Index length, Index width);

} // namespace headlight
