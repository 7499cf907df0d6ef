#include "core/math/score_rule.h"

#include "core/math/matrix_product.h"

namespace headlight {

namespace {

/// 1 / |row|, or 0 for a zero row.
Eigen::VectorXf inverseLengths(const MatrixView& rows)
{
    Eigen::VectorXf lengths(rows.rows());
    for (Index row = 0; row < rows.rows(); ++row) {
        const double length = rows.row(row).cast<double>().norm();
        lengths[row] = length > 0 ? static_cast<float>(1.0 / length) : 0.0F;
    }
    return lengths;
}

Eigen::VectorXf rowSums(const MatrixView& rows)
{
    Eigen::VectorXf sums(rows.rows());
    for (Index row = 0; row < rows.rows(); ++row)
        sums[row] = static_cast<float>(rows.row(row).cast<double>().sum());
    return sums;
}

} // namespace

void scoreKeys(const ScoreRule& rule, const MatrixView& queries, const MatrixView& keys, MatrixSpan out)
{
    if (rule.form == ScoreForm::kAdditive) {
        out.colwise() = rowSums(queries);
        out.rowwise() += rowSums(keys).transpose();
        out *= rule.scale;
        return;
    }
    multiplyTransposed(queries, keys, out);
    if (rule.form == ScoreForm::kCosine) {
        out.array().colwise() *= inverseLengths(queries).array();
        out.array().rowwise() *= inverseLengths(keys).transpose().array();
    }
    out *= rule.scale;
}

} // namespace headlight
