#pragma once

#include "core/text/tokenizer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

enum class Strategy : unsigned char { kGreedy, kSample, kBeam };

/// How tokens are chosen. Defaults are those of the command line.
struct DecodeOptions
{
    Strategy strategy = Strategy::kGreedy;
    int maxNewTokens = 64;
    int beams = 4;
    double lengthPenalty = 1.0; ///< score = sum of log-probabilities / length^penalty
    std::optional<double> temperature; ///< unset: 1
    std::optional<int> topK;
    std::optional<double> topP;
    std::optional<double> minP;
    double repetitionPenalty = 1.0;
    std::uint64_t seed = 0;
    bool useCache = true; ///< off: every step is a full pass
    bool operator==(const DecodeOptions&) const = default;
};

enum class StopReason : unsigned char { kEnd, kLength, kStopped };

/// One entry of a step's ranking, from the raw logits.
struct Candidate
{
    TokenId id = 0;
    float logProbability = 0; ///< natural logarithm
};

} // namespace headlight
