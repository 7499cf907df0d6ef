#pragma once

#include "core/math/matrix.h"
#include "core/nn/row_dot.h"

namespace headlight {

/// Rows of F32 numbers, `stride` numbers apart.
struct RowsOfFloats
{
    const float* data = nullptr;
    Index rows = 0;
    Index stride = 0;
};

/// y = x · Wᵀ for few rows of x: y[i · yStride + j] = Σ x[i][k] · w[j][k] over `columns`. The order of
/// summation does not depend on the number of rows. Eigen's product first copies W into the order in which it
/// reads it; with few rows of x the copy takes longer than this product, which reads W once.
using FewRowsProduct
    = void (*)(const RowsOfFloats& x, const RowsOfFloats& w, Index columns, float* y, Index yStride);

/// Range of rows of x for which this is faster than Eigen's product (bench/few_rows: 2.1 times at 4 rows, 1.8
/// at 10, equal at 40). One row is a matrix-vector product, for which Eigen copies nothing.
inline constexpr Index kLeastFewRows = 2, kMostFewRows = 32;

/// The function for a level; null if it has none.
FewRowsProduct fewRowsProduct(DotLevel level);

} // namespace headlight
