#pragma once

#include "core/io/tensor.h"
#include "core/math/matrix.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace headlight {

class Workers;

/// Numbers that share a scale in RoundedRows.
inline constexpr Index kRoundedGroup = 32;
/// Rows of W that RoundedRows::multiply() takes at a time.
inline constexpr Index kRoundedStrip = 16;

/// Rows of x rounded to 8 bits, as llama.cpp rounds activations for its integer products: in each group of
/// kRoundedGroup numbers x ≈ scale · q, with the integers q from −127 to 127 and scale the group's largest
/// |x| / 127. An error of up to scale / 2 a number.
class RoundedRows
{
public:
    /// x [n × columns], columns a multiple of kRoundedGroup. workers may be null.
    RoundedRows(const MatrixView& x, const Workers* workers);

    /// What the integers stand for, in F32 [n × columns].
    Matrix numbers() const;

    /// Whether this processor (AVX-512 VNNI) multiplies the integers of so many rows with those of the dtype
    /// faster than F32 numbers.
    static bool multiplies(DType dtype, Index rows);
    /// y[i][j] = numbers()[i] · row j of W, to the rounding of F32 sums. w: up to kRoundedStrip stored rows
    /// of the dtype; y: [n × w.size()], rows yStride numbers apart. Any number of threads may call it.
    void multiply(DType dtype, std::span<const std::byte* const> w, float* y, Index yStride) const;

private:
    /// Rows whose sums a kernel keeps in registers.
    static constexpr Index kTile = 12;

    struct Tile
    {
        Index first = 0, rows = 0;
    };
    void round(const MatrixView& x, const Tile& tile);

    Index m_rows, m_columns;
    std::vector<Tile> m_tiles;
    // Each tile in the order in which the kernels read it.
    std::vector<std::int8_t> m_numbers; ///< [columns / kRoundedGroup × rows × kRoundedGroup]
    std::vector<float> m_scales; ///< [columns / kRoundedGroup × rows]
    /// Of the integers of each group: first half, second half, both [columns / kRoundedGroup × rows × 3]. Of
    /// a single row: of the numbers that they stand for [columns / kRoundedGroup].
    std::vector<float> m_sums;
};

} // namespace headlight
