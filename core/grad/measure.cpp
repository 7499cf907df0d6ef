#include "core/grad/measure.h"

#include <cmath>
#include <cstddef>

namespace headlight {

namespace {

/// log Σ exp(logit)
double logSum(const Eigen::RowVectorXd& logits)
{
    const double largest = logits.maxCoeff();
    return largest + std::log((logits.array() - largest).exp().sum());
}

} // namespace

double measured(const Measure& measure, const MatrixView& logits)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < measure.rows.size(); ++i) {
        const MeasuredRow& at = measure.rows[i];
        const Eigen::RowVectorXd row = logits.row(static_cast<Index>(i)).cast<double>();
        switch (measure.kind) {
        case MeasureKind::kLogProbability:
            sum += row[at.token] - logSum(row);
            break;
        case MeasureKind::kLogitDifference:
            sum += row[at.token] - (at.minus >= 0 ? row[at.minus] : 0.0);
            break;
        case MeasureKind::kProbability:
            sum += std::exp(row[at.token] - logSum(row));
            break;
        case MeasureKind::kLoss:
            sum -= row[at.token] - logSum(row);
            break;
        }
    }
    return sum / static_cast<double>(measure.rows.size());
}

Matrix measuredBack(const Measure& measure, const MatrixView& logits)
{
    Matrix gradient(logits.rows(), logits.cols());
    const double share = 1.0 / static_cast<double>(measure.rows.size());
    for (std::size_t i = 0; i < measure.rows.size(); ++i) {
        const MeasuredRow& at = measure.rows[i];
        const Eigen::RowVectorXd row = logits.row(static_cast<Index>(i)).cast<double>();
        Eigen::RowVectorXd own = Eigen::RowVectorXd::Zero(row.size());
        if (measure.kind != MeasureKind::kLogitDifference)
            own = -(row.array() - logSum(row)).exp();
        const double probability = -own[at.token];
        own[at.token] += 1.0; // ∂ log p(token), or ∂ logit(token)
        switch (measure.kind) {
        case MeasureKind::kLogProbability:
            break;
        case MeasureKind::kLogitDifference:
            if (at.minus >= 0)
                own[at.minus] -= 1.0;
            break;
        case MeasureKind::kProbability:
            own *= probability;
            break;
        case MeasureKind::kLoss:
            own = -own;
            break;
        }
        gradient.row(static_cast<Index>(i)) = (own * share).cast<float>();
    }
    return gradient;
}

} // namespace headlight
