// Dot products with AVX-512 for the most common dtypes of models; see row_dot_avx2.cpp.
#include "core/math/product_kernels.h"
#include "core/nn/avx_numbers.h"
#include "core/nn/row_dot_levels.h"

#if defined(__x86_64__)

#include <array>
#include <cstddef>
#include <immintrin.h>

namespace headlight {

namespace {

/// The sum of a row so far, in sixteen parts.
struct SumAvx512
{
    HEADLIGHT_AVX512_INLINE float total() const { return _mm512_reduce_add_ps(sum); }

    __m512 sum{};
};

/// Numbers in F16; kBrain: in BF16.
template <bool kBrain>
struct HalvesAvx512 : SumAvx512
{
    static constexpr bool kIsBrain = kBrain;
    static constexpr Index kNumbers = 32, kBytes = 64;
    HEADLIGHT_AVX512_INLINE static __m512 sixteen(const std::byte* at)
    {
        if constexpr (kBrain)
            return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(load32(at)), 16));
        else
            return _mm512_cvtph_ps(load32(at));
    }
    HEADLIGHT_AVX512_INLINE void add(const std::byte* numbers, const DotInput& x)
    {
        sum = _mm512_fmadd_ps(sixteen(numbers), _mm512_loadu_ps(x.numbers), sum);
        sum = _mm512_fmadd_ps(sixteen(numbers + 32), _mm512_loadu_ps(x.numbers + 16), sum);
    }
};

struct Q8v0Avx512 : SumAvx512
{
    static constexpr Index kNumbers = 32, kBytes = 34;
    HEADLIGHT_AVX512_INLINE void add(const std::byte* block, const DotInput& x)
    {
        const __m512 first = _mm512_mul_ps(sixteenCodes(block + 2), _mm512_loadu_ps(x.numbers));
        const __m512 products
            = _mm512_fmadd_ps(sixteenCodes(block + 18), _mm512_loadu_ps(x.numbers + 16), first);
        sum = _mm512_fmadd_ps(_mm512_set1_ps(halfAt(block)), products, sum);
    }
};

// A permutation uses the lowest four bits of each index, so it converts a nibble to a number directly.

/// Blocks of 32 nibbles with a scale: Q4_0, where a nibble stands for itself minus 8; kTable: IQ4_NL.
template <bool kTable>
struct NibblesAvx512 : SumAvx512
{
    static constexpr Index kNumbers = 32, kBytes = 18;
    HEADLIGHT_AVX512_INLINE void add(const std::byte* block, const DotInput& x)
    {
        const __m512 numbers = kTable
            ? _mm512_setr_ps(-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113)
            : _mm512_setr_ps(-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7);
        const __m512i both = _mm512_cvtepu8_epi32(load16(block + 2));
        const __m512 low = _mm512_permutexvar_ps(both, numbers);
        const __m512 high = _mm512_permutexvar_ps(_mm512_srli_epi32(both, 4), numbers);
        const __m512 products = _mm512_fmadd_ps(high, _mm512_loadu_ps(x.numbers + 16),
                                                _mm512_mul_ps(low, _mm512_loadu_ps(x.numbers)));
        sum = _mm512_fmadd_ps(_mm512_set1_ps(halfAt(block)), products, sum);
    }
};

struct Q4kAvx512 : SumAvx512
{
    static constexpr Index kNumbers = 256, kBytes = 144;
    HEADLIGHT_AVX512_INLINE void add(const std::byte* block, const DotInput& x)
    {
        const __m512 nibbles = _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        GroupScales groups;
        readGroupScales(block, groups);
        sum = _mm512_sub_ps(sum,
                            _mm512_zextps256_ps512(_mm256_mul_ps(groups.minimum, _mm256_loadu_ps(x.sums))));
        const float* numbers = x.numbers;
        const std::byte* quants = block + 16;
        HEADLIGHT_UNROLL
        for (std::size_t group = 0; group < 8; group += 2, quants += 32, numbers += 64) {
            const __m512i first = _mm512_cvtepu8_epi32(load16(quants));
            const __m512i second = _mm512_cvtepu8_epi32(load16(quants + 16));
            __m512 low = _mm512_mul_ps(_mm512_permutexvar_ps(first, nibbles), _mm512_loadu_ps(numbers));
            low = _mm512_fmadd_ps(_mm512_permutexvar_ps(second, nibbles), _mm512_loadu_ps(numbers + 16), low);
            __m512 high = _mm512_mul_ps(_mm512_permutexvar_ps(_mm512_srli_epi32(first, 4), nibbles),
                                        _mm512_loadu_ps(numbers + 32));
            high = _mm512_fmadd_ps(_mm512_permutexvar_ps(_mm512_srli_epi32(second, 4), nibbles),
                                   _mm512_loadu_ps(numbers + 48), high);
            sum = _mm512_fmadd_ps(_mm512_set1_ps(groups.scale[group]), low, sum);
            sum = _mm512_fmadd_ps(_mm512_set1_ps(groups.scale[group + 1]), high, sum);
        }
    }
};

struct Q6kAvx512 : SumAvx512
{
    static constexpr Index kNumbers = 256, kBytes = 210;
    HEADLIGHT_AVX512_INLINE void add(const std::byte* block, const DotInput& x)
    {
        SixBits six;
        readSixBits(block, six);
        HEADLIGHT_UNROLL
        for (std::size_t group = 0; group < 16; ++group) {
            const __m512 products = _mm512_mul_ps(sixteenCodes(six.codes.data() + 16 * group),
                                                  _mm512_loadu_ps(x.numbers + 16 * group));
            sum = _mm512_fmadd_ps(_mm512_set1_ps(six.scale[group]), products, sum);
        }
    }
};

#define HEADLIGHT_DOTS HEADLIGHT_AVX512
namespace avx512 {
#include "core/nn/row_dots.inc"
} // namespace avx512
#undef HEADLIGHT_DOTS

constexpr auto kDotsAvx512 = std::to_array<DotsOfDType>({
    {DType::kF16, avx512::multiplyRows<HalvesAvx512<false>>},
    {DType::kBF16, avx512::multiplyRows<HalvesAvx512<true>>},
    {DType::kQ4v0, avx512::multiplyRows<NibblesAvx512<false>>},
    {DType::kIq4nl, avx512::multiplyRows<NibblesAvx512<true>>},
    {DType::kQ8v0, avx512::multiplyRows<Q8v0Avx512>},
    {DType::kQ4k, avx512::multiplyRows<Q4kAvx512>},
    {DType::kQ6k, avx512::multiplyRows<Q6kAvx512>},
});

} // namespace

RowDots avx512DotsOf(DType dtype)
{
    return dotsIn(kDotsAvx512, dtype);
}

} // namespace headlight

#else

namespace headlight {

RowDots avx512DotsOf(DType /*dtype*/)
{
    return nullptr;
}

} // namespace headlight

#endif
