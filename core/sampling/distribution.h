#pragma once

#include "core/math/matrix.h"
#include "core/sampling/options.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace headlight {

/// From logits to the distribution that a token is drawn from, in the order in which it happens. Every
/// strategy knows the first three; the others are sampling's.
enum class DistributionStage : unsigned char {
    kLogits, ///< as the model gave them
    kRepetition, ///< repetition penalty
    kRules, ///< tokens that the model's settings forbid or force
    kTemperature,
    kTopK,
    kTopP,
    kMinP,
    kTypical,
};
inline constexpr int kStageCount = 8;

/// Everything about one step that does not depend on how a token is chosen: from it, any setting's
/// distribution is worked out without running the model. Immutable.
struct StepLogits
{
    RowVector raw; ///< [vocabulary]
    std::vector<TokenId> known; ///< what the repetition penalty concerns: ascending, each once
    std::vector<TokenId> forbidden; ///< by the model's settings
    std::optional<TokenId> only; ///< the model's settings force this one
    int step = 0; ///< number of new tokens before it: which random number is the step's
};

/// The whole vocabulary at one stage.
struct StageNumbers
{
    DistributionStage stage = DistributionStage::kLogits;
    bool active = false; ///< false: the setting is off, and all is as one stage before
    std::shared_ptr<const std::vector<double>> scores; ///< logits; -infinity: cut
    std::int64_t kept = 0; ///< entries that are not cut
    double mass = 1.0; ///< share of the probability one stage before that a cut has left
    double entropy = 0.0; ///< bits, of the softmax of `scores`
    double logSum = 0.0; ///< ln Σ exp(scores)

    double score(TokenId id) const { return (*scores)[static_cast<std::size_t>(id)]; }
    double probability(TokenId id) const;
};

struct Distribution
{
    std::vector<StageNumbers> stages; ///< kStageCount of them
    std::vector<double> probabilities; ///< after the last stage; exactly 0 where cut
    const StageNumbers& at(DistributionStage stage) const { return stages[static_cast<std::size_t>(stage)]; }
};

/// All stages over the full vocabulary, in double precision from the temperature on. With a strategy other
/// than sampling the stages from the temperature on are off.
Distribution distributionStages(const StepLogits& step, const DecodeOptions& options);

/// The token that the options choose at a step: the largest logit after penalty and rules, or the draw.
TokenId chosenToken(const StepLogits& step, const DecodeOptions& options, const Distribution& distribution);

/// One draw: the number, and the interval of the cumulative distribution (in id order) that holds it.
struct Draw
{
    double uniform = 0.0; ///< in [0, 1), 53 bits
    TokenId token = 0;
    double begin = 0.0, end = 0.0; ///< begin ≤ uniform < end, but for rounding at the very end
};
/// The inverse of the cumulative distribution in id order at `uniform`.
Draw drawAt(const std::vector<double>& probabilities, double uniform);

/// A 53-bit number in [0, 1) from 64 random bits: the same on every platform.
double uniformFrom(std::mt19937_64& random);
/// The number that step `step` uses: each step has one, whatever happened at the steps before.
double uniformAt(std::uint64_t seed, int step);

/// Called after each stage of sampling with what it left.
using StageObserver = std::function<void(DistributionStage, bool active, const std::vector<double>& scores)>;
/// Temperature, top-k, top-p, min-p, typical cut in place, in this order; -infinity where cut. The one place
/// where they are done.
void applySampling(std::vector<double>& scores, const DecodeOptions& wanted,
                   const StageObserver& observer = {});
std::vector<double> softmax(const std::vector<double>& scores);

/// The entropy in bits of the softmax of a row of logits.
double entropyBits(std::span<const float> logits);

} // namespace headlight
