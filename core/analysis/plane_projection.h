#pragma once

#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace headlight {

/// Vectors in their best plane through the origin, which dot products are measured from: the plane that
/// keeps most of the sum of squared norms (uncentred PCA).
struct PlaneProjection
{
    Matrix points; ///< [vectors × 2]
    Matrix axes; ///< [2 × width], orthonormal; points = vectors · axesᵀ
    double lost = 0; ///< share of the summed squared norms that the plane does not hold, 0 … 1
};
PlaneProjection bestPlane(const MatrixView& vectors);

/// One query of a recorded head and the keys that it may attend to, in their best plane, beside what the
/// model made of them.
struct ProjectedRow
{
    int query = 0; ///< position
    std::vector<int> keys; ///< positions that the mask allows, ascending
    PlaneProjection plane; ///< row 0: the query; row 1 + i: keys[i]
    double queryLost = 0; ///< share of the query's own squared norm that the plane does not hold
    RowVector weights; ///< the model's own, per key
    RowVector bias; ///< added to the scores, per key; zeros where there is none
    ScoreRule rule; ///< scale and soft-capping of the scores
    RowVector values; ///< norms of the value vectors, per key; empty where not recorded
};

/// Nothing where query or key operands, weights or mask of the head were not recorded, or the query may
/// attend to nothing.
std::optional<ProjectedRow> projectedRow(const Trace& trace, const HeadRef& head, int query);

/// The weights that the products in the plane give, by the model's own rule (scale, soft-capping, bias):
/// query [2], keys [n × 2] → [n].
RowVector planeWeights(const ProjectedRow& row, const RowVector& query, const MatrixView& keys);

} // namespace headlight
