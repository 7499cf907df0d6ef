#include "core/analysis/plane_projection.h"

#include "core/math/matrix_product.h"
#include "core/math/softmax.h"

#include <Eigen/Eigenvalues>

#include <algorithm>

namespace headlight {

namespace {

/// What was added to one row of scores, over all chunks of the trace.
RowVector biasRow(const Trace& trace, const HeadRef& head, int query, Index keys)
{
    RowVector row = RowVector::Zero(keys);
    for (const TraceChunk* chunk : trace.chunks()) {
        const AttentionChunk* const part = chunk->attention(head.layerRef());
        const ScoreBias* const bias = part != nullptr ? entryOf(part->bias, head.head) : nullptr;
        if (bias == nullptr)
            continue;
        const Index own = query - part->firstQuery;
        const Index count = std::min(keys, bias->cols());
        if (own >= 0 && own < bias->rows())
            row.head(count) = bias->block(own, 0, 1, count).row(0);
    }
    return row;
}

} // namespace

PlaneProjection bestPlane(const MatrixView& vectors)
{
    PlaneProjection projection;
    const Index width = vectors.cols();
    projection.axes = Matrix::Zero(2, width);
    const Eigen::MatrixXd wide = vectors.cast<double>();
    const double whole = wide.squaredNorm();
    if (width > 0 && whole > 0) {
        Eigen::MatrixXd gram(width, width); // the solver reads its lower half
        for (Index column = 0; column < width; ++column)
            gram.col(column).tail(width - column)
                = wide.rightCols(width - column).transpose() * wide.col(column);
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
        // Eigenvalues are ascending; a column's sign is arbitrary, so the largest entry is made positive.
        for (Index axis = 0; axis < std::min<Index>(2, width); ++axis) {
            Eigen::VectorXd direction = solver.eigenvectors().col(width - 1 - axis);
            Index largest = 0;
            direction.cwiseAbs().maxCoeff(&largest);
            if (direction(largest) < 0)
                direction = -direction;
            projection.axes.row(axis) = direction.cast<float>().transpose();
        }
    }
    projection.points = productTransposed(vectors, projection.axes);
    const double kept = projection.points.cast<double>().squaredNorm();
    projection.lost = whole > 0 ? std::clamp(1 - kept / whole, 0.0, 1.0) : 0;
    return projection;
}

std::optional<ProjectedRow> projectedRow(const Trace& trace, const HeadRef& head, int query)
{
    const AttentionMap map = trace.isNull() ? AttentionMap() : trace.attention(head);
    if (map.isNull() || !map.has(MapKind::kWeights) || query < 0 || query >= map.queries())
        return std::nullopt;
    const Matrix queries = trace.headMatrix(Site::kQuery, head);
    const Matrix keys = trace.headMatrix(Site::kKey, head);
    if (query >= queries.rows() || keys.rows() < map.keys() || queries.cols() != keys.cols())
        return std::nullopt;
    ProjectedRow row;
    row.query = query;
    row.rule = trace.info().scoreRule(head);
    const bool masked = map.has(MapKind::kMask);
    const Matrix mask = masked ? map.block(MapKind::kMask, query, 0, 1, map.keys()) : Matrix();
    for (Index key = 0; key < map.keys(); ++key)
        if (!masked || mask(0, key) > 0)
            row.keys.push_back(static_cast<int>(key));
    if (row.keys.empty())
        return std::nullopt;
    const auto count = static_cast<Index>(row.keys.size());
    const Matrix weights = map.block(MapKind::kWeights, query, 0, 1, map.keys());
    const RowVector bias = biasRow(trace, head, query, map.keys());
    const Matrix values = trace.headMatrix(Site::kValue, head);
    Matrix vectors(count + 1, keys.cols());
    vectors.row(0) = queries.row(query);
    row.weights.resize(count);
    row.bias.resize(count);
    row.values.resize(values.rows() >= map.keys() ? count : 0);
    for (Index i = 0; i < count; ++i) {
        const Index key = row.keys[static_cast<std::size_t>(i)];
        vectors.row(i + 1) = keys.row(key);
        row.weights(i) = weights(0, key);
        row.bias(i) = bias(key);
        if (row.values.size() > 0)
            row.values(i) = values.row(key).norm();
    }
    row.plane = bestPlane(vectors);
    const double own = vectors.row(0).cast<double>().squaredNorm();
    const double kept = row.plane.points.row(0).cast<double>().squaredNorm();
    row.queryLost = own > 0 ? std::clamp(1 - kept / own, 0.0, 1.0) : 0;
    return row;
}

} // namespace headlight
