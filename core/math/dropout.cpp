#include "core/math/dropout.h"

namespace headlight {

// The increment and mixing function of SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t mixedSeed(std::uint64_t seed, std::uint64_t number)
{
    std::uint64_t z = seed + (number + 1) * 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

void dropOut(MatrixSpan values, float rate, std::uint64_t seed, Index firstRow)
{
    if (rate <= 0.0F)
        return;
    constexpr double kUnit = 1.0 / 9007199254740992.0; // 2^-53
    const float kept = 1.0F / (1.0F - rate);
    for (Index row = 0; row < values.rows(); ++row) {
        const std::uint64_t ofRow = mixedSeed(seed, static_cast<std::uint64_t>(firstRow + row));
        for (Index column = 0; column < values.cols(); ++column) {
            const std::uint64_t bits = mixedSeed(ofRow, static_cast<std::uint64_t>(column));
            const bool falls = static_cast<double>(bits >> 11U) * kUnit < static_cast<double>(rate);
            values(row, column) = falls ? 0.0F : values(row, column) * kept;
        }
    }
}

} // namespace headlight
