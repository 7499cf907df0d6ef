#pragma once

#include "core/math/matrix.h"
#include "core/text/tokenizer.h"

#include <span>
#include <vector>

namespace headlight {

/// Kullback–Leibler divergence Σ p·(log p − log q) in nats of two distributions over one vocabulary, given as
/// natural log-probabilities; never negative.
double divergence(std::span<const float> logP, std::span<const float> logQ);

/// A token whose probability was changed by an edit.
struct TokenMove
{
    TokenId id = 0;
    float before = 0, after = 0; ///< probabilities
    int rankBefore = 0, rankAfter = 0; ///< 0 = most likely
};

/// The effect of an edit on the distribution of the next token.
struct DistributionChange
{
    double divergence = 0; ///< KL(before ‖ after) in nats, where `before` is the unedited distribution
    double entropyBefore = 0, entropyAfter = 0; ///< in bits
    std::vector<TokenMove> moves; ///< largest changes of probability first
};

/// Compares two rows of raw logits [vocabulary]; returns at most `count` moves, or an empty change if the
/// sizes differ.
DistributionChange distributionChange(const RowVector& before, const RowVector& after, int count);

/// One token in both distributions.
TokenMove moveOf(const RowVector& before, const RowVector& after, TokenId id);

} // namespace headlight
