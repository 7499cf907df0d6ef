#pragma once

// What the products with Intel's AMX share. A tile register holds 16 rows of 64 bytes; one instruction adds
// the product of two tiles of BF16 numbers, 16 × 32 and 32 × 16, to a tile of 16 × 16 F32 numbers.
#if defined(__x86_64__)

#include "core/math/matrix.h"

#include <array>
#include <cstdint>
#include <immintrin.h>

#define HEADLIGHT_TILES                                                                                      \
    __attribute__((                                                                                          \
        target("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx2,fma,f16c,bmi2,amx-tile,amx-bf16")))
#define HEADLIGHT_TILES_INLINE                                                                               \
    __attribute__((                                                                                          \
        target("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx2,fma,f16c,bmi2,amx-tile,amx-bf16"),        \
        always_inline)) inline

namespace headlight {

inline constexpr Index kTileRows = 16, kTileTerms = 32;
/// Rows of x in a strip, and of w in a panel: two tiles.
inline constexpr Index kStripRows = 2 * kTileRows;
inline constexpr int kParts = 3;
inline constexpr Index kTileNumbers = kTileRows * kTileTerms;
inline constexpr Index kPartNumbers = 2 * kTileNumbers;
/// Of a strip or panel, for kTileTerms terms: [parts × rows × terms].
inline constexpr Index kStepNumbers = kParts * kPartNumbers;

constexpr Index inUnits(Index numbers, Index unit)
{
    return (numbers + unit - 1) / unit;
}

// The compilers' own functions do not tell g++ 12 that they read memory.

template <int kTile>
HEADLIGHT_TILES_INLINE void loadTile(const void* from, Index stride = 2 * kTileTerms)
{
    asm volatile("tileloadd (%1,%2,1), %%tmm%c0" ::"i"(kTile), "r"(from), "r"(stride) : "memory");
}

template <int kTile>
HEADLIGHT_TILES_INLINE void storeTile(void* to, Index stride)
{
    asm volatile("tilestored %%tmm%c0, (%1,%2,1)" ::"i"(kTile), "r"(to), "r"(stride) : "memory");
}

template <int kSums, int kLeft, int kRight>
HEADLIGHT_TILES_INLINE void addProduct()
{
    asm volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(kSums), "i"(kLeft), "i"(kRight));
}

/// Gives the tiles their size as long as it exists.
class TileRegisters
{
public:
    HEADLIGHT_TILES TileRegisters()
    {
        struct alignas(64) Settings
        {
            std::uint8_t palette = 1, startRow = 0;
            std::array<std::uint8_t, 14> reserved{};
            std::array<std::uint16_t, 16> rowBytes{64, 64, 64, 64, 64, 64, 64, 64};
            std::array<std::uint8_t, 16> rows{16, 16, 16, 16, 16, 16, 16, 16};
        };
        const Settings settings;
        asm volatile("ldtilecfg %0" ::"m"(settings));
    }
    HEADLIGHT_TILES ~TileRegisters() { asm volatile("tilerelease"); }
    TileRegisters(const TileRegisters&) = delete;
    TileRegisters& operator=(const TileRegisters&) = delete;
};

inline constexpr int kUpperHalf = static_cast<int>(0xFFFF0000U);

/// The upper 16 bits of numbers: each of `low` is followed by one of `high`, because the terms of a sum may
/// have any order.
HEADLIGHT_TILES_INLINE __m512i upperHalves(__m512 low, __m512 high)
{
    constexpr int kFirstOrBoth = 0xF8; // a | (b & c)
    return _mm512_ternarylogic_epi32(_mm512_srli_epi32(_mm512_castps_si512(low), 16),
                                     _mm512_castps_si512(high), _mm512_set1_epi32(kUpperHalf), kFirstOrBoth);
}

HEADLIGHT_TILES_INLINE __m512 withoutUpperHalf(__m512 numbers)
{
    const __m512i upper = _mm512_and_si512(_mm512_castps_si512(numbers), _mm512_set1_epi32(kUpperHalf));
    return _mm512_sub_ps(numbers, _mm512_castsi512_ps(upper));
}

} // namespace headlight

#endif
