// Products with few rows. Only the functions below are compiled for AVX2 or AVX-512, and they are called only
// on a processor that supports them; do not use anything from Eigen in them.
#include "core/nn/few_rows.h"

#include "core/nn/avx_numbers.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace headlight {

#if defined(__x86_64__)

namespace {

#define HEADLIGHT_FEW2 __attribute__((target("avx2,fma")))
#define HEADLIGHT_FEW2_INLINE __attribute__((target("avx2,fma"), always_inline)) inline
#define HEADLIGHT_FEW5 __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma")))
#define HEADLIGHT_FEW5_INLINE                                                                                \
    __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma"), always_inline)) inline

/// Position of a tile in the product.
struct Tile
{
    const float* x;
    Index xStride;
    const float* w;
    Index wStride;
    Index columns;
    float* y;
    Index yStride;

    Tile below(Index rows) const
    {
        Tile next = *this;
        next.x += rows * xStride;
        next.y += rows * yStride;
        return next;
    }
};

// Plain arrays of registers: in std::array the vector types would lose their alignment attribute.
// NOLINTBEGIN(modernize-avoid-c-arrays)

/// Multiplies kX rows of x by kW rows of W with all sums in registers. kFetches: prefetches the next rows of
/// W, which the processor does not do across rows.
template <int kX, int kW, bool kFetches>
HEADLIGHT_FEW2_INLINE void tileAvx2(const Tile& tile)
{
    __m256 sum[kX][kW];
    for (int i = 0; i < kX; ++i)
        for (int j = 0; j < kW; ++j)
            sum[i][j] = _mm256_setzero_ps();
    Index k = 0;
    for (; k + 8 <= tile.columns; k += 8) {
        __m256 w[kW];
        for (int j = 0; j < kW; ++j) {
            w[j] = _mm256_loadu_ps(tile.w + j * tile.wStride + k);
            if (kFetches && k % 16 == 0)
                _mm_prefetch(tile.w + (j + kW) * tile.wStride + k, _MM_HINT_T0);
        }
        for (int i = 0; i < kX; ++i) {
            const __m256 x = _mm256_loadu_ps(tile.x + i * tile.xStride + k);
            for (int j = 0; j < kW; ++j)
                sum[i][j] = _mm256_fmadd_ps(x, w[j], sum[i][j]);
        }
    }
    for (int i = 0; i < kX; ++i) {
        for (int j = 0; j < kW; ++j) {
            float total = sumOfEight(sum[i][j]);
            for (Index rest = k; rest < tile.columns; ++rest)
                total += tile.x[i * tile.xStride + rest] * tile.w[j * tile.wStride + rest];
            tile.y[i * tile.yStride + j] = total;
        }
    }
}

template <int kX, int kW, bool kFetches>
HEADLIGHT_FEW5_INLINE void tileAvx512(const Tile& tile)
{
    __m512 sum[kX][kW];
    for (int i = 0; i < kX; ++i)
        for (int j = 0; j < kW; ++j)
            sum[i][j] = _mm512_setzero_ps();
    for (Index k = 0; k < tile.columns; k += 16) {
        const Index left = tile.columns - k;
        const auto mask
            = static_cast<__mmask16>(left >= 16 ? 0xFFFFU : (1U << static_cast<unsigned>(left)) - 1U);
        __m512 w[kW];
        for (int j = 0; j < kW; ++j) {
            w[j] = _mm512_maskz_loadu_ps(mask, tile.w + j * tile.wStride + k);
            if (kFetches)
                _mm_prefetch(tile.w + (j + kW) * tile.wStride + k, _MM_HINT_T0);
        }
        for (int i = 0; i < kX; ++i) {
            const __m512 x = _mm512_maskz_loadu_ps(mask, tile.x + i * tile.xStride + k);
            for (int j = 0; j < kW; ++j)
                sum[i][j] = _mm512_fmadd_ps(x, w[j], sum[i][j]);
        }
    }
    for (int i = 0; i < kX; ++i)
        for (int j = 0; j < kW; ++j)
            tile.y[i * tile.yStride + j] = _mm512_reduce_add_ps(sum[i][j]);
}

// NOLINTEND(modernize-avoid-c-arrays)

/// The tile for that many rows of x, at most kX.
template <int kX, int kW, bool kFetches>
HEADLIGHT_FEW2_INLINE void tileOfAvx2(const Tile& tile, Index rows)
{
    if constexpr (kX > 1) {
        if (rows < kX) {
            tileOfAvx2<kX - 1, kW, kFetches>(tile, rows);
            return;
        }
    }
    tileAvx2<kX, kW, kFetches>(tile);
}

template <int kX, int kW, bool kFetches>
HEADLIGHT_FEW5_INLINE void tileOfAvx512(const Tile& tile, Index rows)
{
    if constexpr (kX > 1) {
        if (rows < kX) {
            tileOfAvx512<kX - 1, kW, kFetches>(tile, rows);
            return;
        }
    }
    tileAvx512<kX, kW, kFetches>(tile);
}

/// Multiplies kW rows of W by all rows of x. The first tile reads W from memory, the others from the cache.
template <int kW>
HEADLIGHT_FEW2 void bandAvx2(Tile tile, Index rows)
{
    constexpr int kX = 3; // 3 × 4 sums leave four registers for operands
    tileOfAvx2<kX, kW, true>(tile, rows);
    for (rows -= kX; rows > 0; rows -= kX) {
        tile = tile.below(kX);
        tileOfAvx2<kX, kW, false>(tile, rows);
    }
}

template <int kW>
HEADLIGHT_FEW5 void bandAvx512(Tile tile, Index rows)
{
    constexpr int kX = 6; // 6 × 4 sums leave eight registers for operands
    tileOfAvx512<kX, kW, true>(tile, rows);
    for (rows -= kX; rows > 0; rows -= kX) {
        tile = tile.below(kX);
        tileOfAvx512<kX, kW, false>(tile, rows);
    }
}

using Band = void (*)(Tile tile, Index rows);

constexpr Index kBandRows = 4;

/// Four rows of W at a time, then the remaining ones singly.
template <Band kBand, Band kSingle>
void product(const RowsOfFloats& x, const RowsOfFloats& w, Index columns,
             float* y, // NOLINT(readability-non-const-parameter): the tile writes there
             Index yStride)
{
    Tile tile{x.data, x.stride, w.data, w.stride, columns, y, yStride};
    const auto go = [&](Band band, Index rows) {
        band(tile, x.rows);
        tile.w += rows * w.stride;
        tile.y += rows;
    };
    Index row = 0;
    for (; row + kBandRows <= w.rows; row += kBandRows)
        go(kBand, kBandRows);
    for (; row < w.rows; ++row)
        go(kSingle, 1);
}

} // namespace

FewRowsProduct fewRowsProduct(DotLevel level)
{
    switch (level) {
    case DotLevel::kAvx512:
        return product<bandAvx512<kBandRows>, bandAvx512<1>>;
    case DotLevel::kAvx2:
        return product<bandAvx2<kBandRows>, bandAvx2<1>>;
    case DotLevel::kPortable:
        break;
    }
    return nullptr;
}

#else

FewRowsProduct fewRowsProduct(DotLevel /*level*/)
{
    return nullptr;
}

#endif

} // namespace headlight
