#pragma once

#include "core/math/tile_product.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace headlight {

/// Numbers of a coded row that share a step and a minimum.
inline constexpr Index kCodedGroup = 32;

/// Where the groups of a row are written: number = step · code − minimum. The codes are in BF16, and each of
/// a group's first half stands before that of its second half: so x is paired, too.
struct CodedRow
{
    static constexpr Index kGroupNumbers = 16 * kCodedGroup; ///< from a group's codes to the next one's

    std::uint16_t* codes;
    float* steps;
    float* minimums; ///< not written to where there are none
};

/// Rows of quantised weights in groups of kCodedGroup numbers.
struct CodedRows
{
    /// Columns that are read at a time; only the last ones of a row may be fewer.
    static constexpr Index kColumns = 256;

    Index rows = 0;
    std::function<const std::byte*(Index row)> at; ///< where a row is stored
    void (*read)(const std::byte* from, Index columns, const CodedRow& to) = nullptr;
    Index bytes = 0; ///< of kColumns columns
    bool hasMinimums = false;
};

/// Rows of x for y = x · Wᵀ with quantised weights, on tiles (TiledRows::available()). A code has eight bits
/// and so is a BF16 number itself: three products of tiles instead of the six for F32 weights. The sum of
/// each group of codes is multiplied by its step in F32.
class CodedProduct
{
public:
    /// x [n × columns], columns a multiple of kCodedGroup and not 0, must outlive this. groupSums: of each
    /// row's groups [n × columns / kCodedGroup], for codes with minimums; otherwise empty. workers may be
    /// null.
    CodedProduct(const MatrixView& x, const Matrix& groupSums, const Workers* workers);

    /// y [rows of x × rows of w]; any number of threads may call it. The result for a row does not depend on
    /// the number of rows. False where a sum is not finite; y is not complete then.
    bool multiply(const CodedRows& w, float* y, Index yStride) const;

private:
    struct Chunk;
    void addChunk(const Chunk& chunk, Index firstStep, Index first, Index count, float* sums) const;
    bool multiplyTiles(Index first, Index count, const CodedRows& w, float* y, Index yStride) const;

    Index m_rows, m_columns;
    TiledRows m_x;
    Matrix m_sums; ///< of groups [groups × rows of x, filled up to whole tiles]
};

} // namespace headlight
