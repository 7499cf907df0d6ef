#pragma once

#include "core/io/tensor.h"
#include "core/math/matrix.h"
#include "core/nn/row_dot.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace headlight {

class Workers;

/// Numbers that share a scale in RoundedRows.
inline constexpr Index kRoundedGroup = 32;
/// Rows of W in a strip of CodedStrips.
inline constexpr Index kRoundedStrip = 16;

/// Rows of a packed matrix in the order in which RoundedRows multiplies them, a lane of a register for each
/// row: number = step · code − minimum, with codes of 4 bits (Q4_K) or 8.
class CodedStrips
{
public:
    /// rowAt(i): stored row i of the dtype. workers may be null.
    CodedStrips(DType dtype, Index rows, Index columns,
                const std::function<const std::byte*(Index row)>& rowAt, const Workers* workers);

    /// Bytes that the strips of a matrix take.
    static std::int64_t bytes(DType dtype, Index rows, Index columns);

private:
    friend class RoundedRows;
    struct alignas(64) Line
    {
        std::array<std::byte, 64> bytes;
    };

    DType m_dtype;
    Index m_stripLines; ///< of a strip: codes, steps, minimums
    std::unique_ptr<Line[]> m_lines; // NOLINT(modernize-avoid-c-arrays): its bytes are not initialised
};

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
    /// y[i][j] = numbers()[i] · row first + j of W for count rows, to the rounding of F32 sums; first is a
    /// multiple of kRoundedStrip; y: [n × count], rows yStride numbers apart. Any thread may call it.
    void multiply(const CodedStrips& w, Index first, Index count, float* y, Index yStride) const;
    /// The dot products of the only row with stored rows of the dtype [kDotRows].
    void dots(DType dtype, const DotRows& rows, float* y) const;

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
