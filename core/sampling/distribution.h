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

/// The stages from logits to the distribution that a token is drawn from, in order. The first three apply to
/// every strategy, the others only to sampling.
enum class DistributionStage : unsigned char {
    kLogits, ///< output of the model
    kRepetition, ///< repetition penalty
    kRules, ///< tokens that the model's settings forbid or force
    kTemperature,
    kTopK,
    kTopP,
    kMinP,
    kTypical,
};
inline constexpr int kStageCount = 8;

/// Everything about one step that does not depend on how a token is chosen. The distribution under any
/// settings can be computed from it without running the model. Immutable.
struct StepLogits
{
    RowVector raw; ///< [vocabulary]
    std::vector<TokenId> known; ///< tokens that the repetition penalty affects: ascending, without duplicates
    std::vector<TokenId> forbidden; ///< forbidden by the model's settings
    std::optional<TokenId> only; ///< the token that the model's settings force
    int step = 0; ///< number of new tokens before it; determines the step's random number
};

/// The whole vocabulary at one stage.
struct StageNumbers
{
    DistributionStage stage = DistributionStage::kLogits;
    bool active = false; ///< false = the setting is off, and the numbers equal those of the previous stage
    std::shared_ptr<const std::vector<double>> scores; ///< logits; -infinity = cut
    std::int64_t kept = 0; ///< entries that are not cut
    double mass = 1.0; ///< share of the previous stage's probability that a cut leaves
    double entropy = 0.0; ///< in bits, of the softmax of `scores`
    double logSum = 0.0; ///< ln Σ exp(scores)

    double score(TokenId id) const { return (*scores)[static_cast<std::size_t>(id)]; }
    double probability(TokenId id) const;
};

struct Distribution
{
    std::vector<StageNumbers> stages; ///< kStageCount entries
    std::vector<double> probabilities; ///< after the last stage; exactly 0 if cut
    const StageNumbers& at(DistributionStage stage) const { return stages[static_cast<std::size_t>(stage)]; }
};

/// All stages over the full vocabulary, in double precision from the temperature on. For strategies other
/// than sampling, the stages from the temperature on are off.
Distribution distributionStages(const StepLogits& step, const DecodeOptions& options);

/// The token that the options choose in a step: the largest logit after penalty and rules, or the drawn one.
TokenId chosenToken(const StepLogits& step, const DecodeOptions& options, const Distribution& distribution);

/// One draw: the random number, and the interval of the cumulative distribution (in id order) that contains
/// it.
struct Draw
{
    double uniform = 0.0; ///< in [0, 1), 53 bits
    TokenId token = 0;
    double begin = 0.0, end = 0.0; ///< begin ≤ uniform < end, except for rounding at the very end
};
/// Inverts the cumulative distribution in id order at `uniform`.
Draw drawAt(const std::vector<double>& probabilities, double uniform);

/// A 53-bit number in [0, 1) from 64 random bits: the same on every platform.
double uniformFrom(std::mt19937_64& random);
/// The random number of step `step`; it does not depend on earlier steps.
double uniformAt(std::uint64_t seed, int step);

/// Called after each stage of sampling with the remaining scores.
using StageObserver = std::function<void(DistributionStage, bool active, const std::vector<double>& scores)>;
/// Applies temperature, top-k, top-p, min-p and typical cut in this order, in place; -infinity where cut. The
/// only implementation of these stages.
void applySampling(std::vector<double>& scores, const DecodeOptions& wanted,
                   const StageObserver& observer = {});
std::vector<double> softmax(const std::vector<double>& scores);

/// The probability of all tokens but the `listed` ones together, from the raw logits. It is summed over those
/// tokens, so that a small one is exact.
double probabilityBeyond(const StepLogits& step, std::span<const TokenId> listed);

/// Entropy in bits of the softmax of a row of logits.
double entropyBits(std::span<const float> logits);

} // namespace headlight
