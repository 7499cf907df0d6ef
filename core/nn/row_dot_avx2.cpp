// Dot products with AVX2, FMA and F16C. Only these functions are compiled for them, and they are called only
// on a processor that supports them; do not use anything from Eigen here.
#include "core/io/half.h"
#include "core/nn/avx_numbers.h"
#include "core/nn/row_dot_levels.h"

#if defined(__x86_64__)

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <immintrin.h>

// NOLINTBEGIN(modernize-avoid-c-arrays): as a template argument a vector type loses its alignment.

namespace headlight {

namespace {

HEADLIGHT_AVX2_INLINE __m128i load8(const std::byte* at)
{
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at));
}

/// Eight unsigned bytes as 32-bit integers.
HEADLIGHT_AVX2_INLINE __m256i eightAvx2(const std::byte* at)
{
    return _mm256_cvtepu8_epi32(load8(at));
}

/// The sum of sixteen signed bytes times sixteen numbers, in eight parts.
HEADLIGHT_AVX2_INLINE __m256 sixteenAvx2(__m128i bytes, const float* x)
{
    const __m256 low = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes));
    const __m256 high = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_srli_si128(bytes, 8)));
    return _mm256_fmadd_ps(high, _mm256_loadu_ps(x + 8), _mm256_mul_ps(low, _mm256_loadu_ps(x)));
}

struct Nibbles
{
    __m128i low, high;
};

HEADLIGHT_AVX2_INLINE Nibbles nibblesAvx2(const std::byte* at)
{
    const __m128i both = load16(at);
    const __m128i mask = _mm_set1_epi8(15);
    return {_mm_and_si128(both, mask), _mm_and_si128(_mm_srli_epi16(both, 4), mask)};
}

/// Eight numbers in F16; kBrain: in BF16.
template <bool kBrain>
HEADLIGHT_AVX2_INLINE __m256 eightHalves(const std::byte* at)
{
    if constexpr (kBrain)
        return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(load16(at)), 16));
    else
        return _mm256_cvtph_ps(load16(at));
}

HEADLIGHT_AVX2_INLINE float brainAt(const std::byte* at)
{
    std::uint16_t half = 0;
    std::memcpy(&half, at, sizeof half);
    return bfloatToFloat(half);
}

template <bool kBrain>
HEADLIGHT_AVX2 float halvesAvx2(const std::byte* row, const float* x, const float* /*sums*/, Index columns)
{
    __m256 sum[4] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
    Index i = 0;
    for (; i + 32 <= columns; i += 32) {
        prefetchAhead<64>(row + 2 * i);
        for (Index k = 0; k < 4; ++k)
            sum[k] = _mm256_fmadd_ps(eightHalves<kBrain>(row + 2 * (i + 8 * k)),
                                     _mm256_loadu_ps(x + i + 8 * k), sum[k]);
    }
    float rest = 0.0F;
    for (; i < columns; ++i)
        rest += (kBrain ? brainAt(row + 2 * i) : halfAt(row + 2 * i)) * x[i];
    return sumOfEight(_mm256_add_ps(_mm256_add_ps(sum[0], sum[1]), _mm256_add_ps(sum[2], sum[3]))) + rest;
}

HEADLIGHT_AVX2 float q8v0Avx2(const std::byte* row, const float* x, const float* /*sums*/, Index columns)
{
    __m256 sum = _mm256_setzero_ps();
    __m256 other = _mm256_setzero_ps();
    for (Index i = 0; i < columns; i += 32, row += 34) {
        prefetchAhead<34>(row);
        const __m256 scale = _mm256_set1_ps(halfAt(row));
        sum = _mm256_fmadd_ps(scale, sixteenAvx2(load16(row + 2), x + i), sum);
        other = _mm256_fmadd_ps(scale, sixteenAvx2(load16(row + 18), x + i + 16), other);
    }
    return sumOfEight(_mm256_add_ps(sum, other));
}

/// For sixteen bits: 16 if the bit is set, 0 otherwise.
HEADLIGHT_AVX2_INLINE __m128i fifthBits(unsigned bits)
{
    const __m128i spread = _mm_shuffle_epi8(_mm_cvtsi32_si128(static_cast<int>(bits)),
                                            _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
    const __m128i single = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201ULL));
    const __m128i set = _mm_cmpeq_epi8(_mm_and_si128(spread, single), single);
    return _mm_and_si128(set, _mm_set1_epi8(16));
}

