#include "core/io/half.h"

#include <cstring>
#ifdef __F16C__
#include <immintrin.h>
#endif

namespace headlight {

void halvesToFloats(const std::byte* halves, std::span<float> out)
{
    std::size_t i = 0;
#ifdef __AVX512F__
    for (; i + 16 <= out.size(); i += 16) {
        const __m256i sixteen = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(halves + 2 * i));
        _mm512_storeu_ps(out.data() + i, _mm512_cvtph_ps(sixteen));
    }
#endif
#ifdef __F16C__
    for (; i + 8 <= out.size(); i += 8) {
        const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(halves + 2 * i));
        _mm256_storeu_ps(out.data() + i, _mm256_cvtph_ps(eight));
    }
#endif
    for (; i < out.size(); ++i) {
        std::uint16_t half = 0;
        std::memcpy(&half, halves + 2 * i, sizeof half);
        out[i] = halfToFloat(half);
    }
}

void bfloatsToFloats(const std::byte* bfloats, std::span<float> out)
{
    std::size_t i = 0;
#ifdef __AVX512F__
    for (; i + 16 <= out.size(); i += 16) {
        const __m256i sixteen = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bfloats + 2 * i));
        const __m512i wide = _mm512_slli_epi32(_mm512_cvtepu16_epi32(sixteen), 16);
        _mm512_storeu_ps(out.data() + i, _mm512_castsi512_ps(wide));
    }
#elif defined(__AVX2__)
    for (; i + 8 <= out.size(); i += 8) {
        const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bfloats + 2 * i));
        const __m256i wide = _mm256_slli_epi32(_mm256_cvtepu16_epi32(eight), 16);
        _mm256_storeu_ps(out.data() + i, _mm256_castsi256_ps(wide));
    }
#endif
    for (; i < out.size(); ++i) {
        std::uint16_t bfloat = 0;
        std::memcpy(&bfloat, bfloats + 2 * i, sizeof bfloat);
        out[i] = bfloatToFloat(bfloat);
    }
}

void floatsToHalves(std::span<const float> values, std::byte* halves)
{
    std::size_t i = 0;
#ifdef __F16C__
    for (; i + 8 <= values.size(); i += 8) {
        const __m256 eight = _mm256_loadu_ps(values.data() + i);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(halves + 2 * i),
                         _mm256_cvtps_ph(eight, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    }
#endif
    for (; i < values.size(); ++i) {
        const std::uint16_t half = floatToHalf(values[i]);
        std::memcpy(halves + 2 * i, &half, sizeof half);
    }
}

} // namespace headlight
