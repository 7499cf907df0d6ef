#include "core/math/matrix_product.h"

namespace headlight {

void multiply(const MatrixView& left, const MatrixView& right, MatrixSpan out)
{
    out.noalias() = left * right;
}

void multiplyAndAdd(const MatrixView& left, const MatrixView& right, MatrixSpan out)
{
    out.noalias() += left * right;
}

void multiplyTransposed(const MatrixView& left, const MatrixView& right, MatrixSpan out)
{
    out.noalias() = left * right.transpose();
}

Matrix product(const MatrixView& left, const MatrixView& right)
{
    Matrix out(left.rows(), right.cols());
    multiply(left, right, out);
    return out;
}

Matrix productTransposed(const MatrixView& left, const MatrixView& right)
{
    Matrix out(left.rows(), right.rows());
    multiplyTransposed(left, right, out);
    return out;
}

} // namespace headlight
