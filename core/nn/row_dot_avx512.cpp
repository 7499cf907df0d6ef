// Dot products with AVX-512 for the most common dtypes of models; see row_dot_avx2.cpp.
#include "core/nn/avx_numbers.h"
#include "core/nn/row_dot_levels.h"

#if defined(__x86_64__)

#include <array>
#include <cstddef>
#include <immintrin.h>

#define HEADLIGHT_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c")))
#define HEADLIGHT_AVX512_INLINE                                                                              \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c"), always_inline)) inline

namespace headlight {

namespace {

HEADLIGHT_AVX512_INLINE __m256i words512(const std::byte* at)
{
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}

HEADLIGHT_AVX512 float f16Avx512(const std::byte* row, const float* x, const float* /*sums*/, Index columns)
{
    __m512 sum = _mm512_setzero_ps();
    __m512 other = _mm512_setzero_ps();
    Index i = 0;
    for (; i + 32 <= columns; i += 32) {
        prefetchAhead<64>(row + 2 * i);
        sum = _mm512_fmadd_ps(_mm512_cvtph_ps(words512(row + 2 * i)), _mm512_loadu_ps(x + i), sum);
        other = _mm512_fmadd_ps(_mm512_cvtph_ps(words512(row + 2 * i + 32)), _mm512_loadu_ps(x + i + 16),
                                other);
    }
    float rest = 0.0F;
    for (; i < columns; ++i)
        rest += halfAt(row + 2 * i) * x[i];
    return _mm512_reduce_add_ps(_mm512_add_ps(sum, other)) + rest;
}

HEADLIGHT_AVX512_INLINE __m512 bf16Numbers(const std::byte* at)
{
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(words512(at)), 16));
}

HEADLIGHT_AVX512 float bf16Avx512(const std::byte* row, const float* x, const float* sums, Index columns)
{
    __m512 sum = _mm512_setzero_ps();
    __m512 other = _mm512_setzero_ps();
    Index i = 0;
    for (; i + 32 <= columns; i += 32) {
        prefetchAhead<64>(row + 2 * i);
        sum = _mm512_fmadd_ps(bf16Numbers(row + 2 * i), _mm512_loadu_ps(x + i), sum);
        other = _mm512_fmadd_ps(bf16Numbers(row + 2 * i + 32), _mm512_loadu_ps(x + i + 16), other);
    }
    const float rest = i < columns ? avx2DotOf(DType::kBF16)(row + 2 * i, x + i, sums, columns - i) : 0.0F;
    return _mm512_reduce_add_ps(_mm512_add_ps(sum, other)) + rest;
}

HEADLIGHT_AVX512 float q8v0Avx512(const std::byte* row, const float* x, const float* /*sums*/, Index columns)
{
    __m512 sum = _mm512_setzero_ps();
    for (Index i = 0; i < columns; i += 32, row += 34) {
        prefetchAhead<34>(row);
        const __m512 first = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(load16(row + 2)));
        const __m512 second = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(load16(row + 18)));
        const __m512 products = _mm512_fmadd_ps(second, _mm512_loadu_ps(x + i + 16),
                                                _mm512_mul_ps(first, _mm512_loadu_ps(x + i)));
        sum = _mm512_fmadd_ps(_mm512_set1_ps(halfAt(row)), products, sum);
    }
    return _mm512_reduce_add_ps(sum);
}

HEADLIGHT_AVX512 float q4kAvx512(const std::byte* row, const float* x, const float* sums, Index columns)
{
    // A permutation uses the lowest four bits of each index, so it converts a nibble to a number directly.
    const __m512 numbers = _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512 sum = _mm512_setzero_ps();
    __m512 other = _mm512_setzero_ps();
    __m256 below = _mm256_setzero_ps();
    GroupScales groups;
    for (Index i = 0; i < columns; i += 256, row += 144, sums += 8) {
        prefetchAhead<144>(row);
        readGroupScales(row, groups);
        below = _mm256_fmadd_ps(groups.minimum, _mm256_loadu_ps(sums), below);
        const std::byte* quants = row + 16;
        for (std::size_t group = 0; group < 8; group += 2, quants += 32, x += 64) {
            const __m512i first = _mm512_cvtepu8_epi32(load16(quants));
            const __m512i second = _mm512_cvtepu8_epi32(load16(quants + 16));
            __m512 low = _mm512_mul_ps(_mm512_permutexvar_ps(first, numbers), _mm512_loadu_ps(x));
            low = _mm512_fmadd_ps(_mm512_permutexvar_ps(second, numbers), _mm512_loadu_ps(x + 16), low);
            __m512 high = _mm512_mul_ps(_mm512_permutexvar_ps(_mm512_srli_epi32(first, 4), numbers),
                                        _mm512_loadu_ps(x + 32));
            high = _mm512_fmadd_ps(_mm512_permutexvar_ps(_mm512_srli_epi32(second, 4), numbers),
                                   _mm512_loadu_ps(x + 48), high);
            sum = _mm512_fmadd_ps(_mm512_set1_ps(groups.scale[group]), low, sum);
            other = _mm512_fmadd_ps(_mm512_set1_ps(groups.scale[group + 1]), high, other);
        }
    }
    return _mm512_reduce_add_ps(_mm512_sub_ps(_mm512_add_ps(sum, other), _mm512_zextps256_ps512(below)));
}

constexpr auto kDotsAvx512 = std::to_array<DotOfDType>({
    {DType::kF16, f16Avx512},
    {DType::kBF16, bf16Avx512},
    {DType::kQ8v0, q8v0Avx512},
    {DType::kQ4k, q4kAvx512},
});

} // namespace

RowDot avx512DotOf(DType dtype)
{
    return dotIn(kDotsAvx512, dtype);
}

} // namespace headlight

#else

namespace headlight {

RowDot avx512DotOf(DType /*dtype*/)
{
    return nullptr;
}

} // namespace headlight

#endif
