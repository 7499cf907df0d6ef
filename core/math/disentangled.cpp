#include "core/math/disentangled.h"

#include "core/math/matrix_product.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace headlight {

namespace {

/// Keeps small distances and puts larger ones on a logarithmic scale. Single precision, like the reference:
/// at a bucket's edge the precision decides.
Index bucketOf(Index distance, const DisentangledSpec& spec)
{
    const int middle = spec.buckets / 2;
    const Index size = std::abs(distance);
    if (spec.buckets <= 0 || spec.maxDistance <= 0 || size <= middle)
        return distance;
    const auto exact = static_cast<float>(middle);
    const float ratio = std::log(static_cast<float>(size) / exact)
        / std::log(static_cast<float>(static_cast<double>(spec.maxDistance - 1) / middle));
    const auto bucket = static_cast<Index>(std::ceil(ratio * static_cast<float>(middle - 1))) + middle;
    return distance < 0 ? -bucket : bucket;
}

} // namespace

Index disentangledRow(Index distance, const DisentangledSpec& spec)
{
    return std::clamp<Index>(bucketOf(distance, spec) + spec.span, 0, Index{2} * spec.span - 1);
}

bool DisentangledTerms::has(DisentangledTerm term) const
{
    return term == DisentangledTerm::kContentToPosition ? spec.contentToPosition : spec.positionToContent;
}

void DisentangledTerms::addTo(DisentangledTerm term, MatrixSpan scores, Index firstQuery, Index row,
                              Index column) const
{
    if (scores.size() == 0 || !has(term))
        return;
    const bool ofQuery = term == DisentangledTerm::kContentToPosition;
    const Matrix& positions = ofQuery ? tables->keys : tables->queries;
    // Distances in the rectangle, from the nearest (last key, first query) to the farthest.
    const Index nearest = firstQuery + row - (column + scores.cols() - 1);
    std::vector<Index> rows(static_cast<std::size_t>(scores.rows() + scores.cols() - 1));
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = disentangledRow(nearest + static_cast<Index>(i), spec) - tables->firstRow;
    const auto used = positions.block(rows.front(), firstColumn, rows.back() - rows.front() + 1, width);
    const auto content
        = ofQuery ? query.middleRows(row, scores.rows()) : key.middleRows(column, scores.cols());
    const Matrix products = productTransposed(content, used);
    for (Index r = 0; r < scores.rows(); ++r)
        for (Index c = 0; c < scores.cols(); ++c) {
            const Index place = rows[static_cast<std::size_t>(r + scores.cols() - 1 - c)] - rows.front();
            scores(r, c) += scale * products(ofQuery ? r : c, place);
        }
}

} // namespace headlight