/// Blocks of 32 numbers with a scale and, if kHasMinimum, a minimum: (number − offset) times the scale, or
/// the number times the scale plus the minimum. A number is a nibble, with kFive a fifth bit stored before
/// them.
template <bool kFive, bool kHasMinimum>
HEADLIGHT_AVX2 float nibblesDotAvx2(const std::byte* row, const float* x, const float* sums, Index columns)
{
    constexpr Index kHeader = (kHasMinimum ? 4 : 2) + (kFive ? 4 : 0);
    constexpr float kOffset = kFive ? 16.0F : 8.0F;
    __m256 sum = _mm256_setzero_ps();
    float added = 0.0F;
    for (Index i = 0; i < columns; i += 32, row += kHeader + 16) {
        prefetchAhead<kHeader + 16>(row);
        const float scale = halfAt(row);
        Nibbles both = nibblesAvx2(row + kHeader);
        if constexpr (kFive) {
            std::uint32_t high = 0;
            std::memcpy(&high, row + kHeader - 4, sizeof high);
            both.low = _mm_or_si128(both.low, fifthBits(high & 0xFFFFU));
            both.high = _mm_or_si128(both.high, fifthBits(high >> 16U));
        }
        const __m256 products
            = _mm256_add_ps(sixteenAvx2(both.low, x + i), sixteenAvx2(both.high, x + i + 16));
        sum = _mm256_fmadd_ps(_mm256_set1_ps(scale), products, sum);
        added += (kHasMinimum ? halfAt(row + 2) : -kOffset * scale) * sums[i / 32];
    }
    return sumOfEight(sum) + added;
}

/// The sum of 32 table entries, indexed by nibbles, times 32 numbers.
HEADLIGHT_AVX2_INLINE __m256 lookedUpAvx2(const std::byte* at, __m128i table, const float* x)
{
    const Nibbles both = nibblesAvx2(at);
    return _mm256_add_ps(sixteenAvx2(_mm_shuffle_epi8(table, both.low), x),
                         sixteenAvx2(_mm_shuffle_epi8(table, both.high), x + 16));
}

HEADLIGHT_AVX2_INLINE __m128i iq4TableAvx2()
{
    return _mm_setr_epi8(-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113);
}

HEADLIGHT_AVX2 float iq4nlAvx2(const std::byte* row, const float* x, const float* /*sums*/, Index columns)
{
    const __m128i table = iq4TableAvx2();
    __m256 sum = _mm256_setzero_ps();
    for (Index i = 0; i < columns; i += 32, row += 18) {
        prefetchAhead<18>(row);
        sum = _mm256_fmadd_ps(_mm256_set1_ps(halfAt(row)), lookedUpAvx2(row + 2, table, x + i), sum);
    }
    return sumOfEight(sum);
}

HEADLIGHT_AVX2 float iq4xsAvx2(const std::byte* row, const float* x, const float* /*sums*/, Index columns)
{
    const __m128i table = iq4TableAvx2();
    __m256 sum = _mm256_setzero_ps();
    for (Index i = 0; i < columns; i += 256, row += 136) {
        prefetchAhead<136>(row);
        const float scale = halfAt(row);
        std::uint16_t high = 0;
        std::memcpy(&high, row + 2, sizeof high);
        for (Index group = 0; group < 8; ++group) {
            const unsigned low = std::to_integer<unsigned>(row[4 + group / 2]) >> (4 * (group % 2)) & 15U;
            const auto six = static_cast<int>(low | (static_cast<unsigned>(high) >> (2 * group) & 3U) << 4U);
            sum = _mm256_fmadd_ps(_mm256_set1_ps(scale * static_cast<float>(six - 32)),
                                  lookedUpAvx2(row + 8 + 16 * group, table, x + i + 32 * group), sum);
        }
    }
    return sumOfEight(sum);
}

HEADLIGHT_AVX2 float mxfp4Avx2(const std::byte* row, const float* x, const float* /*sums*/, Index columns)
{
    const __m128i table = _mm_setr_epi8(0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12);
    __m256 sum = _mm256_setzero_ps();
    for (Index i = 0; i < columns; i += 32, row += 17) {
        prefetchAhead<17>(row);
        const float scale = std::ldexp(1.0F, std::to_integer<int>(row[0]) - 128);
        sum = _mm256_fmadd_ps(_mm256_set1_ps(scale), lookedUpAvx2(row + 1, table, x + i), sum);
    }
    return sumOfEight(sum);
}

/// Q4_K; kFive: Q5_K, where bit `group` of 32 bytes before the nibbles adds 16 to the group in the low
/// nibbles, and the next bit to the group in the high ones.
template <bool kFive>
HEADLIGHT_AVX2 float groupsDotAvx2(const std::byte* row, const float* x, const float* sums, Index columns)
{
    constexpr Index kHeader = kFive ? 48 : 16;
    const __m256i mask = _mm256_set1_epi32(15);
    const __m256i fifth = _mm256_set1_epi32(16);
    __m256 sum = _mm256_setzero_ps();
    __m256 other = _mm256_setzero_ps();
    __m256 below = _mm256_setzero_ps();
    GroupScales groups;
    for (Index i = 0; i < columns; i += 256, row += kHeader + 128, sums += 8) {
        prefetchAhead<kHeader + 128>(row);
        readGroupScales(row, groups);
        below = _mm256_fmadd_ps(groups.minimum, _mm256_loadu_ps(sums), below);
        const std::byte* quants = row + kHeader;
        for (int group = 0; group < 8; group += 2, quants += 32, x += 64) {
            __m256 low = _mm256_setzero_ps();
            __m256 high = _mm256_setzero_ps();
            for (Index k = 0; k < 32; k += 8) {
                const __m256i both = eightAvx2(quants + k);
                __m256i lower = _mm256_and_si256(both, mask);
                __m256i upper = _mm256_srli_epi32(both, 4);
                if constexpr (kFive) {
                    const __m256i bits = _mm256_slli_epi32(eightAvx2(row + 16 + k), 4);
                    const __m256i first = _mm256_and_si256(_mm256_srli_epi32(bits, group), fifth);
                    const __m256i second = _mm256_and_si256(_mm256_srli_epi32(bits, group + 1), fifth);
                    lower = _mm256_or_si256(lower, first);
                    upper = _mm256_or_si256(upper, second);
                }
                low = _mm256_fmadd_ps(_mm256_cvtepi32_ps(lower), _mm256_loadu_ps(x + k), low);
                high = _mm256_fmadd_ps(_mm256_cvtepi32_ps(upper), _mm256_loadu_ps(x + 32 + k), high);
            }
            const auto at = static_cast<std::size_t>(group);
            sum = _mm256_fmadd_ps(_mm256_set1_ps(groups.scale[at]), low, sum);
            other = _mm256_fmadd_ps(_mm256_set1_ps(groups.scale[at + 1]), high, other);
        }
    }
    return sumOfEight(_mm256_sub_ps(_mm256_add_ps(sum, other), below));
}

