#pragma once

// What the kernels of all AVX levels share. As in the kernels themselves, each function enables what it
// needs, runs only on a processor that supports it, and uses nothing from Eigen.
#if defined(__x86_64__)

#include "core/io/half.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <immintrin.h>

#define HEADLIGHT_AVX2 __attribute__((target("avx2,fma,f16c")))
#define HEADLIGHT_AVX2_INLINE __attribute__((target("avx2,fma,f16c"), always_inline)) inline
#define HEADLIGHT_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c")))
#define HEADLIGHT_AVX512_INLINE                                                                              \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c"), always_inline)) inline
#define HEADLIGHT_VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx2,fma,f16c")))
#define HEADLIGHT_VNNI_INLINE                                                                                \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx2,fma,f16c"),                    \
                   always_inline)) inline

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

/// The products of `count` numbers in F16 with x, added up; kBrain: in BF16.
template <bool kBrain>
HEADLIGHT_AVX2_INLINE float halvesProduct(const std::byte* numbers, const float* x, std::ptrdiff_t count)
{
    float sum = 0.0F;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, numbers + 2 * i, sizeof bits);
        sum += (kBrain ? bfloatToFloat(bits) : _cvtsh_ss(bits)) * x[i];
    }
    return sum;
}

HEADLIGHT_AVX2_INLINE __m128i load16(const std::byte* at)
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

HEADLIGHT_AVX2_INLINE __m256i load32(const void* at)
{
    return _mm256_loadu_si256(static_cast<const __m256i*>(at));
}

/// Sixteen signed bytes as numbers.
HEADLIGHT_AVX512_INLINE __m512 sixteenCodes(const std::byte* at)
{
    return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(load16(at)));
}

/// The sum of a row so far, in eight parts.
struct SumAvx2
{
    HEADLIGHT_AVX2_INLINE float total() const { return sumOfEight(sum); }

    __m256 sum{};
};

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
    // Each scale is read from memory again: to move it within registers would cost more.
    asm volatile("" : "+m"(out.scale)); // NOLINT(hicpp-no-assembler)
    out.minimum = _mm256_mul_ps(minimums, _mm256_set1_ps(halfAt(block + 2)));
}

/// The numbers of a Q6_K block, and the scales of its groups of sixteen, multiplied by that of the block.
struct SixBits
{
    alignas(32) std::array<std::byte, 256> codes; ///< signed
    alignas(32) std::array<float, 16> scale;
};

HEADLIGHT_AVX2_INLINE void readSixBits(const std::byte* block, SixBits& out)
{
    auto* const codes = reinterpret_cast<__m256i*>(out.codes.data());
    for (std::ptrdiff_t i = 0; i < 8; ++i) { // 32 numbers: four bits of each, and two from elsewhere
        const auto quarter = static_cast<int>(i % 4);
        const __m256i low = load32(block + i / 4 * 64 + i % 2 * 32), high = load32(block + 128 + i / 4 * 32);
        const __m256i four = _mm256_srli_epi16(low, quarter / 2 * 4);
        const __m256i two = _mm256_slli_epi16(_mm256_srli_epi16(high, quarter * 2), 4);
        const __m256i six = _mm256_or_si256(_mm256_and_si256(four, _mm256_set1_epi8(15)),
                                            _mm256_and_si256(two, _mm256_set1_epi8(48)));
        codes[i] = _mm256_sub_epi8(six, _mm256_set1_epi8(32));
    }
    const __m256 step = _mm256_set1_ps(halfAt(block + 208));
    for (std::size_t i = 0; i < 16; i += 8) {
        const __m128i scales = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(block + 192 + i));
        _mm256_store_ps(out.scale.data() + i,
                        _mm256_mul_ps(step, _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(scales))));
    }
    asm volatile("" : "+m"(out.scale), "+m"(out.codes)); // NOLINT(hicpp-no-assembler): as above
}

} // namespace headlight

#endif
