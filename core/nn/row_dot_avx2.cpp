// Dot products with AVX2, FMA and F16C. Only these functions are compiled for them, and they are called only
// on a processor that supports them; do not use anything from Eigen here.
#include "core/math/product_kernels.h"
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

/// Numbers in F16; kBrain: in BF16.
template <bool kBrain>
struct HalvesAvx2 : SumAvx2
{
    static constexpr bool kIsBrain = kBrain;
    static constexpr Index kNumbers = 32, kBytes = 64;
    HEADLIGHT_AVX2_INLINE void add(const std::byte* numbers, const DotInput& x)
    {
        for (Index k = 0; k < kNumbers; k += 8)
            sum = _mm256_fmadd_ps(eightHalves<kBrain>(numbers + 2 * k), _mm256_loadu_ps(x.numbers + k), sum);
    }
};

struct Q8v0Avx2 : SumAvx2
{
    static constexpr Index kNumbers = 32, kBytes = 34;
    HEADLIGHT_AVX2_INLINE void add(const std::byte* block, const DotInput& x)
    {
        const __m256 products = _mm256_add_ps(sixteenAvx2(load16(block + 2), x.numbers),
                                              sixteenAvx2(load16(block + 18), x.numbers + 16));
        sum = _mm256_fmadd_ps(_mm256_set1_ps(halfAt(block)), products, sum);
    }
};

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
struct NibblesAvx2
{
    static constexpr Index kHeader = (kHasMinimum ? 4 : 2) + (kFive ? 4 : 0);
    static constexpr Index kNumbers = 32, kBytes = kHeader + 16;
    HEADLIGHT_AVX2_INLINE void add(const std::byte* block, const DotInput& x)
    {
        constexpr float kOffset = kFive ? 16.0F : 8.0F;
        const float scale = halfAt(block);
        Nibbles both = nibblesAvx2(block + kHeader);
        if constexpr (kFive) {
            std::uint32_t high = 0;
            std::memcpy(&high, block + kHeader - 4, sizeof high);
            both.low = _mm_or_si128(both.low, fifthBits(high & 0xFFFFU));
            both.high = _mm_or_si128(both.high, fifthBits(high >> 16U));
        }
        const __m256 products
            = _mm256_add_ps(sixteenAvx2(both.low, x.numbers), sixteenAvx2(both.high, x.numbers + 16));
        sum = _mm256_fmadd_ps(_mm256_set1_ps(scale), products, sum);
        added += (kHasMinimum ? halfAt(block + 2) : -kOffset * scale) * x.sums[0];
    }
    HEADLIGHT_AVX2_INLINE float total() const { return sumOfEight(sum) + added; }

    __m256 sum{};
    float added = 0.0F;
};

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

struct Iq4nlAvx2 : SumAvx2
{
    static constexpr Index kNumbers = 32, kBytes = 18;
    HEADLIGHT_AVX2_INLINE void add(const std::byte* block, const DotInput& x)
    {
        sum = _mm256_fmadd_ps(_mm256_set1_ps(halfAt(block)),
                              lookedUpAvx2(block + 2, iq4TableAvx2(), x.numbers), sum);
    }
};

struct Iq4xsAvx2 : SumAvx2
{
    static constexpr Index kNumbers = 256, kBytes = 136;
    HEADLIGHT_AVX2_INLINE void add(const std::byte* block, const DotInput& x)
    {
        const __m128i table = iq4TableAvx2();
        const float scale = halfAt(block);
        std::uint16_t high = 0;
        std::memcpy(&high, block + 2, sizeof high);
        HEADLIGHT_UNROLL
        for (Index group = 0; group < 8; ++group) {
            const unsigned low = std::to_integer<unsigned>(block[4 + group / 2]) >> (4 * (group % 2)) & 15U;
            const auto six = static_cast<int>(low | (static_cast<unsigned>(high) >> (2 * group) & 3U) << 4U);
            sum = _mm256_fmadd_ps(_mm256_set1_ps(scale * static_cast<float>(six - 32)),
                                  lookedUpAvx2(block + 8 + 16 * group, table, x.numbers + 32 * group), sum);
        }
    }
};

struct Mxfp4Avx2 : SumAvx2
{
    static constexpr Index kNumbers = 32, kBytes = 17;
    HEADLIGHT_AVX2_INLINE void add(const std::byte* block, const DotInput& x)
    {
        const __m128i table = _mm_setr_epi8(0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12);
        const float scale = std::ldexp(1.0F, std::to_integer<int>(block[0]) - 128);
        sum = _mm256_fmadd_ps(_mm256_set1_ps(scale), lookedUpAvx2(block + 1, table, x.numbers), sum);
    }
};

