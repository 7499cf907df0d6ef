#pragma once

#include "core/io/tensor.h"
#include "core/math/matrix.h"

#include <cstddef>

namespace headlight {

/// Numbers of x whose sum groupSums() gives: the smallest group that shares a minimum in any packed dtype has
/// 16, but only dtypes with groups of 32 or more read the sums.
inline constexpr Index kSumGroup = 32;

/// The sums of every kSumGroup numbers of each row, [rows × columns / kSumGroup]: what is left of the rest of
/// a row is left out.
Matrix groupSums(const MatrixView& x);

/// The dot product of a stored row, at any address, with `columns` numbers x in F32; sums: groupSums() of x.
/// The row is read once and never written out.
using RowDot = float (*)(const std::byte* row, const float* x, const float* sums, Index columns);

/// Instruction sets that there are functions for. Each uses what it needs by attributes of its own functions:
/// the program itself is compiled for one instruction set (Eigen's types change with it).
enum class DotLevel : unsigned char { kPortable, kAvx2, kAvx512 };

/// The best level that this processor and its system have.
DotLevel dotLevel();
/// For F16, BF16 and all packed dtypes, on this processor.
RowDot rowDotOf(DType dtype);
/// The function of a level, or of the best one below it that has one.
RowDot rowDotOf(DType dtype, DotLevel level);

} // namespace headlight
