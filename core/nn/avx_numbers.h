#pragma once

// What the kernels of all AVX levels share. As in the kernels themselves, each function enables what it
// needs, runs only on a processor that supports it, and uses nothing from Eigen.
#if defined(__x86_64__)

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <immintrin.h>

#define HEADLIGHT_AVX2 __attribute__((target("avx2,fma,f16c")))
#define HEADLIGHT_AVX2_INLINE __attribute__((target("avx2,fma,f16c"), always_inline)) inline
#define HEADLIGHT_VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx2,fma,f16c")))

namespace headlight {

__attribute__((target("avx2,fma"), always_inline)) inline float sumOfEight(__m256 v)
{
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

/// One number in F16.
HEADLIGHT_AVX2_INLINE float halfAt(const std::byte* at)
{
    std::uint16_t bits = 0;
    std::memcpy(&bits, at, sizeof bits);
    return _cvtsh_ss(bits);
}

HEADLIGHT_AVX2_INLINE __m128i load16(const std::byte* at)
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

/// Scales and minimums of the eight groups of a Q4_K or Q5_K block, multiplied by those of the block.
struct GroupScales
{
    alignas(32) std::array<float, 8> scale;
    __m256 minimum;
};

/// Eight bytes as numbers.
HEADLIGHT_AVX2_INLINE __m256 eightOf(std::uint32_t first, std::uint32_t second)
{
    const __m128i bytes
        = _mm_cvtsi64_si128(static_cast<long long>(std::uint64_t{first} | std::uint64_t{second} << 32U));
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
}

HEADLIGHT_AVX2_INLINE void readGroupScales(const std::byte* block, GroupScales& out)
{
    constexpr std::uint32_t kSix = 0x3F3F3F3F, kFour = 0x0F0F0F0F, kTwo = 0x03030303;
    std::array<std::uint32_t, 3> packed{};
    std::memcpy(packed.data(), block + 4, sizeof packed);
    const __m256 scales = eightOf(packed[0] & kSix, (packed[2] & kFour) | (packed[0] >> 6U & kTwo) << 4U);
    const __m256 minimums
        = eightOf(packed[1] & kSix, (packed[2] >> 4U & kFour) | (packed[1] >> 6U & kTwo) << 4U);
    _mm256_store_ps(out.scale.data(), _mm256_mul_ps(scales, _mm256_set1_ps(halfAt(block))));
    out.minimum = _mm256_mul_ps(minimums, _mm256_set1_ps(halfAt(block + 2)));
}

} // namespace headlight

#endif
