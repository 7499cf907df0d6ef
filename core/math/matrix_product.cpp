#include "core/math/matrix_product.h"

#include "core/math/product_kernels.h"
#include "core/math/tile_product.h"

#include <algorithm>

namespace headlight {

namespace {

/// Multiply-adds below which Eigen's product is faster, and rows of `left` below which it copies nothing.
constexpr Index kLeastWork = 1 << 12, kLeastRows = 2;
/// Rows of `left` whose sums stay in a core's cache.
constexpr Index kMostRows = 512;

/// The kernels for a product of this size; null if Eigen's product is to be used.
const ProductKernels* kernelsFor(const MatrixView& left, Index columns)
{
    const bool small = left.rows() < kLeastRows || left.rows() * left.cols() * columns < kLeastWork;
    return small ? nullptr : productKernels();
}

/// out (+)= left · right for a `right` as narrow as the kernels are wide. copy: see SumsOfProducts.
void multiplyNarrow(const ProductKernels& kernels, const MatrixView& left, const MatrixView& right,
                    MatrixSpan out, bool adds, float* copy)
{
    const Index vectors = (right.cols() + kernels.lanes - 1) / kernels.lanes;
    const Index width = vectors * kernels.lanes;
    Matrix padded;
    if (width != right.cols()) {
        padded = Matrix::Zero(right.rows(), width);
        padded.leftCols(right.cols()) = right;
    }
    const bool whole = padded.size() == 0;
    Matrix sums(std::min(kMostRows, left.rows()), width);
    for (Index row = 0; row < left.rows(); row += kMostRows) {
        const Index count = std::min(kMostRows, left.rows() - row);
        kernels.sums.at(static_cast<std::size_t>(vectors - 1))(
            {whole ? right.data() : padded.data(),
             whole ? right.outerStride() : width,
             {left.data() + row * left.outerStride(), count, left.outerStride()},
             left.cols(),
             sums.data(),
             whole ? copy : nullptr});
        const auto made = sums.topLeftCorner(count, right.cols());
        if (adds)
            out.middleRows(row, count) += made;
        else
            out.middleRows(row, count) = made;
    }
}

/// out (+)= left · right; false if the product is left to Eigen.
bool multiplyWithKernels(const MatrixView& left, const MatrixView& right, MatrixSpan out, bool adds)
{
    const ProductKernels* const kernels = kernelsFor(left, right.cols());
    if (kernels == nullptr)
        return false;
    const auto fits = [&](Index vectors) {
        return left.rows() % kernels->tileRows.at(static_cast<std::size_t>(vectors - 1)) == 0;
    };
    const bool narrower = !fits(kernels->vectors) && fits(kernels->vectors - 1);
    const Index most = (kernels->vectors - (narrower ? 1 : 0)) * kernels->lanes;
    Matrix copy;
    if (right.cols() > most)
        copy.resize(std::min(right.rows(), kMostTerms), most);
    for (Index column = 0; column < right.cols(); column += most) {
        const Index columns = std::min(most, right.cols() - column);
        multiplyNarrow(*kernels, left, right.middleCols(column, columns), out.middleCols(column, columns),
                       adds, copy.size() > 0 ? copy.data() : nullptr);
    }
    return true;
}

} // namespace

void multiply(const MatrixView& left, const MatrixView& right, MatrixSpan out)
{
    if (!multiplyWithKernels(left, right, out, false))
        out.noalias() = left * right;
}

void multiplyAndAdd(const MatrixView& left, const MatrixView& right, MatrixSpan out)
{
    if (!multiplyWithKernels(left, right, out, true))
        out.noalias() += left * right;
}

void multiplyTransposed(const MatrixView& left, const MatrixView& right, MatrixSpan out)
{
    constexpr Index kLeastTerms = 256; // shorter sums do not outweigh the order that tiles need
    if (left.rows() >= kLeastTiled && right.rows() >= kLeastTiled && left.cols() >= kLeastTerms
        && TiledRows::available())
        return TiledRows(left, nullptr)
            .multiply({right.data(), right.rows(), right.outerStride()}, out.data(), out.outerStride());
    if (const ProductKernels* const kernels = kernelsFor(left, right.rows()))
        PackedRows(left, *kernels, nullptr)
            .multiply({{right.data(), right.rows(), right.outerStride()}}, out.data(), out.outerStride());
    else
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
