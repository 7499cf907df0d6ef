#pragma once

#include "core/math/mask.h"
#include "core/math/matrix.h"
#include "core/math/score_bias.h"
#include "core/math/score_rule.h"

#include <limits>
#include <optional>
#include <span>

namespace headlight {

/// In place, over the keys that `allowed` marks with 1; the others become 0. Subtracts the maximum
/// first, so scores of any finite size are safe. A row without an allowed key becomes zeros, never NaN.
void maskedSoftmax(std::span<float> row, std::span<const std::uint8_t> allowed);
/// The same with one more logit that takes part and is then dropped: a learned sink (Xiao et al. 2023;
/// gpt-oss). Returns the sink's share; the row sums to 1 minus it. A row without an allowed key becomes
/// zeros, with a share of 1.
float maskedSoftmax(std::span<float> row, std::span<const std::uint8_t> allowed, float sink);

/// cap · tanh(x / cap) in place (Gemma 2); does nothing for cap = 0.
void softCap(MatrixSpan scores, float cap);

/// What turns a head's scores into weights; rows are those of a whole call.
struct ScoreContext
{
    float softcap = 0.0F; ///< 0 = none
    const ScoreBias* bias = nullptr; ///< [queries × keys]; null = none
    const Mask* mask = nullptr; ///< [queries × keys]; null = everything is allowed
    Index firstRow = 0; ///< row of bias and mask for row 0 of the scores
    std::optional<float> sink = {}; ///< logit of a learned sink
    /// Receives the sink's share of each row of the whole call if there is a sink; may be empty.
    std::span<float> sinkShares = {};
    RowForm rows = RowForm::kSoftmax;
    float maskValue = -std::numeric_limits<float>::infinity(); ///< replaces masked scores
    EmptyRow emptyRow = EmptyRow::kZero;
    /// Column of bias and mask for column 0 of the scores. If the scores do not cover all keys, they must
    /// cover all keys that the mask allows (Mask::reach), and leavesMaskedKeysOut() must be true.
    Index firstKey = 0;
};

/// Whether masked keys leave their row unaffected: they are masked by −∞, and a row without an allowed key is
/// zeros.
bool leavesMaskedKeysOut(const ScoreContext& context);

/// The context for turning scores into weights by this rule.
ScoreContext scoreContext(const ScoreRule& rule, const ScoreBias* bias, const Mask* mask, Index firstRow);

/// Turns scores [rows × keys] into weights in place, row by row: soft-cap, + bias, mask, softmax (or share).
void scoresToWeights(MatrixSpan scores, const ScoreContext& context);

/// Whether a row of logits has a softmax: no NaN, and a finite maximum.
bool hasSoftmax(std::span<const float> logits);

/// log Σ exp(logit)
double logSum(const Eigen::RowVectorXd& logits);

/// Log-probabilities of one row of logits, computed in double precision. out may be the input.
void logSoftmax(std::span<const float> logits, std::span<float> out);

} // namespace headlight
