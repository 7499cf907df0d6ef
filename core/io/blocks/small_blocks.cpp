// Blocks of 32 numbers, and the ternary blocks of 256.
#include "core/io/blocks/fields.h"

#include <array>
#include <cmath>

namespace headlight::blocks {

namespace {

constexpr std::size_t kHalf = 16;

/// Five-bit numbers of Q5_0 and Q5_1: four bits are in the nibbles; the fifth of number i is bit i of `high`.
struct FiveBits
{
    unsigned first = 0, second = 0;
};

FiveBits fiveBitsAt(const std::byte* nibbles, std::uint32_t high, std::size_t i)
{
    const unsigned both = byteAt(nibbles, i);
    return {(both & 15U) | ((high >> i) & 1U) << 4U, (both >> 4U) | ((high >> (i + kHalf)) & 1U) << 4U};
}

/// One digit of a byte that holds five base-3 digits as a fraction of 256; power: 3^index of the digit.
unsigned ternaryDigit(unsigned packed, unsigned power)
{
    const unsigned shifted = (packed * power) & 255U;
    return (shifted * 3U) >> 8U;
}

} // namespace

void unpackQ4v0(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    for (std::size_t i = 0; i < kHalf; ++i) {
        const unsigned both = byteAt(block, 2 + i);
        out[i] = static_cast<float>(static_cast<int>(both & 15U) - 8) * scale;
        out[i + kHalf] = static_cast<float>(static_cast<int>(both >> 4U) - 8) * scale;
    }
}

void unpackQ4v1(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    const float minimum = halfAt(block, 2);
    for (std::size_t i = 0; i < kHalf; ++i) {
        const unsigned both = byteAt(block, 4 + i);
        out[i] = real(both & 15U) * scale + minimum;
        out[i + kHalf] = real(both >> 4U) * scale + minimum;
    }
}

void unpackQ5v0(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    const std::uint32_t high = u32At(block, 2);
    for (std::size_t i = 0; i < kHalf; ++i) {
        const auto [first, second] = fiveBitsAt(block + 6, high, i);
        out[i] = static_cast<float>(static_cast<int>(first) - 16) * scale;
        out[i + kHalf] = static_cast<float>(static_cast<int>(second) - 16) * scale;
    }
}

void unpackQ5v1(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    const float minimum = halfAt(block, 2);
    const std::uint32_t high = u32At(block, 4);
    for (std::size_t i = 0; i < kHalf; ++i) {
        const auto [first, second] = fiveBitsAt(block + 8, high, i);
        out[i] = real(first) * scale + minimum;
        out[i + kHalf] = real(second) * scale + minimum;
    }
}

void unpackQ8v0(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    for (std::size_t i = 0; i < 2 * kHalf; ++i)
        out[i] = static_cast<float>(signedAt(block, 2 + i)) * scale;
}

void unpackIq4nl(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    for (std::size_t i = 0; i < kHalf; ++i) {
        const unsigned both = byteAt(block, 2 + i);
        out[i] = scale * kIq4Levels[both & 15U];
        out[i + kHalf] = scale * kIq4Levels[both >> 4U];
    }
}

void unpackMxfp4(const std::byte* block, float* out)
{
    // The levels are those of E2M1 doubled to make them whole numbers; the exponent compensates.
    const float scale = std::ldexp(1.0F, static_cast<int>(byteAt(block, 0)) - 128);
    for (std::size_t i = 0; i < kHalf; ++i) {
        const unsigned both = byteAt(block, 1 + i);
        out[i] = kMxfp4Levels[both & 15U] * scale;
        out[i + kHalf] = kMxfp4Levels[both >> 4U] * scale;
    }
}

void unpackTq1(const std::byte* block, float* out)
{
    constexpr auto kPowers = std::to_array<unsigned>({1, 3, 9, 27, 81});
    const float scale = halfAt(block, 52);
    // Runs of bytes: first all their first digits, then all their second ones, …
    struct Run
    {
        std::size_t begin, bytes, digits;
    };
    for (const auto& [begin, bytes, digits] : {Run{0, 32, 5}, Run{32, 16, 5}, Run{48, 4, 4}})
        for (std::size_t digit = 0; digit < digits; ++digit)
            for (std::size_t i = 0; i < bytes; ++i) {
                const unsigned value = ternaryDigit(byteAt(block, begin + i), kPowers[digit]);
                *out++ = static_cast<float>(static_cast<int>(value) - 1) * scale;
            }
}

void unpackTq2(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 64);
    for (std::size_t part = 0; part < 64; part += 32)
        for (unsigned shift = 0; shift < 8; shift += 2)
            for (std::size_t i = 0; i < 32; ++i) {
                const unsigned value = (byteAt(block, part + i) >> shift) & 3U;
                *out++ = static_cast<float>(static_cast<int>(value) - 1) * scale;
            }
}

} // namespace headlight::blocks
