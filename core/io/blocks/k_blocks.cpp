// Blocks of 256 numbers with a scale for each group of 16 or 32.
#include "core/base/unroll.h"
#include "core/io/blocks/fields.h"

namespace headlight::blocks {

void unpackQ2k(const std::byte* block, float* out)
{
    const std::byte* const scales = block;
    const std::byte* const quants = block + 16;
    const float scale = halfAt(block, 80);
    const float minimum = halfAt(block, 82);
    HEADLIGHT_UNROLL
    for (std::size_t group = 0; group < 16; ++group) { // 16 numbers each
        const unsigned packed = byteAt(scales, group);
        const float step = scale * real(packed & 15U);
        const float offset = minimum * real(packed >> 4U);
        // 32 bytes hold 128 numbers: two bits of a byte for each 32 of them.
        const std::size_t at = group / 8 * 32 + group % 2 * 16;
        const auto shift = static_cast<unsigned>(group % 8 / 2 * 2);
        writeSteps((sixteenAt(quants, at) >> shift) & 3, step, out + 16 * group, -offset);
    }
}

void unpackQ3k(const std::byte* block, float* out)
{
    const std::byte* const high = block;
    const std::byte* const quants = block + 32;
    const std::byte* const scales = block + 96;
    const float scale = halfAt(block, 108);
    HEADLIGHT_UNROLL
    for (std::size_t group = 0; group < 16; ++group) {
        const unsigned nibbles = byteAt(scales, group % 8);
        const unsigned low = group < 8 ? nibbles & 15U : nibbles >> 4U;
        const unsigned upper = (byteAt(scales, 8 + group % 4) >> (2 * (group / 4))) & 3U;
        const float step = scale * static_cast<float>(static_cast<int>(low | upper << 4U) - 32);
        const std::size_t column = group % 2 * 16;
        const std::size_t at = group / 8 * 32 + column;
        const auto shift = static_cast<unsigned>(group % 8 / 2 * 2);
        const auto bit = static_cast<unsigned>(group / 2);
        const Bytes two = (sixteenAt(quants, at) >> shift) & 3;
        const Bytes top = ((sixteenAt(high, column) >> bit) & 1) << 2;
        writeSteps((two | top) - 4, step, out + 16 * group);
    }
}

/// Q4_K, or Q5_K, whose `high` has a fifth bit for each number.
static inline void unpackSixBitGroups(const std::byte* block, const std::byte* high, const std::byte* quants,
                                      float* out)
{
    const float scale = halfAt(block, 0);
    const float minimum = halfAt(block, 2);
    HEADLIGHT_UNROLL
    for (std::size_t group = 0; group < 8; ++group) {
        const SixBits six = sixBitsAt(block + 4, group);
        const float step = scale * real(six.scale), offset = minimum * real(six.minimum);
        HEADLIGHT_UNROLL
        for (std::size_t half = 0; half < 32; half += 16, out += 16) {
            const Bytes both = sixteenAt(quants, group / 2 * 32 + half);
            Bytes codes = group % 2 == 0 ? both & 15 : both >> 4;
            if (high != nullptr)
                codes |= ((sixteenAt(high, half) >> static_cast<int>(group)) & 1) << 4;
            writeSteps(codes, step, out, -offset);
        }
    }
}

void unpackQ4k(const std::byte* block, float* out)
{
    unpackSixBitGroups(block, nullptr, block + 16, out);
}

void unpackQ5k(const std::byte* block, float* out)
{
    unpackSixBitGroups(block, block + 16, block + 48, out);
}

void unpackQ6k(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 208);
    // Groups of sixteen numbers: four bits of each, and two from elsewhere.
    HEADLIGHT_UNROLL
    for (std::size_t group = 0; group < 16; ++group) {
        const auto quarter = static_cast<int>(group % 8 / 2);
        const std::size_t half = group / 8, column = group % 2 * 16;
        const Bytes four
            = (sixteenAt(block, half * 64 + group / 2 % 2 * 32 + column) >> (quarter / 2 * 4)) & 15;
        const Bytes two = (sixteenAt(block, 128 + half * 32 + column) >> (2 * quarter)) & 3;
        const float step = scale * static_cast<float>(signedAt(block, 192 + group));
        writeSteps((four | two << 4) - 32, step, out + 16 * group);
    }
}

void unpackIq4xs(const std::byte* block, float* out)
{
    const float scale = halfAt(block, 0);
    const unsigned high = u16At(block, 2);
    const std::byte* quants = block + 8;
    for (std::size_t group = 0; group < 8; ++group, quants += 16, out += 32) {
        const unsigned low = (byteAt(block, 4 + group / 2) >> (4 * (group % 2))) & 15U;
        const unsigned six = low | ((high >> (2 * group)) & 3U) << 4U;
        const float step = scale * static_cast<float>(static_cast<int>(six) - 32);
        const Bytes both = sixteenAt(quants, 0);
        writeSteps(levelsOf(both & 15, kIq4Levels), step, out);
        writeSteps(levelsOf(both >> 4, kIq4Levels), step, out + 16);
    }
}

} // namespace headlight::blocks
