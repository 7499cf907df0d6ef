#pragma once

#include "core/io/half.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace headlight::blocks {

/// Little-endian fields of a block; they may be unaligned.
inline unsigned byteAt(const std::byte* from, std::size_t at)
{
    return std::to_integer<unsigned>(from[at]);
}

inline std::uint16_t u16At(const std::byte* from, std::size_t at)
{
    std::uint16_t value = 0;
    std::memcpy(&value, from + at, sizeof value);
    return value;
}

inline std::uint32_t u32At(const std::byte* from, std::size_t at)
{
    std::uint32_t value = 0;
    std::memcpy(&value, from + at, sizeof value);
    return value;
}

inline float halfAt(const std::byte* from, std::size_t at)
{
    return halfToFloat(u16At(from, at));
}

/// A signed number from −128 to 127.
inline int signedAt(const std::byte* from, std::size_t at)
{
    return static_cast<std::int8_t>(std::to_integer<std::uint8_t>(from[at]));
}

inline float real(unsigned value)
{
    return static_cast<float>(static_cast<int>(value));
}

/// Scale and minimum of one of the eight groups of 32 numbers of Q4_K and Q5_K, 6 bits each. The first four
/// groups use the low bits of bytes 0–3 and 4–7; the others use bytes 8–11 and the two remaining bits of
/// bytes 0–7.
struct SixBits
{
    unsigned scale = 0, minimum = 0;
};

inline SixBits sixBitsAt(const std::byte* packed, std::size_t group)
{
    if (group < 4)
        return {byteAt(packed, group) & 63U, byteAt(packed, group + 4) & 63U};
    const unsigned low = byteAt(packed, group + 4);
    return {(low & 15U) | (byteAt(packed, group - 4) >> 6U) << 4U,
            (low >> 4U) | (byteAt(packed, group) >> 6U) << 4U};
}

/// The values of the sixteen nibbles in IQ4_NL and IQ4_XS.
inline constexpr std::array<float, 16> kIq4Levels{-127.0F, -104.0F, -83.0F, -65.0F, -49.0F, -35.0F,
                                                  -22.0F,  -10.0F,  1.0F,   13.0F,  25.0F,  38.0F,
                                                  53.0F,   69.0F,   89.0F,  113.0F};
/// The numbers of MXFP4 (Microscaling Formats 1.0, E2M1), doubled. GGUF has no negative zero.
inline constexpr std::array<float, 16> kMxfp4Levels{0.0F, 1.0F,  2.0F,  3.0F,  4.0F,  6.0F,  8.0F,  12.0F,
                                                    0.0F, -1.0F, -2.0F, -3.0F, -4.0F, -6.0F, -8.0F, -12.0F};

void unpackQ4v0(const std::byte* block, float* out);
void unpackQ4v1(const std::byte* block, float* out);
void unpackQ5v0(const std::byte* block, float* out);
void unpackQ5v1(const std::byte* block, float* out);
void unpackQ8v0(const std::byte* block, float* out);
void unpackQ2k(const std::byte* block, float* out);
void unpackQ3k(const std::byte* block, float* out);
void unpackQ4k(const std::byte* block, float* out);
void unpackQ5k(const std::byte* block, float* out);
void unpackQ6k(const std::byte* block, float* out);
void unpackIq1s(const std::byte* block, float* out);
void unpackIq1m(const std::byte* block, float* out);
void unpackIq2xxs(const std::byte* block, float* out);
void unpackIq2xs(const std::byte* block, float* out);
void unpackIq2s(const std::byte* block, float* out);
void unpackIq3xxs(const std::byte* block, float* out);
void unpackIq3s(const std::byte* block, float* out);
void unpackIq4nl(const std::byte* block, float* out);
void unpackIq4xs(const std::byte* block, float* out);
void unpackTq1(const std::byte* block, float* out);
void unpackTq2(const std::byte* block, float* out);
void unpackMxfp4(const std::byte* block, float* out);

} // namespace headlight::blocks
