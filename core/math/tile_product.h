#pragma once

#include "core/math/product_kernels.h"

#include <cstdint>

namespace headlight {

/// Rows of x from which tiles pay: fewer are done before the next weights arrive from memory.
inline constexpr Index kLeastTiled = 48;

/// Rows of x for y = x · Wᵀ with tiles of BF16 numbers (Intel AMX). Each F32 number is the exact sum of three
/// BF16 numbers, its parts: 24 bits = 3 × 8. Of the nine products of parts, the six largest are added, in
/// F32; each of the others is less than 2⁻²² of the product, near the rounding of F32. A pass of 512 tokens
/// takes three quarters of the time.
class TiledRows
{
public:
    /// Whether this processor has such tiles and the system lets the program use them.
    static bool available();

    /// Only where available(); x [n × columns], n and columns not 0, must outlive this. workers may be null.
    /// forCodes: only partsAt() is called, not multiply().
    TiledRows(const MatrixView& x, const Workers* workers, bool forCodes = false);

    /// y = x · Wᵀ; w has as many columns as x; y [rows of x × rows of w]. Any number of threads may call it.
    /// The result for a row does not depend on the number of rows, unless numbers are not finite: PackedRows
    /// multiplies these, because an infinite number is no sum of parts.
    void multiply(const RowsOfFloats& w, float* y, Index yStride) const;

    /// The parts (core/math/tiles.h) of a tile of 16 rows of x, the last ones filled up with zeros, and of a
    /// block of columns: [stepsOf(block) × parts × rows × 32 columns]. Only of one that is forCodes.
    const std::uint16_t* partsAt(Index block, Index tile) const { return stripAt(block, tile); }
    Index columnsInBlock() const { return m_terms; }
    Index stepsOf(Index block) const;

private:
    struct alignas(64) Line
    {
        std::array<std::uint16_t, 32> numbers;
    };

    void split(Index block, Index strip);
    std::uint16_t* stripAt(Index block, Index strip) const;
    void multiplyStrips(Index first, Index count, const RowsOfFloats& w, float* y, Index yStride) const;
    void multiplyBlock(Index block, Index first, Index count, const RowsOfFloats& w, std::uint16_t* parts,
                       float* sums) const;

    MatrixView m_x;
    Index m_stripTiles; ///< two, but for codes one
    Index m_strips; ///< an even number, but for codes
    Index m_terms; ///< columns in a block
    std::unique_ptr<Line[]> m_lines; // NOLINT(modernize-avoid-c-arrays): its numbers are not initialised
};

} // namespace headlight
