#include "core/decode/sampler.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace headlight {

namespace {

constexpr float kForbidden = -std::numeric_limits<float>::infinity();

bool inside(std::span<const float> scores, TokenId id)
{
    return id >= 0 && static_cast<std::size_t>(id) < scores.size();
}

void forbid(std::span<float> scores, TokenId id)
{
    if (inside(scores, id))
        scores[static_cast<std::size_t>(id)] = kForbidden;
}

void force(std::span<float> scores, TokenId id)
{
    if (!inside(scores, id))
        return;
    std::fill(scores.begin(), scores.end(), kForbidden);
    scores[static_cast<std::size_t>(id)] = 0.0F;
}

/// Forbids every token that would complete an n-gram that the history has already.
void forbidRepeatedNgrams(std::span<float> scores, const std::vector<TokenId>& history, int length)
{
    const auto n = static_cast<std::ptrdiff_t>(length);
    const auto size = static_cast<std::ptrdiff_t>(history.size());
    if (n <= 0 || size + 1 < n)
        return;
    const auto tail = history.end() - (n - 1);
    for (auto start = history.begin(); start + n <= history.end(); ++start)
        if (std::equal(start, start + (n - 1), tail, history.end()))
            forbid(scores, *(start + (n - 1)));
}

bool endsWith(const std::vector<TokenId>& history, const std::vector<TokenId>& words)
{
    const std::size_t before = words.size() - 1; // all but the word that would be forbidden
    return history.size() >= before
        && std::equal(words.begin(), words.end() - 1, history.end() - static_cast<std::ptrdiff_t>(before));
}

void cutTopK(std::vector<double>& scores, int k)
{
    if (k <= 0 || static_cast<std::size_t>(k) >= scores.size())
        return;
    std::vector<double> sorted = scores;
    std::nth_element(sorted.begin(), sorted.begin() + (k - 1), sorted.end(), std::greater<>());
    const double least = sorted[static_cast<std::size_t>(k - 1)];
    for (double& score : scores)
        if (score < least)
            score = -std::numeric_limits<double>::infinity();
}

std::vector<double> softmax(const std::vector<double>& scores)
{
    const double top = *std::max_element(scores.begin(), scores.end());
    std::vector<double> probabilities(scores.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < scores.size(); ++i)
        sum += probabilities[i] = std::exp(scores[i] - top);
    for (double& p : probabilities)
        p /= sum;
    return probabilities;
}

/// Keeps the smallest set of most likely tokens whose probabilities sum to at least p.
void cutTopP(std::vector<double>& scores, double p)
{
    if (p >= 1.0)
        return;
    const std::vector<double> probabilities = softmax(scores);
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return probabilities[a] < probabilities[b]; });
    double below = 0.0;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) { // the most likely one always stays
        below += probabilities[order[i]];
        if (below > 1.0 - p)
            break;
        scores[order[i]] = -std::numeric_limits<double>::infinity();
    }
}

void cutMinP(std::vector<double>& scores, double share)
{
    const std::vector<double> probabilities = softmax(scores);
    const double least = share * *std::max_element(probabilities.begin(), probabilities.end());
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (probabilities[i] < least)
            scores[i] = -std::numeric_limits<double>::infinity();
}

} // namespace

TokenRules::TokenRules(const GenerationSettings& settings)
    : m_settings(settings)
{ }

void TokenRules::apply(std::span<float> scores, const std::vector<TokenId>& history, int generated,
                       bool last) const
{
    for (const auto& words : m_settings.badWords)
        if (endsWith(history, words))
            forbid(scores, words.back());
    forbidRepeatedNgrams(scores, history, m_settings.noRepeatNgram);
    for (const TokenId id : m_settings.suppressed)
        forbid(scores, id);
    if (generated == 0)
        for (const TokenId id : m_settings.suppressedAtBegin)
            forbid(scores, id);
    if (generated == 0)
        force(scores, m_settings.forcedStart);
    if (last)
        force(scores, m_settings.forcedEnd);
}

bool TokenRules::isEnd(TokenId id) const
{
    return std::find(m_settings.endIds.begin(), m_settings.endIds.end(), id) != m_settings.endIds.end();
}

void penalizeRepetition(std::span<float> logits, const std::vector<TokenId>& history, double penalty)
{
    if (penalty == 1.0)
        return;
    std::vector<TokenId> known = history;
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    for (const TokenId id : known) {
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
    const double temperature = options.temperature.value_or(1.0);
    for (double& score : scores)
        score /= temperature;
    if (options.topK)
        cutTopK(scores, *options.topK);
    if (options.topP)
        cutTopP(scores, *options.topP);
    if (options.minP)
        cutMinP(scores, *options.minP);
    return softmax(scores);
}

TokenId drawToken(const std::vector<double>& probabilities, double uniform)
{
    double sum = 0.0;
    TokenId lastPossible = 0;
    for (std::size_t id = 0; id < probabilities.size(); ++id) {
        if (probabilities[id] <= 0.0)
            continue;
        sum += probabilities[id];
        lastPossible = static_cast<TokenId>(id);
        if (uniform < sum)
            return lastPossible;
    }
    return lastPossible; // rounding left the sum a little below 1
}

double uniformFrom(std::mt19937_64& random)
{
    return static_cast<double>(random() >> 11U) * 0x1.0p-53;
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
    const auto at = [&](TokenId id) { return logProbabilities[static_cast<std::size_t>(id)]; };
    std::partial_sort(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(kept), ids.end(),
                      [&](TokenId a, TokenId b) { return at(a) != at(b) ? at(a) > at(b) : a < b; });
    std::vector<Candidate> best;
    for (std::size_t i = 0; i < kept; ++i)
        best.push_back({ids[i], at(ids[i])});
    return best;
}

int rankOf(std::span<const float> scores, TokenId id)
{
    const float own = scores[static_cast<std::size_t>(id)];
    return static_cast<int>(std::count_if(scores.begin(), scores.end(), [&](float s) { return s > own; }));
}

} // namespace headlight
