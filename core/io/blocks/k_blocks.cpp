// Blocks of 256 numbers with a scale for each group of 16 or 32.
#include "core/io/blocks/fields.h"

namespace headlight::blocks {

void unpackQ2k(const std::byte* block, float* out)
{
    const std::byte* const scales = block;
    const std::byte* const quants = block + 16;
    const float scale = halfAt(block, 80);
    const float minimum = halfAt(block, 82);
    for (std::size_t group = 0; group < 16; ++group) { // 16 numbers each
        const unsigned packed = byteAt(scales, group);
        const float step = scale * real(packed & 15U);
        const float offset = minimum * real(packed >> 4U);
        // 32 bytes hold 128 numbers: two bits of a byte for each 32 of them.
        const std::size_t at = group / 8 * 32 + group % 2 * 16;
        const auto shift = static_cast<unsigned>(group % 8 / 2 * 2);
        for (std::size_t i = 0; i < 16; ++i)
            *out++ = step * real((byteAt(quants, at + i) >> shift) & 3U) - offset;
    }
}

void unpackQ3k(const std::byte* block, float* out)
{
    const std::byte* const high = block;
    const std::byte* const quants = block + 32;
    const std::byte* const scales = block + 96;
    const float scale = halfAt(block, 108);
    for (std::size_t group = 0; group < 16; ++group) {
        const unsigned nibbles = byteAt(scales, group % 8);
        const unsigned low = group < 8 ? nibbles & 15U : nibbles >> 4U;
        const unsigned top = (byteAt(scales, 8 + group % 4) >> (2 * (group / 4))) & 3U;
        const float step = scale * static_cast<float>(static_cast<int>(low | top << 4U) - 32);
        const std::size_t column = group % 2 * 16;
        const std::size_t at = group / 8 * 32 + column;
        const auto shift = static_cast<unsigned>(group % 8 / 2 * 2);
        const auto bit = static_cast<unsigned>(group / 2);
        for (std::size_t i = 0; i < 16; ++i) {
            const auto two = static_cast<int>((byteAt(quants, at + i) >> shift) & 3U);
            const int below = ((byteAt(high, column + i) >> bit) & 1U) != 0 ? 0 : 4;
            *out++ = step * static_cast<float>(two - below);
        }
    }
}

/// Q4_K, or Q5_K, whose `high` has a fifth bit for each number.
static void unpackSixBitGroups(const std::byte* block, const std::byte* high, const std::byte* quants,
                               float* out)
{
    const float scale = halfAt(block, 0);
    const float minimum = halfAt(block, 2);
    for (std::size_t group = 0; group < 8; group += 2, quants += 32, out += 64) {
        const SixBits first = sixBitsAt(block + 4, group);
        const SixBits second = sixBitsAt(block + 4, group + 1);
        const float step1 = scale * real(first.scale), offset1 = minimum * real(first.minimum);
        const float step2 = scale * real(second.scale), offset2 = minimum * real(second.minimum);
        for (std::size_t i = 0; i < 32; ++i) {
            const unsigned fifth = high != nullptr ? byteAt(high, i) >> group : 0;
            out[i] = step1 * real((byteAt(quants, i) & 15U) + ((fifth & 1U) << 4U)) - offset1;
            out[32 + i] = step2 * real((byteAt(quants, i) >> 4U) + ((fifth >> 1U & 1U) << 4U)) - offset2;
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
    const std::byte* low = block;
    const std::byte* high = block + 128;
    const std::byte* scales = block + 192;
    const float scale = halfAt(block, 208);
    for (std::size_t half = 0; half < 2; ++half, low += 64, high += 32, scales += 8, out += 128)
        for (std::size_t quarter = 0; quarter < 4; ++quarter)
            for (std::size_t part = 0; part < 2; ++part) {
                const float step = scale * static_cast<float>(signedAt(scales, 2 * quarter + part));
                const auto nibble = static_cast<unsigned>(quarter / 2 * 4);
                const auto shift = static_cast<unsigned>(2 * quarter);
                for (std::size_t i = 16 * part; i < 16 * part + 16; ++i) {
                    const unsigned four = (byteAt(low, quarter % 2 * 32 + i) >> nibble) & 15U;
                    const unsigned two = (byteAt(high, i) >> shift) & 3U;
                    out[32 * quarter + i]
                        = step * static_cast<float>(static_cast<int>(four | two << 4U) - 32);
                }
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
        for (std::size_t i = 0; i < 16; ++i) {
            out[i] = step * kIq4Levels[byteAt(quants, i) & 15U];
            out[16 + i] = step * kIq4Levels[byteAt(quants, i) >> 4U];
        }
    }
}

} // namespace headlight::blocks
