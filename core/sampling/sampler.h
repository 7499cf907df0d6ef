#pragma once

#include "core/sampling/distribution.h"
#include "core/sampling/options.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace headlight {

/// What the model's settings say of one step.
struct RuleEffect
{
    std::vector<TokenId> forbidden; ///< ascending, each once
    std::optional<TokenId> only; ///< forced: all others are out, whatever is forbidden
};
/// In place on a row of logits or log-probabilities: -infinity for what is out, 0 for what is forced.
void applyRules(std::span<float> scores, const RuleEffect& effect);

/// The repetition penalty of Keskar et al. 2019: positive logits of known tokens are divided by it,
/// negative ones multiplied. In place.
void penalizeRepetition(std::span<float> logits, const std::vector<TokenId>& history, double penalty);

/// What the repetition penalty concerns: the ids of the history, ascending, each once.
std::vector<TokenId> knownTokens(const std::vector<TokenId>& history);

/// Probabilities that a token is drawn from: temperature, top-k, top-p, min-p, typical cut in this order
/// (applySampling), then softmax in double precision. Entries that were cut are 0.
std::vector<double> samplingDistribution(std::span<const float> logits, const DecodeOptions& options);

/// The inverse of the cumulative distribution in id order at `uniform` in [0, 1).
TokenId drawToken(const std::vector<double>& probabilities, double uniform);

/// The index of the largest entry; the first one among equals.
TokenId largest(std::span<const float> scores);
/// The best `count` entries, best first; the lower id first among equals.
std::vector<Candidate> bestCandidates(std::span<const float> logProbabilities, int count);
/// How many entries are larger than that of `id`.
int rankOf(std::span<const float> scores, TokenId id);

} // namespace headlight
