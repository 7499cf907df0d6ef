#pragma once

#include "core/base/machine.h"
#include "core/base/unroll.h"
#include "core/math/matrix.h"

#include <array>
#include <memory>

namespace headlight {

class Workers;

/// Rows of F32 numbers, `stride` numbers apart.
struct RowsOfFloats
{
    const float* data = nullptr;
    Index rows = 0;
    Index stride = 0;
};

/// Sums over k of w[j][k] · x[k][i]. The rows of x are `vectors` registers wide.
struct SumsOfProducts
{
    const float* x = nullptr; ///< [terms × width], rows xStride numbers apart
    Index xStride = 0;
    RowsOfFloats w; ///< [rows × terms]
    Index terms = 0;
    float* sums = nullptr; ///< [w.rows × width], without gaps
    /// Room for kMostTerms rows of an x that is part of wider rows: read more than once, they evict each
    /// other from the caches. Null = x is read where it is.
    float* copy = nullptr;
    bool adds = false; ///< to what `sums` holds
};
/// Terms at a time, so that x stays in the caches while all rows of w are read: no slower than any number
/// from 96 on, and whole rows of W in most models.
inline constexpr Index kMostTerms = 1024;

/// The rows of W: numbers in memory, or what `read` writes.
struct RowsOfW
{
    /// Writes `count` numbers of a row, from a multiple of kReadTerms on.
    using Read = void (*)(const void* from, Index row, Index first, Index count, float* out);

    RowsOfFloats stored; ///< with `read` only how many rows there are
    Read read = nullptr; ///< null = they are in memory
    const void* from = nullptr; ///< for `read`
};
/// A block of any packed dtype is that many numbers, or a part of them.
inline constexpr Index kReadTerms = 256;

/// y = x · Wᵀ for kLeastFew to kMostFew rows of x.
struct FewRows
{
    RowsOfFloats x; ///< [rows × terms]
    RowsOfW w; ///< [rows × terms]
    Index terms = 0;
    float* y = nullptr; ///< [x.rows × rows of w], rows yStride numbers apart
    Index yStride = 0;
};
/// Rows of W that are read side by side, at the most.
inline constexpr int kMostStreams = 4;
inline constexpr int kLeastFew = 2, kMostFew = 12;

/// The kernels of one instruction set. They keep all sums of a tile in registers: each number of w is
/// multiplied by whole registers of x. The terms of a sum are added in their order.
struct ProductKernels
{
    Index lanes = 0; ///< numbers in a register
    Index vectors = 0; ///< widest x, in registers
    std::array<Index, 4> tileRows{}; ///< rows of w that it takes at a time for x of 1, 2, … registers
    std::array<void (*)(const SumsOfProducts&), 4> sums{}; ///< for x of 1, 2, … registers
    /// For kLeastFew, … rows of x, whose sums fill too few lanes of a register for `sums`. Unlike there, the
    /// terms of a sum are not added in their order.
    std::array<void (*)(const FewRows&), kMostFew - kLeastFew + 1> few{};
    /// to[j][i] = from[i][j]
    void (*transpose)(const RowsOfFloats& from, Index columns, float* to, Index toStride) = nullptr;
};

/// The kernels of a level; null if it has none and Eigen's product is to be used.
const ProductKernels* productKernels(ProcessorLevel level);
/// Those of this processor.
const ProductKernels* productKernels();

/// The rows of x in the order in which the kernels read them. Each number of W is then used for all rows of a
/// block, so that W needs no copy: it is read as it is stored, once per block of up to 64 rows.
class PackedRows
{
public:
    /// workers may be null.
    PackedRows(const MatrixView& x, const ProductKernels& kernels, const Workers* workers);

    /// y = x · Wᵀ; w has as many columns as x; y [rows of x × rows of w]. Any number of threads may call it.
    /// The result for a row does not depend on the number of rows.
    void multiply(const RowsOfW& w, float* y, Index yStride) const;

private:
    struct alignas(64) Line
    {
        std::array<float, 16> numbers;
    };

    void pack(const MatrixView& x, Index first, Index count);
    float* block(Index firstRow) const;
    /// Registers of the block that begins with this row.
    Index vectorsAt(Index firstRow) const;

    const ProductKernels& m_kernels;
    Index m_rows, m_columns;
    Index m_blockRows; ///< of all blocks but the last
    std::unique_ptr<Line[]> m_lines; // NOLINT(modernize-avoid-c-arrays): its numbers are not initialised
};

} // namespace headlight
