#include "core/io/half.h"

#include <cstring>
#ifdef __F16C__
#include <immintrin.h>
#endif

namespace headlight {

namespace {

/// Numbers in F16; kBrain: in BF16.
template <bool kBrain>
void toFloats(const std::byte* from, std::span<float> out)
{
    std::size_t i = 0;
#ifdef __AVX512F__
    for (; i + 16 <= out.size(); i += 16) {
        const __m256i sixteen = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 2 * i));
        if constexpr (kBrain)
            _mm512_storeu_si512(out.data() + i, _mm512_slli_epi32(_mm512_cvtepu16_epi32(sixteen), 16));
        else
            _mm512_storeu_ps(out.data() + i, _mm512_cvtph_ps(sixteen));
    }
#elif defined(__AVX2__) && defined(__F16C__)
    for (; i + 8 <= out.size(); i += 8) {
        const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 2 * i));
        const __m256i brain = _mm256_slli_epi32(_mm256_cvtepu16_epi32(eight), 16);
        _mm256_storeu_ps(out.data() + i, kBrain ? _mm256_castsi256_ps(brain) : _mm256_cvtph_ps(eight));
    }
#endif
    for (; i < out.size(); ++i) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, from + 2 * i, sizeof bits);
        out[i] = kBrain ? bfloatToFloat(bits) : halfToFloat(bits);
    }
}

} // namespace

void halvesToFloats(const std::byte* halves, std::span<float> out)
{
    toFloats<false>(halves, out);
}

void bfloatsToFloats(const std::byte* bfloats, std::span<float> out)
{
    toFloats<true>(bfloats, out);
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
