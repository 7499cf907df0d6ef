#include "core/grad/measure.h"

#include "core/math/softmax.h"

#include <cmath>
#include <cstddef>

namespace headlight {

double metricOf(Metric metric, const Eigen::RowVectorXd& logits, double normaliser, const MeasuredRow& at)
{
    const double own = logits[at.token] - normaliser;
    switch (metric) {
    case Metric::kLogProbability:
        return own;
    case Metric::kLogitDifference:
        return logits[at.token] - (at.minus >= 0 ? logits[at.minus] : 0.0);
    case Metric::kProbability:
        return std::exp(own);
    case Metric::kRank:
        return logits.hasNaN() ? std::nan("")
                               : static_cast<double>((logits.array() > logits[at.token]).count());
    case Metric::kLoss:
        return -own;
    case Metric::kDivergence:
    case Metric::kRecovery:
        break;
    }
    return std::nan("");
}

double measured(const Measure& measure, const MatrixView& logits)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < measure.rows.size(); ++i) {
        const Eigen::RowVectorXd row = logits.row(static_cast<Index>(i)).cast<double>();
        sum += metricOf(measure.kind, row, logSum(row), measure.rows[i]);
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
        if (measure.kind != Metric::kLogitDifference)
            own = -(row.array() - logSum(row)).exp();
        const double probability = -own[at.token];
        own[at.token] += 1.0; // ∂ log p(token), or ∂ logit(token)
        if (measure.kind == Metric::kLogitDifference && at.minus >= 0)
            own[at.minus] -= 1.0;
        if (measure.kind == Metric::kProbability)
            own *= probability;
        if (measure.kind == Metric::kLoss)
            own = -own;
        gradient.row(static_cast<Index>(i)) = (own * share).cast<float>();
    }
    return gradient;
}

} // namespace headlight