/// Q4_K; kFive: Q5_K, where bit `group` of 32 bytes before the nibbles adds 16 to the group in the low
/// nibbles, and the next bit to the group in the high ones.
template <bool kFive>
struct GroupsAvx2 : SumAvx2
{
    static constexpr Index kHeader = kFive ? 48 : 16;
    static constexpr Index kNumbers = 256, kBytes = kHeader + 128;
    HEADLIGHT_AVX2_INLINE void add(const std::byte* block, const DotInput& x)
    {
        const __m256i mask = _mm256_set1_epi32(15);
        const __m256i fifth = _mm256_set1_epi32(16);
        GroupScales groups;
        readGroupScales(block, groups);
        sum = _mm256_fnmadd_ps(groups.minimum, _mm256_loadu_ps(x.sums), sum);
        const float* numbers = x.numbers;
        const std::byte* quants = block + kHeader;
        HEADLIGHT_UNROLL
        for (int group = 0; group < 8; group += 2, quants += 32, numbers += 64) {
            __m256 low = _mm256_setzero_ps();
            __m256 high = _mm256_setzero_ps();
            HEADLIGHT_UNROLL
            for (Index k = 0; k < 32; k += 8) {
                const __m256i both = eightAvx2(quants + k);
                __m256i lower = _mm256_and_si256(both, mask);
                __m256i upper = _mm256_srli_epi32(both, 4);
                if constexpr (kFive) {
                    const __m256i bits = _mm256_slli_epi32(eightAvx2(block + 16 + k), 4);
                    const __m256i first = _mm256_and_si256(_mm256_srli_epi32(bits, group), fifth);
                    const __m256i second = _mm256_and_si256(_mm256_srli_epi32(bits, group + 1), fifth);
                    lower = _mm256_or_si256(lower, first);
                    upper = _mm256_or_si256(upper, second);
                }
                low = _mm256_fmadd_ps(_mm256_cvtepi32_ps(lower), _mm256_loadu_ps(numbers + k), low);
                high = _mm256_fmadd_ps(_mm256_cvtepi32_ps(upper), _mm256_loadu_ps(numbers + 32 + k), high);
            }
            const auto at = static_cast<std::size_t>(group);
            sum = _mm256_fmadd_ps(_mm256_set1_ps(groups.scale[at]), low, sum);
            sum = _mm256_fmadd_ps(_mm256_set1_ps(groups.scale[at + 1]), high, sum);
        }
    }
};

struct Q6kAvx2 : SumAvx2
{
    static constexpr Index kNumbers = 256, kBytes = 210;
    HEADLIGHT_AVX2_INLINE void add(const std::byte* block, const DotInput& x)
    {
        SixBits six;
        readSixBits(block, six);
        HEADLIGHT_UNROLL
        for (std::size_t group = 0; group < 16; ++group)
            sum = _mm256_fmadd_ps(_mm256_broadcast_ss(six.scale.data() + group),
                                  sixteenAvx2(load16(six.codes.data() + 16 * group), x.numbers + 16 * group),
                                  sum);
    }
};

#define HEADLIGHT_DOTS HEADLIGHT_AVX2
namespace avx2 {
#include "core/nn/row_dots.inc"
} // namespace avx2
#undef HEADLIGHT_DOTS

constexpr auto kDotsAvx2 = std::to_array<DotsOfDType>({
    {DType::kF16, avx2::multiplyRows<HalvesAvx2<false>>},
    {DType::kBF16, avx2::multiplyRows<HalvesAvx2<true>>},
    {DType::kQ4v0, avx2::multiplyRows<NibblesAvx2<false, false>>},
    {DType::kQ4v1, avx2::multiplyRows<NibblesAvx2<false, true>>},
    {DType::kQ5v0, avx2::multiplyRows<NibblesAvx2<true, false>>},
    {DType::kQ5v1, avx2::multiplyRows<NibblesAvx2<true, true>>},
    {DType::kQ8v0, avx2::multiplyRows<Q8v0Avx2>},
    {DType::kIq4nl, avx2::multiplyRows<Iq4nlAvx2>},
    {DType::kIq4xs, avx2::multiplyRows<Iq4xsAvx2>},
    {DType::kMxfp4, avx2::multiplyRows<Mxfp4Avx2>},
    {DType::kQ4k, avx2::multiplyRows<GroupsAvx2<false>>},
    {DType::kQ5k, avx2::multiplyRows<GroupsAvx2<true>>},
    {DType::kQ6k, avx2::multiplyRows<Q6kAvx2>},
});

} // namespace

// NOLINTEND(modernize-avoid-c-arrays)

RowDots avx2DotsOf(DType dtype)
{
    return dotsIn(kDotsAvx2, dtype);
}

} // namespace headlight

#else

namespace headlight {

RowDots avx2DotsOf(DType /*dtype*/)
{
    return nullptr;
}

} // namespace headlight

#endif
