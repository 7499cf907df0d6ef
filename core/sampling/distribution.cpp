#include "core/sampling/distribution.h"

#include "core/sampling/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace headlight {

namespace {

constexpr double kCut = -std::numeric_limits<double>::infinity();

/// Raises negative rounding errors to 0; NaN stays.
double notBelowZero(double value)
{
    return value < 0.0 ? 0.0 : value;
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
            score = kCut;
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
        scores[order[i]] = kCut;
    }
}

void cutMinP(std::vector<double>& scores, double share)
{
    const std::vector<double> probabilities = softmax(scores);
    const double least = share * *std::max_element(probabilities.begin(), probabilities.end());
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (probabilities[i] < least)
            scores[i] = kCut;
}

/// Meister et al. 2022, "Locally Typical Sampling", §4: keeps the tokens whose surprisal is nearest to the
/// entropy until their probabilities reach the share; tokens at the same distance are kept together.
void cutTypical(std::vector<double>& scores, double share)
{
    if (share >= 1.0)
        return;
    const std::vector<double> probabilities = softmax(scores);
    double entropy = 0.0;
    for (const double p : probabilities)
        if (p > 0.0)
            entropy -= p * std::log(p);
    std::vector<double> distance(scores.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (probabilities[i] > 0.0)
            distance[i] = std::abs(-std::log(probabilities[i]) - entropy);
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return distance[a] < distance[b]; });
    double held = 0.0;
    std::size_t last = 0;
    for (; last < order.size(); ++last) {
        held += probabilities[order[last]];
        if (held >= share)
            break;
    }
    const double farthest = distance[order[std::min(last, order.size() - 1)]];
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (distance[i] > farthest)
            scores[i] = kCut;
}

/// Count, entropy and normaliser of a stage. before: the previous stage; null = this is the first.
StageNumbers measured(DistributionStage stage, std::vector<double> scores, const StageNumbers* before)
{
    StageNumbers numbers;
    numbers.stage = stage;
    numbers.active = true;
    const double top = *std::max_element(scores.begin(), scores.end());
    double sum = 0.0;
    double weighted = 0.0;
    for (const double score : scores) {
        if (score == kCut)
            continue;
        ++numbers.kept;
        const double part = std::exp(score - top);
        sum += part;
        weighted += part * (score - top);
    }
    numbers.logSum = top + std::log(sum);
    numbers.entropy = notBelowZero((std::log(sum) - weighted / sum) / std::log(2.0));
    const bool cuts = stage == DistributionStage::kRules || stage >= DistributionStage::kTopK;
    if (cuts && before != nullptr && numbers.kept < before->kept)
        numbers.mass = std::min(1.0, std::exp(numbers.logSum - before->logSum));
    numbers.scores = std::make_shared<const std::vector<double>>(std::move(scores));
    return numbers;
}

StageNumbers unchanged(DistributionStage stage, const StageNumbers& before)
{
    StageNumbers numbers = before;
    numbers.stage = stage;
    numbers.active = false;
    numbers.mass = 1.0;
    return numbers;
}

std::vector<double> toDouble(const RowVector& row)
{
    return {row.data(), row.data() + row.size()};
}

} // namespace

