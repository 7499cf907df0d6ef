#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace headlight {

/// IEEE 754 binary16 to binary32: exact for every value; a NaN keeps its payload and becomes quiet.
constexpr float halfToFloat(std::uint16_t half)
{
    const std::uint32_t sign = (half & 0x8000U) << 16U;
    const std::uint32_t exponent = (half >> 10U) & 0x1FU;
    const std::uint32_t fraction = half & 0x3FFU;
    if (exponent == 0) { // zero or subnormal: fraction · 2^-24 is a normal binary32
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    if (exponent == 0x1F) {
        const std::uint32_t quiet = fraction == 0 ? 0U : 0x400000U;
        return std::bit_cast<float>(sign | 0x7F800000U | quiet | (fraction << 13U));
    }
    return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (fraction << 13U));
}

/// binary32 to binary16, to the nearest, ties to even; too large becomes infinity, NaN stays NaN (quiet).
constexpr std::uint16_t floatToHalf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16U) & 0x8000U;
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    if (magnitude > 0x7F800000U)
        return static_cast<std::uint16_t>(sign | 0x7E00U | ((magnitude >> 13U) & 0x1FFU));
    if (magnitude >= 0x477FF000U) // 65520, halfway to 2^16, rounds up to infinity
        return static_cast<std::uint16_t>(sign | 0x7C00U);
    if (magnitude < 0x33000000U) // below half of the smallest subnormal
        return static_cast<std::uint16_t>(sign);
    const std::uint32_t exponent = magnitude >> 23U;
    // Below 2^-14 the result is subnormal: its last bit is 2^-24 whatever the exponent.
    const std::uint32_t shift = exponent < 113U ? 126U - exponent : 13U;
    const std::uint32_t fraction
        = exponent < 113U ? ((magnitude & 0x7FFFFFU) | 0x800000U) : magnitude - (112U << 23U);
    const std::uint32_t kept = fraction >> shift;
    const std::uint32_t rest = fraction & ((1U << shift) - 1U);
    const std::uint32_t half = 1U << (shift - 1U);
    const std::uint32_t up = (rest > half || (rest == half && (kept & 1U) != 0)) ? 1U : 0U;
    return static_cast<std::uint16_t>(sign | (kept + up)); // a carry into the exponent is correct
}

/// bfloat16 is the upper half of binary32.
constexpr float bfloatToFloat(std::uint16_t bfloat)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bfloat) << 16U);
}

/// To the nearest, ties to even; NaN stays NaN (quiet).
constexpr std::uint16_t floatToBfloat(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7FFFFFFFU) > 0x7F800000U)
        return static_cast<std::uint16_t>((bits >> 16U) | 0x40U);
    return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U);
}

/// Converts arrays, with the machine's own instructions if there are any. `halves` may be unaligned.
void halvesToFloats(const std::byte* halves, std::span<float> out);
void bfloatsToFloats(const std::byte* bfloats, std::span<float> out);
void floatsToHalves(std::span<const float> values, std::byte* halves);

} // namespace headlight
