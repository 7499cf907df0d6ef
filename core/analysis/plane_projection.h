#pragma once

#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace headlight {

/// Vectors projected to their best plane through the origin (from which dot products are measured): the plane
/// that preserves most of the sum of squared norms (uncentred PCA).
struct PlaneProjection
{
    Matrix points; ///< [vectors × 2]
    Matrix axes; ///< [2 × width], orthonormal; points = vectors · axesᵀ
    double lost = 0; ///< share of the summed squared norms outside the plane, 0 … 1
};
PlaneProjection bestPlane(const MatrixView& vectors);

/// One query of a recorded head and the keys that it may attend to, in their best plane, with what the model
/// computed from them.
struct ProjectedRow
{
    int query = 0; ///< position
    std::vector<int> keys; ///< allowed positions, ascending
    PlaneProjection plane; ///< row 0 = the query; row 1 + i = keys[i]
    double queryLost = 0; ///< share of the query's squared norm outside the plane
    RowVector weights; ///< the model's weight per key
    RowVector bias; ///< added to the score of each key; zeros if there is none
    ScoreRule rule; ///< scale and soft-capping of the scores
    RowVector values; ///< norms of the value vectors, per key; empty = not recorded
};

/// Empty if the head's queries, keys, weights or mask were not recorded, or if the query may attend to
/// nothing.
std::optional<ProjectedRow> projectedRow(const Trace& trace, const HeadRef& head, int query);

} // namespace headlight
