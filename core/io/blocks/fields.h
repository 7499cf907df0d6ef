#pragma once

#include "core/io/half.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#ifdef __SSSE3__
#include <immintrin.h>
#endif

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
#ifdef __F16C__
    return _cvtsh_ss(u16At(from, at));
#else
    return halfToFloat(u16At(from, at));
#endif
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

/// Sixteen bytes side by side; where they are codes they are signed, and stand for numbers before these are
/// multiplied by their step.
using Bytes = std::uint8_t __attribute__((vector_size(16)));

inline Bytes sixteenAt(const std::byte* from, std::size_t at)
{
    Bytes bytes;
    std::memcpy(&bytes, from + at, sizeof bytes);
    return bytes;
}

/// out = step · code for sixteen codes, or with a minimum step · code + minimum.
template <typename... Minimum>
inline void writeSteps(Bytes codes, float step, float* out, Minimum... minimum)
{
#ifdef __AVX512F__
    __m512 numbers = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(reinterpret_cast<__m128i>(codes)));
    numbers = _mm512_mul_ps(_mm512_set1_ps(step), numbers);
    ((numbers = _mm512_add_ps(numbers, _mm512_set1_ps(minimum))), ...);
    _mm512_storeu_ps(out, numbers);
#elif defined(__AVX2__)
    __m128i bytes = reinterpret_cast<__m128i>(codes);
    for (int half = 0; half < 2; ++half, out += 8, bytes = _mm_srli_si128(bytes, 8)) {
        __m256 numbers = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes));
        numbers = _mm256_mul_ps(_mm256_set1_ps(step), numbers);
        ((numbers = _mm256_add_ps(numbers, _mm256_set1_ps(minimum))), ...);
        _mm256_storeu_ps(out, numbers);
    }
#else
    for (int i = 0; i < 16; ++i)
        out[i] = ((step * static_cast<float>(static_cast<std::int8_t>(codes[i]))) + ... + minimum);
#endif
}

/// The values of sixteen nibbles.
using Levels = std::array<std::int8_t, 16>;

inline Bytes levelsOf(Bytes nibbles, const Levels& levels)
{
#ifdef __SSSE3__
    const __m128i table = _mm_loadu_si128(reinterpret_cast<const __m128i*>(levels.data()));
    return reinterpret_cast<Bytes>(_mm_shuffle_epi8(table, reinterpret_cast<__m128i>(nibbles)));
#else
    for (int i = 0; i < 16; ++i)
        nibbles[i] = static_cast<std::uint8_t>(levels[nibbles[i]]);
    return nibbles;
#endif
}

/// IQ4_NL and IQ4_XS.
inline constexpr Levels kIq4Levels{-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
/// The numbers of MXFP4 (Microscaling Formats 1.0, E2M1), doubled. GGUF has no negative zero.
inline constexpr Levels kMxfp4Levels{0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

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
