#pragma once

#include "core/nn/row_dot.h"

#include <span>

namespace headlight {

struct DotsOfDType
{
    DType dtype;
    RowDots dots;
};

/// The function of a dtype in a table; null if it has none.
inline RowDots dotsIn(std::span<const DotsOfDType> all, DType dtype)
{
    for (const DotsOfDType& each : all)
        if (each.dtype == dtype)
            return each.dots;
    return nullptr;
}

/// The functions of one instruction set; null for dtypes without one.
RowDots avx2DotsOf(DType dtype);
RowDots avx512DotsOf(DType dtype);

} // namespace headlight
