#pragma once

#include "core/math/matrix.h"
#include "core/text/tokenizer.h"

#include <span>
#include <vector>

namespace headlight {

/// Kullback–Leibler divergence Σ p·(log p − log q) in nats of two distributions over one vocabulary,
/// given as natural log-probabilities; never below 0.
double divergence(std::span<const float> logP, std::span<const float> logQ);

/// A token whose probability an edit has changed.
struct TokenMove
{
    TokenId id = 0;
    float before = 0, after = 0; ///< probabilities
    int rankBefore = 0, rankAfter = 0; ///< 0 = most likely
};

/// What an edit did to the distribution of the next token.
struct DistributionChange
{
    double divergence = 0; ///< of the edited distribution from the plain one, KL(before ‖ after), nats
    double entropyBefore = 0, entropyAfter = 0; ///< bits
    std::vector<TokenMove> moves; ///< the largest changes of probability first
};

/// From two rows of raw logits [vocabulary]; at most `count` moves. Rows of different sizes: nothing.
DistributionChange distributionChange(const RowVector& before, const RowVector& after, int count);

/// One token in both distributions.
TokenMove moveOf(const RowVector& before, const RowVector& after, TokenId id);

} // namespace headlight
