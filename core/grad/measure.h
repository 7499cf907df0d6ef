#pragma once

#include "core/base/enum_words.h"
#include "core/math/matrix.h"

#include <array>
#include <cstdint>
#include <vector>

namespace headlight {

/// What is measured of the output, on some of its rows. Logarithms are natural.
enum class Metric : unsigned char {
    kLogProbability, ///< log p(token)
    kLogitDifference, ///< logit(token) − logit(minus); without `minus`, logit(token)
    kProbability, ///< p(token)
    kRank, ///< number of tokens that are more likely
    kDivergence, ///< KL(before ‖ after) of the distributions; 0 without an edit
    kLoss, ///< −log p(token)
    /// Share of the way from the corrupted input to the clean one, of kLogitDifference if there is another
    /// token, otherwise of kLogProbability: (m − m_corrupted) / (m_clean − m_corrupted).
    kRecovery,
};

template <>
inline constexpr std::array kWordsOf<Metric>{EnumWord{"logprob"},     EnumWord{"logit-difference"},
                                             EnumWord{"probability"}, EnumWord{"rank"},
                                             EnumWord{"kl"},          EnumWord{"loss"},
                                             EnumWord{"recovery"}};

/// Whether one run has it, without another to compare.
constexpr bool isOfOneRun(Metric metric)
{
    return metric != Metric::kDivergence && metric != Metric::kRecovery;
}
/// Whether it, or what it compares, can be differentiated by the logits.
constexpr bool hasGradient(Metric metric)
{
    return metric != Metric::kRank && metric != Metric::kDivergence;
}

struct MeasuredRow
{
    Index row = 0;
    std::int32_t token = -1; ///< -1 = the most likely one
    std::int32_t minus = -1; ///< for kLogitDifference; -1 = none
};
/// Why a token is not compared with itself: whatever happens, its logit less itself is 0.
inline constexpr const char* kComparedWithItself = "found the measured token itself, expected another one";

/// A metric that one run has, of one row. `logits` less `normaliser` are the log-probabilities.
double metricOf(Metric metric, const Eigen::RowVectorXd& logits, double normaliser, const MeasuredRow& at);

/// The mean of a metric over rows, for differentiating it.
struct Measure
{
    Metric kind = Metric::kLogProbability; ///< one with a gradient, of one run
    std::vector<MeasuredRow> rows;
};

/// m for logits [rows × vocabulary], one row for each of measure.rows, whose tokens are known.
double measured(const Measure& measure, const MatrixView& logits);
/// ∂m/∂logits [rows × vocabulary]. For metrics that have a gradient.
Matrix measuredBack(const Measure& measure, const MatrixView& logits);

} // namespace headlight
