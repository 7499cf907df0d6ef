#pragma once

#include "core/base/machine.h"
#include "core/io/tensor.h"
#include "core/math/matrix.h"

#include <cstddef>

namespace headlight {

/// Numbers of x per sum in groupSums(). In the packed dtypes the smallest group that shares a minimum has 16
/// numbers, but only dtypes with groups of 32 or more read the sums.
inline constexpr Index kSumGroup = 32;

/// The sums of every kSumGroup numbers of each row [rows × columns / kSumGroup]; an incomplete last group is
/// left out.
Matrix groupSums(const MatrixView& x);

/// The dot product of a stored row, at any address, with `columns` numbers x in F32; sums: groupSums() of x.
/// Reads the row once and never stores a converted copy.
using RowDot = float (*)(const std::byte* row, const float* x, const float* sums, Index columns);

/// For F16, BF16 and all packed dtypes, on this processor.
RowDot rowDotOf(DType dtype);
/// The function for a level, or for the best lower level that has one.
RowDot rowDotOf(DType dtype, ProcessorLevel level);

} // namespace headlight
