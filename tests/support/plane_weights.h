#pragma once

#include "core/analysis/plane_projection.h"
#include "core/math/softmax.h"

namespace headlight::test {

/// The weights computed from dot products in the plane, by the model's own rule (scale, soft-capping, bias):
/// query [2], keys [n × 2] → [n].
inline RowVector planeWeights(const ProjectedRow& row, const RowVector& query, const MatrixView& keys)
{
    Matrix scores(query.rows(), keys.rows());
    scoreKeys(row.rule, query, keys, scores);
    const ScoreBias bias = Matrix(row.bias);
    scoresToWeights(scores, scoreContext(row.rule, &bias, nullptr, 0));
    return scores.row(0);
}

} // namespace headlight::test
