#pragma once

#include "core/decode/options.h"
#include "core/model/model.h"

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace headlight {

/// What the model's settings forbid or force at one step, applied to a row of logits (or of
/// log-probabilities) in place: bad words, repeated n-grams, suppressed and forced tokens.
class TokenRules
{
public:
    explicit TokenRules(const GenerationSettings& settings);

    /// history: the decoder's ids so far (start token or prompt included); generated: how many of them
    /// are new; last: this step produces the last token that the length allows.
    void apply(std::span<float> scores, const std::vector<TokenId>& history, int generated, bool last) const;
    bool isEnd(TokenId id) const;

private:
    const GenerationSettings& m_settings;
};

/// The repetition penalty of Keskar et al. 2019: positive logits of known tokens are divided by it,
/// negative ones multiplied. In place.
void penalizeRepetition(std::span<float> logits, const std::vector<TokenId>& history, double penalty);

/// Probabilities that a token is drawn from: temperature, top-k, top-p, min-p in this order, then
/// softmax in double precision. Entries that were cut are 0.
std::vector<double> samplingDistribution(std::span<const float> logits, const DecodeOptions& options);

/// The inverse of the cumulative distribution in id order at `uniform` in [0, 1).
TokenId drawToken(const std::vector<double>& probabilities, double uniform);

/// A 53-bit number in [0, 1) from 64 random bits: the same on every platform.
double uniformFrom(std::mt19937_64& random);

/// The index of the largest entry; the first one among equals.
TokenId largest(std::span<const float> scores);
/// The best `count` entries, best first; the lower id first among equals.
std::vector<Candidate> bestCandidates(std::span<const float> logProbabilities, int count);
/// How many entries are larger than that of `id`.
int rankOf(std::span<const float> scores, TokenId id);

} // namespace headlight
