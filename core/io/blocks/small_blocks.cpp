// Blocks of 32 numbers, and the ternary blocks of 256.
#include "core/io/blocks/fields.h"
#include "core/io/blocks/unpack.h"

#include <array>
#include <cmath>

namespace headlight::blocks {

namespace {

/// Numbers 0 to 15 have the low halves of sixteen bytes, 16 to 31 the high ones.
struct Nibbles
{
    explicit Nibbles(const std::byte* from)
        : low(sixteenAt(from, 0) & 15)
        , high(sixteenAt(from, 0) >> 4)
    { }

    /// Bit i of `bits` is the fifth bit of number i.
    void addFifthBits(std::uint32_t bits)
    {
        low |= spread(bits);
        high |= spread(bits >> 16U);
    }

    static Bytes spread(std::uint32_t bits)
    {
        constexpr Bytes kBits{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
        const auto first = static_cast<std::uint8_t>(bits), second = static_cast<std::uint8_t>(bits >> 8U);
        const Bytes both{first,  first,  first,  first,  first,  first,  first,  first,
                         second, second, second, second, second, second, second, second};
        return reinterpret_cast<Bytes>((both & kBits) != 0) & 16;
    }

    /// (number − bias) · step, or with a minimum number · step + minimum.
    template <typename... Minimum>
    void write(std::uint8_t bias, float step, float* out, Minimum... minimum) const
    {
        writeSteps(low - bias, step, out, minimum...);
        writeSteps(high - bias, step, out + 16, minimum...);
    }

    void writeLevels(const Levels& levels, float step, float* out) const
    {
        writeSteps(levelsOf(low, levels), step, out);
        writeSteps(levelsOf(high, levels), step, out + 16);
    }

    Bytes low, high;
};

/// One digit of a byte that holds five base-3 digits as a fraction of 256; power: 3^index of the digit.
unsigned ternaryDigit(unsigned packed, unsigned power)
{
    const unsigned shifted = (packed * power) & 255U;
    return (shifted * 3U) >> 8U;
}

} // namespace

void unpackQ4v0(const std::byte* block, float* out)
{
    Nibbles(block + 2).write(8, halfAt(block, 0), out);
}

void unpackQ4v1(const std::byte* block, float* out)
{
    Nibbles(block + 4).write(0, halfAt(block, 0), out, halfAt(block, 2));
}

void unpackQ5v0(const std::byte* block, float* out)
{
    Nibbles numbers(block + 6);
    numbers.addFifthBits(u32At(block, 2));
    numbers.write(16, halfAt(block, 0), out);
}

void unpackQ5v1(const std::byte* block, float* out)
{
    Nibbles numbers(block + 8);
    numbers.addFifthBits(u32At(block, 4));
    numbers.write(0, halfAt(block, 0), out, halfAt(block, 2));
}

void unpackQ8v0(const std::byte* block, float* out)
{
    const float step = halfAt(block, 0);
    writeSteps(sixteenAt(block, 2), step, out);
    writeSteps(sixteenAt(block, 18), step, out + 16);
}

void unpackIq4nl(const std::byte* block, float* out)
{
    Nibbles(block + 2).writeLevels(kIq4Levels, halfAt(block, 0), out);
}

void unpackMxfp4(const std::byte* block, float* out)
{
    // The levels are those of E2M1 doubled to make them whole numbers; the exponent compensates.
    const float step = std::ldexp(1.0F, static_cast<int>(byteAt(block, 0)) - 128);
    Nibbles(block + 1).writeLevels(kMxfp4Levels, step, out);
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

namespace headlight {

void unpackMxfp4(const std::byte* blocks, std::span<const std::byte> exponents, float* out)
{
    constexpr std::array kNumbers{0.0F,  0.5F,  1.0F,  1.5F,  2.0F,  3.0F,  4.0F,  6.0F,
                                  -0.0F, -0.5F, -1.0F, -1.5F, -2.0F, -3.0F, -4.0F, -6.0F};
    for (const std::byte exponent : exponents) {
        const float scale = std::ldexp(1.0F, std::to_integer<int>(exponent) - 127);
        for (const std::byte both : std::span(blocks, 16)) {
            *out++ = scale * kNumbers[std::to_integer<std::size_t>(both & std::byte{15})];
            *out++ = scale * kNumbers[std::to_integer<std::size_t>(both >> 4)];
        }
        blocks += 16;
    }
}

} // namespace headlight
