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

/// y = x · Wᵀ for few rows of x: y[i · yStride + j] = Σ x[i][k] · w[j][k] over `columns`. Every number is
/// summed in the same order however many rows there are. Eigen's product first copies W into the order in
/// which it reads it; with few rows of x that takes longer than the product, which reads W once.
using FewRowsProduct
    = void (*)(const RowsOfFloats& x, const RowsOfFloats& w, Index columns, float* y, Index yStride);

/// Rows of x from and up to which it is faster than Eigen's product (bench/few_rows: 2.1 times at 4 rows, 1.8
/// at 10, as fast at 40). One row is a product of matrix and vector, for which nothing is copied.
inline constexpr Index kLeastFewRows = 2, kMostFewRows = 32;

/// The function of a level; null: there is none for it.
FewRowsProduct fewRowsProduct(DotLevel level);

} // namespace headlight