double StageNumbers::probability(TokenId id) const
{
    return std::exp(score(id) - logSum);
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

double probabilityBeyond(const StepLogits& step, std::span<const TokenId> listed)
{
    std::vector<double> others = softmax(toDouble(step.raw));
    for (const TokenId each : listed)
        others.at(static_cast<std::size_t>(each)) = 0;
    return std::accumulate(others.begin(), others.end(), 0.0);
}

void applySampling(std::vector<double>& scores, const DecodeOptions& wanted, const StageObserver& observer)
{
    // NaN has no order, so no cut is possible.
    const bool numbers = std::none_of(scores.begin(), scores.end(), [](double s) { return std::isnan(s); });
    const DecodeOptions options = numbers ? wanted : DecodeOptions{};
    const auto done = [&](DistributionStage stage, bool active) {
        if (observer)
            observer(stage, active, scores);
    };
    const double temperature = options.temperature.value_or(1.0);
    for (double& score : scores)
        score /= temperature;
    done(DistributionStage::kTemperature, temperature != 1.0);
    if (options.topK)
        cutTopK(scores, *options.topK);
    done(DistributionStage::kTopK, options.topK.has_value());
    if (options.topP)
        cutTopP(scores, *options.topP);
    done(DistributionStage::kTopP, options.topP.has_value());
    if (options.minP)
        cutMinP(scores, *options.minP);
    done(DistributionStage::kMinP, options.minP.has_value());
    if (options.typicalP)
        cutTypical(scores, *options.typicalP);
    done(DistributionStage::kTypical, options.typicalP.has_value());
}

Distribution distributionStages(const StepLogits& step, const DecodeOptions& options)
{
    Distribution result;
    std::vector<StageNumbers>& stages = result.stages;
    stages.reserve(kStageCount);
    stages.push_back(measured(DistributionStage::kLogits, toDouble(step.raw), nullptr));

    RowVector row = step.raw;
    const std::span<float> span{row.data(), static_cast<std::size_t>(row.size())};
    penalizeRepetition(span, step.known, options.repetitionPenalty);
    stages.push_back(options.repetitionPenalty == 1.0
                         ? unchanged(DistributionStage::kRepetition, stages.back())
                         : measured(DistributionStage::kRepetition, toDouble(row), &stages.back()));

    const bool ruled = !step.forbidden.empty() || step.only.has_value();
    applyRules(span, {step.forbidden, step.only});
    stages.push_back(ruled ? measured(DistributionStage::kRules, toDouble(row), &stages.back())
                           : unchanged(DistributionStage::kRules, stages.back()));

    std::vector<double> scores = toDouble(row);
    const auto note = [&](DistributionStage stage, bool active, const std::vector<double>& now) {
        stages.push_back(active ? measured(stage, now, &stages.back()) : unchanged(stage, stages.back()));
    };
    if (options.strategy == Strategy::kSample)
        applySampling(scores, options, note);
    else
        for (int stage = static_cast<int>(DistributionStage::kTemperature); stage < kStageCount; ++stage)
            note(static_cast<DistributionStage>(stage), false, scores);
    result.probabilities = softmax(scores);
    return result;
}

TokenId chosenToken(const StepLogits& step, const DecodeOptions& options, const Distribution& distribution)
{
    if (options.strategy == Strategy::kSample)
        return drawAt(distribution.probabilities, uniformAt(options.seed, step.step)).token;
    const std::vector<double>& scores = *distribution.at(DistributionStage::kRules).scores;
    return static_cast<TokenId>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

Draw drawAt(const std::vector<double>& probabilities, double uniform)
{
    Draw draw{.uniform = uniform};
    double sum = 0.0;
    for (std::size_t id = 0; id < probabilities.size(); ++id) {
        if (probabilities[id] <= 0.0)
            continue;
        draw.token = static_cast<TokenId>(id);
        draw.begin = sum;
        sum += probabilities[id];
        draw.end = sum;
        if (uniform < sum)
            break;
    }
    return draw; // rounding may leave the sum slightly below 1; the last possible token is drawn then
}

double uniformFrom(std::mt19937_64& random)
{
    return static_cast<double>(random() >> 11U) * 0x1.0p-53;
}

double uniformAt(std::uint64_t seed, int step)
{
    std::mt19937_64 random(seed);
    random.discard(static_cast<unsigned long long>(std::max(step, 0)));
    return uniformFrom(random);
}

double entropyBits(std::span<const float> logits)
{
    const auto top = static_cast<double>(*std::max_element(logits.begin(), logits.end()));
    double sum = 0.0;
    double weighted = 0.0;
    for (const float logit : logits) {
        const double shifted = static_cast<double>(logit) - top;
        const double part = std::exp(shifted);
        sum += part;
        if (part != 0.0)
            weighted += part * shifted;
    }
    return notBelowZero((std::log(sum) - weighted / sum) / std::log(2.0));
}

} // namespace headlight
