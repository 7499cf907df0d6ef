#pragma once

#include "core/base/machine.h"
#include "core/io/tensor.h"
#include "core/math/matrix.h"

#include <array>
#include <cstddef>

namespace headlight {

/// Numbers of x per sum in groupSums(). In the packed dtypes the smallest group that shares a minimum has 16
/// numbers, but only dtypes with groups of 32 or more read the sums.
inline constexpr Index kSumGroup = 32;

/// The sums of every kSumGroup numbers of each row [rows × columns / kSumGroup]; an incomplete last group is
/// left out.
Matrix groupSums(const MatrixView& x);

/// Memory delivers so many rows side by side faster than one after another, most of all if no two of them
/// share a page, and each is followed in memory by the row that comes next.
inline constexpr Index kDotRows = 8;

/// Stored rows, at any address.
using DotRows = std::array<const std::byte*, kDotRows>;

/// A row of x and its groupSums().
struct DotInput
{
    [[nodiscard]] DotInput from(Index column) const { return {numbers + column, sums + column / kSumGroup}; }

    const float* numbers;
    const float* sums;
};

/// The dot products of stored rows with x [kDotRows]. Reads each row once and never stores a converted copy.
/// A row's product does not depend on the other rows.
using RowDots = void (*)(const DotRows& rows, const DotInput& x, Index columns, float* y);

/// For F16, BF16 and all packed dtypes, on this processor.
RowDots rowDotsOf(DType dtype);
/// The function for a level, or for the best lower level that has one.
RowDots rowDotsOf(DType dtype, ProcessorLevel level);

} // namespace headlight
