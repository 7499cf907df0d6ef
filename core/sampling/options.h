#pragma once

#include "core/text/tokenizer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headlight {

enum class Strategy : unsigned char { kGreedy, kSample, kBeam };

/// When to end a beam search (or one group of it) that has closed as many hypotheses as it has beams.
enum class EarlyStopping : unsigned char {
    kHeuristic, ///< "false": when the best open sum, divided by its current length, cannot beat the worst
    kFirst, ///< "true": at once
    kNever, ///< "never": only when no open hypothesis can still win, even at the maximum length
};

/// How tokens are chosen. The defaults are those of the command line.
struct DecodeOptions
{
    Strategy strategy = Strategy::kGreedy;
    int maxNewTokens = 64;
    int beams = 4;
    double lengthPenalty = 1.0; ///< score = sum of log-probabilities / length^penalty
    int beamGroups = 1; ///< diverse beam search (Vijayakumar et al. 2016): divides `beams`
    double diversityPenalty = 0.0; ///< per beam of an earlier group that chose the token in this step
    EarlyStopping earlyStopping = EarlyStopping::kHeuristic;
    int nBest = 0; ///< number of returned hypotheses; 0 = number of beams
    std::optional<double> temperature; ///< unset = 1
    std::optional<int> topK;
    std::optional<double> topP;
    std::optional<double> minP;
    std::optional<double> typicalP; ///< locally typical sampling (Meister et al. 2022)
    double repetitionPenalty = 1.0;
    std::uint64_t seed = 0;
    bool useCache = true; ///< false = every step is a full pass
    /// Language token that the output begins with: "fra_Latn", "__fr__" or "fr". Empty or unknown = the
    /// model's settings decide.
    std::string targetLanguage = {};
    bool operator==(const DecodeOptions&) const = default;
};

enum class StopReason : unsigned char {
    kEnd,
    kLength,
    kStopped,
    kNotANumber, ///< no token can be chosen: the logits are not finite
};

/// One entry of a step's ranking, from the raw logits.
struct Candidate
{
    TokenId id = 0;
    float logProbability = 0; ///< natural logarithm
};

} // namespace headlight
