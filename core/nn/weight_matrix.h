#pragma once

#include "core/io/tensor.h"
#include "core/math/matrix.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace headlight {

class CodedStrips;
class RoundedRows;
struct ProductKernels;
class Workers;

/// Called when some columns of a product are done, on the thread that computed them: the columns and the
/// index of the first. They are still in its cache.
using ColumnsDone = std::function<void(MatrixSpan columns, Index first)>;

/// What a LoRA adapter adds to a matrix: scale · B · A ("LoRA: Low-Rank Adaptation of Large Language Models",
/// section 4.1). The product is never formed.
struct LowRank
{
    Matrix down; ///< A [rank × in]
    Matrix up; ///< B [out × rank]
    float scale = 1.0F;
};

/// A weight matrix [out × in], row-major, stored as in the file: F32, half precision or packed blocks.
/// Products are computed in F32, but the whole matrix is never converted. An optional low-rank addition takes
/// part in everything computed with the matrix. Cheap to copy: the numbers are shared and immutable.
class WeightMatrix
{
public:
    WeightMatrix() = default;
    /// Takes ownership of a matrix.
    explicit WeightMatrix(Matrix values);
    /// rows × columns numbers at `data` in `dtype` (F32, F16 or BF16), kept alive by `owner`.
    /// F32 data must be aligned to 4 bytes, half precision to 2.
    WeightMatrix(DType dtype, const void* data, Index rows, Index columns, std::shared_ptr<const void> owner);
    /// Index of each row among the stored rows.
    using RowOrder = std::shared_ptr<const std::vector<std::int64_t>>;
    /// The same in half precision or a packed dtype, at any address; row i is the stored row (*order)[i], or
    /// i if order is null.
    static WeightMatrix stored(DType dtype, const std::byte* data, Index rows, Index columns,
                               std::shared_ptr<const void> owner, RowOrder order);

    /// Bytes of a file and the owner that keeps them alive.
    struct Bytes
    {
        const std::byte* data = nullptr;
        std::shared_ptr<const void> owner;
    };
    /// Numbers that share a scale in MXFP4.
    static constexpr Index kMxfp4Group = 32;
    /// A matrix in MXFP4 (Open Compute Project, Microscaling Formats 1.0, 5.2): 16 bytes hold the 32 numbers
    /// of a group, the lower half of a byte first, each 1 sign, 2 exponent and 1 fraction bit; scales has one
    /// power of two per group, biased by 127. columns is a multiple of 32. Stored unchanged; rows are
    /// converted to F32 on use.
    static WeightMatrix mxfp4(Bytes blocks, Bytes scales, Index rows, Index columns);

    /// The matrix with this low-rank addition (of matching shape) instead of its current one; null = none.
    WeightMatrix with(std::shared_ptr<const LowRank> addition) const;
    bool hasAddition() const { return m_addition != nullptr; }

    /// A packed matrix whose products round x to 8 bits first (RoundedRows), for any number of rows.
    /// multiplyBack() ignores the rounding.
    WeightMatrix roundingInputs() const;

    Index rows() const { return m_rows; }
    Index columns() const { return m_columns; }
    bool empty() const { return m_data == nullptr; }
    /// Whether both share the same storage, as a tied head and its embedding do.
    bool sharesNumbersWith(const WeightMatrix& other) const
    {
        return m_data == other.m_data && m_addition == other.m_addition;
    }
    bool isHalf() const { return m_dtype == DType::kF16 || m_dtype == DType::kBF16; }
    /// "F32", "BF16", "Q4_K", …
    std::string_view typeName() const;
    /// Bytes of the numbers, without the addition's.
    std::int64_t bytes() const;

    /// y = x · Wᵀ; x [n × in], y [n × out]. workers and done may be null.
    void multiply(const MatrixView& x, MatrixSpan y, Workers* workers, const ColumnsDone& done = {}) const;
    /// multiply() backwards: dx = dy · W; dy [n × out], dx [n × in]. workers may be null.
    void multiplyBack(const MatrixView& dy, MatrixSpan dx, Workers* workers) const;
    /// Row `row` in F32: an embedding look-up.
    void copyRow(Index row, std::span<float> out) const;
    Matrix toMatrix() const;
    /// Rows first … first + count of the same numbers, without a copy.
    WeightMatrix rowsFrom(Index first, Index count) const;
    /// Rows in the given order, in their stored precision. Copies the rows, except for packed blocks, where
    /// only the order is stored; MXFP4 becomes F32.
    WeightMatrix gathered(const std::vector<Index>& rows) const;

private:
    struct OrderedRows;
    struct PartOfRows;
    OrderedRows orderedRows(const MatrixView& x, std::optional<RoundedRows> rounded,
                            const Workers* workers) const;
    /// y = x · Wᵀ for rows first … first + count of W, without the low-rank addition.
    void multiplyRows(const MatrixView& x, const OrderedRows& ordered, MatrixSpan y, Index first,
                      Index count) const;
    /// dx += dy · W for rows first … first + count of W, which are converted panel by panel.
    void addBackPanels(const MatrixView& dy, MatrixSpan dx, Index first, Index count) const;
    /// The strips, made by the first call; null if there is too little memory to keep them.
    const CodedStrips* strips(const Workers* workers) const;
    void multiplyRounded(const RoundedRows& x, const CodedStrips* strips, MatrixSpan y, Index first,
                         Index count) const;
    void multiplyDots(const MatrixView& x, const OrderedRows& ordered, MatrixSpan y, Index first,
                      Index count) const;
    /// The same without the low-rank addition.
    void convert(Index firstRow, Index count, float* out) const;
    /// Numbers `first` … first + count of a row; `first` is a multiple of a block's numbers. ahead:
    /// see unpackBlocks().
    void convertPart(Index row, Index first, Index count, float* out, Index ahead) const;
    WeightMatrix gatheredNumbers(const std::vector<Index>& rows) const;
    /// y += the addition's part of the product for rows first … first + count; reduced = scale · x · Aᵀ.
    void addProduct(const Matrix& reduced, MatrixSpan y, Index first, Index count) const;
    /// Index of a row among the stored rows.
    Index storedRow(Index row) const
    {
        return m_order ? Index{(*m_order)[static_cast<std::size_t>(m_orderBegin + row)]} : row;
    }
    const std::byte* rowAt(Index row) const;
    /// Bytes of one row, without its scales.
    std::size_t rowBytes() const;

    DType m_dtype = DType::kF32;
    const void* m_data = nullptr;
    Index m_rows = 0, m_columns = 0;
    std::shared_ptr<const void> m_owner;
    const std::byte* m_scales = nullptr; ///< of MXFP4; otherwise null
    std::shared_ptr<const void> m_scalesOwner;
    RowOrder m_order; ///< null = in stored order
    Index m_orderBegin = 0; ///< index of the first row in the order
    std::shared_ptr<const LowRank> m_addition; ///< null = none
    Index m_additionBegin = 0; ///< row of B for the first row
    bool m_roundsInputs = false;
    struct KeptStrips;
    std::shared_ptr<KeptStrips> m_strips; ///< those of these rows if m_roundsInputs, else null
};

} // namespace headlight
