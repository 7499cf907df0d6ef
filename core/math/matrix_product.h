#pragma once

#include "core/math/matrix.h"

namespace headlight {

// Products of matrices. Every compiled copy of Eigen's kernel for them takes many seconds to compile, so
// there is one, behind these functions.

/// out = left · right, of shape [m × n]; left [m × k], right [k × n]. `out` may not overlap the factors.
void multiply(const MatrixView& left, const MatrixView& right, MatrixSpan out);
/// out += left · right.
void multiplyAndAdd(const MatrixView& left, const MatrixView& right, MatrixSpan out);
/// out = left · rightᵀ, of shape [m × n]; left [m × k], right [n × k].
void multiplyTransposed(const MatrixView& left, const MatrixView& right, MatrixSpan out);

/// left · right, of shape [m × n].
Matrix product(const MatrixView& left, const MatrixView& right);
/// left · rightᵀ, of shape [m × n].
Matrix productTransposed(const MatrixView& left, const MatrixView& right);

} // namespace headlight
