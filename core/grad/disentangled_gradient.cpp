#include "core/grad/disentangled_gradient.h"

#include "core/math/matrix_product.h"

namespace headlight {

void addDisentangledBack(const DisentangledHead& head, const MatrixView& scores, Index first,
                         MatrixSpan queries, MatrixSpan keys)
{
    // One product of content and position may be part of many scores.
    const auto add = [&](const Matrix& positions, bool ofQuery, MatrixSpan content) {
        if (positions.rows() == 0)
            return;
        Matrix products = Matrix::Zero(content.rows(), positions.rows());
        for (Index r = 0; r < scores.rows(); ++r)
            for (Index c = 0; c < scores.cols(); ++c)
                products(ofQuery ? r : c, disentangledRow(first + r - c, head.spec) - head.tables.firstRow)
                    += head.scale * scores(r, c);
        multiplyAndAdd(products, positions.middleCols(head.firstColumn, head.width), content);
    };
    add(head.tables.keys, true, queries);
    add(head.tables.queries, false, keys);
}

} // namespace headlight
