#pragma once

#include "core/sampling/distribution.h"
#include "core/sampling/options.h"

#include <optional>
#include <span>
#include <vector>

namespace headlight {

/// The tokens that the model's settings forbid or force in one step.
struct RuleEffect
{
    std::vector<TokenId> forbidden; ///< ascending, without duplicates
    std::optional<TokenId> only; ///< forced token: excludes all others, even if it is itself forbidden
};
/// Applies the rules in place to a row of logits or log-probabilities: -infinity for excluded tokens, 0 for a
/// forced one.
void applyRules(std::span<float> scores, const RuleEffect& effect);

/// The repetition penalty of Keskar et al. 2019, in place: divides positive logits of known tokens by the
/// penalty and multiplies negative ones.
void penalizeRepetition(std::span<float> logits, const std::vector<TokenId>& history, double penalty);

/// Tokens that the repetition penalty affects: the ids of the history, ascending, without duplicates.
std::vector<TokenId> knownTokens(const std::vector<TokenId>& history);

/// Probabilities for drawing a token: temperature, top-k, top-p, min-p, typical cut in this order
/// (applySampling), then softmax in double precision. Cut entries are 0.
std::vector<double> samplingDistribution(std::span<const float> logits, const DecodeOptions& options);

/// Inverts the cumulative distribution in id order at `uniform` in [0, 1).
TokenId drawToken(const std::vector<double>& probabilities, double uniform);

/// The index of the largest entry; the first one wins a tie.
TokenId largest(std::span<const float> scores);
/// The best `count` entries, best first; the lower id wins a tie.
std::vector<Candidate> bestCandidates(std::span<const float> logProbabilities, int count);
/// How many entries are larger than that of `id`.
int rankOf(std::span<const float> scores, TokenId id);

} // namespace headlight
