#include "core/sampling/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace headlight {

namespace {

constexpr float kForbidden = -std::numeric_limits<float>::infinity();

bool inside(std::span<const float> scores, TokenId id)
{
    return id >= 0 && static_cast<std::size_t>(id) < scores.size();
}

} // namespace

void applyRules(std::span<float> scores, const RuleEffect& effect)
{
    if (effect.only) {
        std::fill(scores.begin(), scores.end(), kForbidden);
        scores[static_cast<std::size_t>(*effect.only)] = 0.0F;
        return;
    }
    for (const TokenId id : effect.forbidden)
        scores[static_cast<std::size_t>(id)] = kForbidden;
}

std::vector<TokenId> knownTokens(const std::vector<TokenId>& history)
{
    std::vector<TokenId> known = history;
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    return known;
}

void penalizeRepetition(std::span<float> logits, const std::vector<TokenId>& history, double penalty)
{
    if (penalty == 1.0)
        return;
    for (const TokenId id : knownTokens(history)) {
        if (!inside(logits, id))
            continue;
        float& logit = logits[static_cast<std::size_t>(id)];
        const auto factor = static_cast<float>(penalty);
        logit = logit < 0.0F ? logit * factor : logit / factor;
    }
}

std::vector<double> samplingDistribution(std::span<const float> logits, const DecodeOptions& options)
{
    std::vector<double> scores(logits.begin(), logits.end());
    applySampling(scores, options);
    return softmax(scores);
}

TokenId drawToken(const std::vector<double>& probabilities, double uniform)
{
    return drawAt(probabilities, uniform).token;
}

TokenId largest(std::span<const float> scores)
{
    return static_cast<TokenId>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

std::vector<Candidate> bestCandidates(std::span<const float> logProbabilities, int count)
{
    std::vector<TokenId> ids(logProbabilities.size());
    std::iota(ids.begin(), ids.end(), 0);
    const auto kept = std::min(ids.size(), static_cast<std::size_t>(std::max(count, 0)));
    const auto at = [&](TokenId id) { // NaN has no order, so it comes last
        const float value = logProbabilities[static_cast<std::size_t>(id)];
        return std::isnan(value) ? -std::numeric_limits<float>::infinity() : value;
    };
    std::partial_sort(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(kept), ids.end(),
                      [&](TokenId a, TokenId b) { return at(a) != at(b) ? at(a) > at(b) : a < b; });
    std::vector<Candidate> best;
    for (std::size_t i = 0; i < kept; ++i)
        best.push_back({ids[i], logProbabilities[static_cast<std::size_t>(ids[i])]});
    return best;
}

int rankOf(std::span<const float> scores, TokenId id)
{
    const float own = scores[static_cast<std::size_t>(id)];
    return static_cast<int>(std::count_if(scores.begin(), scores.end(), [&](float s) { return s > own; }));
}

} // namespace headlight
