// Blocks of 256 numbers that are entries of a codebook, eight numbers (IQ3: four) per entry.
#include "core/io/blocks/fields.h"

#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace headlight::blocks {

namespace {

/// The codebooks of the IQ types, as defined by the format: an entry stands for eight numbers (IQ3: four).
/// For each number it holds 2 bits (IQ3: 3 bits), the first number in the lowest bits, that select one of the
/// grid's levels, which stand here.
inline constexpr std::array<float, 3> kIq2Levels{8.0F, 25.0F, 43.0F};
inline constexpr std::array<float, 8> kIq3XxsLevels{4.0F, 12.0F, 20.0F, 28.0F, 36.0F, 44.0F, 52.0F, 62.0F};
inline constexpr std::array<float, 8> kIq3SLevels{1.0F, 3.0F, 5.0F, 7.0F, 9.0F, 11.0F, 13.0F, 15.0F};
inline constexpr std::array<float, 3> kIq1Levels{-1.0F, 0.0F, 1.0F};

// clang-format off
const std::array<std::uint16_t, 256> kIq2XxsGrid = {{
#include "core/io/blocks/grids/iq2_xxs.inc"
}};
const std::array<std::uint16_t, 512> kIq2XsGrid = {{
#include "core/io/blocks/grids/iq2_xs.inc"
}};
const std::array<std::uint16_t, 1024> kIq2SGrid = {{
#include "core/io/blocks/grids/iq2_s.inc"
}};
const std::array<std::uint16_t, 256> kIq3XxsGrid = {{
#include "core/io/blocks/grids/iq3_xxs.inc"
}};
const std::array<std::uint16_t, 512> kIq3SGrid = {{
#include "core/io/blocks/grids/iq3_s.inc"
}};
const std::array<std::uint16_t, 2048> kIq1Grid = {{
#include "core/io/blocks/grids/iq1.inc"
}};
// clang-format on

/// Seven signs and an eighth that makes the number of minus signs even.
unsigned evenSigns(unsigned seven)
{
    return seven | static_cast<unsigned>(std::popcount(seven) & 1) << 7U;
}

/// Writes step · level for `count` numbers of an entry, negated where `signs` has a bit set.
void writeEntry(float step, unsigned entry, unsigned bits, std::span<const float> levels, unsigned signs,
                std::span<float> out)
{
    const unsigned mask = (1U << bits) - 1U;
    for (std::size_t i = 0; i < out.size(); ++i, entry >>= bits, signs >>= 1U) {
        const float value = step * levels[entry & mask];
        out[i] = (signs & 1U) != 0 ? -value : value;
    }
}

void writeEight(float step, unsigned entry, unsigned signs, float* out)
{
    writeEntry(step, entry, 2, kIq2Levels, signs, {out, 8});
}

/// Writes step · (level + shift) for the eight numbers of an entry of IQ1.
void writeShifted(float step, float shift, unsigned entry, float* out)
{
    for (std::size_t i = 0; i < 8; ++i, entry >>= 2U)
        out[i] = step * (kIq1Levels[entry & 3U] + shift);
}

constexpr float kIq1Shift = 0.125F;

/// The scale of an IQ2 group, from four bits.
float iq2Step(float scale, unsigned four)
{
    return scale * (0.5F + real(four)) * 0.25F;
}

} // namespace

void unpackIq2xxs(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    for (std::size_t group = 0; group < 8; ++group) {
        const std::byte* const entries = block + 2 + 8 * group;
        const std::uint32_t signs = u32At(entries, 4);
        const float step = iq2Step(scale, signs >> 28U);
        for (unsigned i = 0; i < 4; ++i, out += 8)
            writeEight(step, kIq2XxsGrid[byteAt(entries, i)], evenSigns(signs >> (7U * i) & 127U), out);
    }
}

