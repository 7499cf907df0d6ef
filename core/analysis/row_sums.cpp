#include "core/analysis/head_statistics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <numbers>

namespace headlight {

namespace {

/// How many numbers are summed in single precision before the total continues in double precision. They stay
/// in the L1 cache, so that a separate pass for each sum costs little.
constexpr Index kSummedPart = 512;

/// What the bits of some numbers alone tell about them.
struct BitFacts
{
    std::int32_t signs = 0; ///< negative if any number is
    /// The bits of the smallest and the largest one, if none is negative.
    std::int32_t least = 0, largest = 0;
    std::int32_t above = 0; ///< number of positive ones
};

/// Read as integers, positive floats keep their order and negative ones are negative. Compilers vectorise
/// such reductions for integers, not for floats.
BitFacts bitFacts(const float* weights, Index count)
{
    std::int32_t signs = 0;
    std::int32_t least = std::numeric_limits<std::int32_t>::max();
    std::int32_t largest = 0;
    std::int32_t above = 0;
    for (Index i = 0; i < count; ++i) {
        const auto w = std::bit_cast<std::int32_t>(weights[i]);
        signs |= w;
        least = std::min(least, w);
        largest = std::max(largest, w);
        above += static_cast<std::int32_t>(w > 0);
    }
    return {signs, least, largest, above};
}

/// w · ln w of each number; 0 for numbers that are not positive. The logarithm of the mantissa is a
/// polynomial (S. Moshier's Cephes library, logf), accurate to 1e-7. No branches and no sums, so that
/// compilers vectorise it: takes half the time of Eigen's log().
void timesLogarithm(const float* weights, Index count, float* products)
{
    constexpr std::int32_t kRootOfHalf = 0x3F3504F3; // √½ as a float: mantissas range from there to √2
    constexpr auto kSmallest = std::bit_cast<std::int32_t>(std::numeric_limits<float>::min());
    for (Index i = 0; i < count; ++i) {
        const auto w = std::bit_cast<std::int32_t>(weights[i]);
        const std::int32_t bits = std::max(w, kSmallest) - kRootOfHalf;
        const auto exponent = static_cast<float>(bits >> 23);
        const float f = std::bit_cast<float>((bits & 0x007FFFFF) + kRootOfHalf) - 1.0F;
        float p = 7.0376836292e-2F;
        p = p * f - 1.1514610310e-1F;
        p = p * f + 1.1676998740e-1F;
        p = p * f - 1.2420140846e-1F;
        p = p * f + 1.4249322787e-1F;
        p = p * f - 1.6668057665e-1F;
        p = p * f + 2.0000714765e-1F;
        p = p * f - 2.4999993993e-1F;
        p = p * f + 3.3333331174e-1F;
        const float logarithm = f + (p * f - 0.5F) * f * f + exponent * std::numbers::ln2_v<float>;
        products[i] = std::bit_cast<float>(std::max(w, 0)) * logarithm;
    }
}

/// 0, 1, 2 …
const Eigen::ArrayXf& steps()
{
    static const Eigen::ArrayXf all
        = Eigen::ArrayXf::LinSpaced(kSummedPart, 0.0F, static_cast<float>(kSummedPart - 1));
    return all;
}

} // namespace

RowSums rowSums(std::span<const float> weights, Index firstKey, Index query)
{
    RowSums sums;
    if (weights.empty())
        return sums;
    sums.least = sums.largest = weights.front();
    std::array<float, kSummedPart> products{};
    const auto size = static_cast<Index>(weights.size());
    for (Index first = 0; first < size; first += kSummedPart) {
        const Index count = std::min(kSummedPart, size - first);
        const Eigen::Map<const Eigen::ArrayXf> part(weights.data() + first, count);
        const auto offset = static_cast<float>(firstKey + first - query);
        sums.sum += static_cast<double>(part.sum());
        sums.distance += static_cast<double>((part * (steps().head(count) + offset).abs()).sum());
        timesLogarithm(part.data(), count, products.data());
        const BitFacts facts = bitFacts(part.data(), count);
        sums.reached += facts.above;
        const bool below = facts.signs < 0;
        sums.least = std::min(sums.least, below ? part.minCoeff() : std::bit_cast<float>(facts.least));
        sums.largest = std::max(sums.largest, below ? part.maxCoeff() : std::bit_cast<float>(facts.largest));
        sums.entropy -= static_cast<double>(Eigen::Map<const Eigen::ArrayXf>(products.data(), count).sum());
    }
    sums.entropy /= std::numbers::ln2;
    return sums;
}

} // namespace headlight