/// Eight numbers of Q6_K: four bits from `low`, two from `high`, minus 32.
HEADLIGHT_AVX2_INLINE __m256 sixBitsAvx2(__m256i low, __m256i high)
{
    const __m256i four = _mm256_and_si256(low, _mm256_set1_epi32(15));
    const __m256i two = _mm256_and_si256(high, _mm256_set1_epi32(48));
    return _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_or_si256(four, two), _mm256_set1_epi32(32)));
}

HEADLIGHT_AVX2 float q6kAvx2(const std::byte* row, const float* x, const float* /*sums*/, Index columns)
{
    __m256 total = _mm256_setzero_ps();
    for (Index i = 0; i < columns; i += 256, row += 210) {
        prefetchAhead<210>(row);
        __m256 block = _mm256_setzero_ps();
        for (Index half = 0; half < 2; ++half, x += 128)
            for (Index part = 0; part < 2; ++part) { // each 16 numbers of a quarter share a scale
                __m256 sum[4]
                    = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
                for (Index k = 16 * part; k < 16 * part + 16; k += 8) {
                    const __m256i first = eightAvx2(row + 64 * half + k);
                    const __m256i second = eightAvx2(row + 64 * half + 32 + k);
                    const __m256i high = eightAvx2(row + 128 + 32 * half + k);
                    sum[0] = _mm256_fmadd_ps(sixBitsAvx2(first, _mm256_slli_epi32(high, 4)),
                                             _mm256_loadu_ps(x + k), sum[0]);
                    sum[1] = _mm256_fmadd_ps(sixBitsAvx2(second, _mm256_slli_epi32(high, 2)),
                                             _mm256_loadu_ps(x + 32 + k), sum[1]);
                    sum[2] = _mm256_fmadd_ps(sixBitsAvx2(_mm256_srli_epi32(first, 4), high),
                                             _mm256_loadu_ps(x + 64 + k), sum[2]);
                    sum[3] = _mm256_fmadd_ps(
                        sixBitsAvx2(_mm256_srli_epi32(second, 4), _mm256_srli_epi32(high, 2)),
                        _mm256_loadu_ps(x + 96 + k), sum[3]);
                }
                for (Index quarter = 0; quarter < 4; ++quarter) {
                    const auto scale = static_cast<std::int8_t>(
                        std::to_integer<std::uint8_t>(row[192 + 8 * half + 2 * quarter + part]));
                    block = _mm256_fmadd_ps(_mm256_set1_ps(static_cast<float>(scale)), sum[quarter], block);
                }
            }
        total = _mm256_fmadd_ps(_mm256_set1_ps(halfAt(row + 208)), block, total);
    }
    return sumOfEight(total);
}

constexpr auto kDotsAvx2 = std::to_array<DotOfDType>({
    {DType::kF16, halvesAvx2<false>},
    {DType::kBF16, halvesAvx2<true>},
    {DType::kQ4v0, nibblesDotAvx2<false, false>},
    {DType::kQ4v1, nibblesDotAvx2<false, true>},
    {DType::kQ5v0, nibblesDotAvx2<true, false>},
    {DType::kQ5v1, nibblesDotAvx2<true, true>},
    {DType::kQ8v0, q8v0Avx2},
    {DType::kIq4nl, iq4nlAvx2},
    {DType::kIq4xs, iq4xsAvx2},
    {DType::kMxfp4, mxfp4Avx2},
    {DType::kQ4k, groupsDotAvx2<false>},
    {DType::kQ5k, groupsDotAvx2<true>},
    {DType::kQ6k, q6kAvx2},
});

} // namespace

// NOLINTEND(modernize-avoid-c-arrays)

RowDot avx2DotOf(DType dtype)
{
    return dotIn(kDotsAvx2, dtype);
}

} // namespace headlight

#else

namespace headlight {

RowDot avx2DotOf(DType /*dtype*/)
{
    return nullptr;
}

} // namespace headlight

#endif
