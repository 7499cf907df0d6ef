#include "core/nn/linear.h"

namespace headlight {

Matrix Linear::apply(const MatrixView& x, Workers* workers, const ColumnsDone& done) const
{
    Matrix y(x.rows(), weight.rows());
    weight.multiply(x, y, workers, [&](MatrixSpan columns, Index first) {
        if (bias.size() > 0)
            columns.rowwise() += bias.segment(first, columns.cols());
        if (done)
            done(columns, first);
    });
    return y;
}

Matrix Linear::applyBack(const MatrixView& gradient, Workers* workers) const
{
    Matrix back(gradient.rows(), weight.columns());
    weight.multiplyBack(gradient, back, workers);
    return back;
}

} // namespace headlight