void unpackIq2xs(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    for (std::size_t group = 0; group < 8; ++group) {
        const unsigned both = byteAt(block, 66 + group);
        for (std::size_t i = 0; i < 4; ++i, out += 8) {
            const unsigned entry = u16At(block, 2 + 2 * (4 * group + i));
            writeEight(iq2Step(scale, i < 2 ? both & 15U : both >> 4U), kIq2XsGrid[entry & 511U],
                       evenSigns(entry >> 9U), out);
        }
    }
}

void unpackIq2s(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    for (std::size_t group = 0; group < 8; ++group) {
        const unsigned both = byteAt(block, 74 + group);
        const unsigned high = byteAt(block, 66 + group);
        for (std::size_t i = 0; i < 4; ++i, out += 8) {
            const unsigned entry = byteAt(block, 2 + 4 * group + i) | ((high >> (2 * i)) & 3U) << 8U;
            writeEight(iq2Step(scale, i < 2 ? both & 15U : both >> 4U), kIq2SGrid[entry],
                       byteAt(block, 34 + 4 * group + i), out);
        }
    }
}

void unpackIq3xxs(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    for (std::size_t group = 0; group < 8; ++group) {
        const std::uint32_t signs = u32At(block, 66 + 4 * group);
        const float step = scale * (0.5F + real(signs >> 28U)) * 0.5F;
        for (unsigned i = 0; i < 8; ++i, out += 4) {
            const unsigned eight = evenSigns(signs >> (7U * (i / 2U)) & 127U);
            writeEntry(step, kIq3XxsGrid[byteAt(block, 2 + 8 * group + i)], 3, kIq3XxsLevels,
                       eight >> (4U * (i % 2U)), {out, 4});
        }
    }
}

void unpackIq3s(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    for (std::size_t group = 0; group < 8; ++group) {
        const unsigned four = byteAt(block, 106 + group / 2) >> (4 * (group % 2)) & 15U;
        const float step = scale * real(1U + 2U * four);
        const unsigned high = byteAt(block, 66 + group);
        for (std::size_t i = 0; i < 8; ++i, out += 4) {
            const unsigned entry = byteAt(block, 2 + 8 * group + i) | ((high >> i) & 1U) << 8U;
            writeEntry(step, kIq3SGrid[entry], 3, kIq3SLevels,
                       byteAt(block, 74 + 4 * group + i / 2) >> (4 * (i % 2)), {out, 4});
        }
    }
}

void unpackIq1s(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    for (std::size_t group = 0; group < 8; ++group) {
        const unsigned high = u16At(block, 34 + 2 * group);
        const float step = scale * real(2U * ((high >> 12U) & 7U) + 1U);
        const float shift = (high & 0x8000U) != 0 ? -kIq1Shift : kIq1Shift;
        for (std::size_t i = 0; i < 4; ++i, out += 8) {
            const unsigned entry = byteAt(block, 2 + 4 * group + i) | ((high >> (3 * i)) & 7U) << 8U;
            writeShifted(step, shift, kIq1Grid[entry], out);
        }
    }
}

void unpackIq1m(const std::byte* block, float* out)
{
    const std::byte* const scales = block + 48;
    unsigned bits = 0; // the block's half float: four bits at the top of each word
    for (unsigned word = 0; word < 4; ++word)
        bits |= (static_cast<unsigned>(u16At(scales, 2 * std::size_t{word})) >> 12U) << (4U * word);
    const float scale = halfToFloat(static_cast<std::uint16_t>(bits));
    for (std::size_t pair = 0; pair < 16; ++pair) { // 16 numbers each
        const unsigned word = u16At(scales, pair / 4 * 2);
        const float step = scale * real(2U * ((word >> (3 * (pair % 4))) & 7U) + 1U);
        const unsigned high = byteAt(block, 32 + pair);
        for (std::size_t i = 0; i < 2; ++i, out += 8) {
            const unsigned nibble = high >> (4 * i);
            const unsigned entry = byteAt(block, 2 * pair + i) | (nibble & 7U) << 8U;
            writeShifted(step, (nibble & 8U) != 0 ? -kIq1Shift : kIq1Shift, kIq1Grid[entry], out);
        }
    }
}

} // namespace headlight::blocks
