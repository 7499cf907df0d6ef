#pragma once

#include "core/nn/row_dot.h"

namespace headlight {

/// The functions of one instruction set; null for dtypes that have none.
RowDot avx2DotOf(DType dtype);
RowDot avx512DotOf(DType dtype);

} // namespace headlight
