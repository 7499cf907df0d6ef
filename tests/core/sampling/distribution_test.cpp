#include "core/sampling/distribution.h"

#include "core/decode/session.h"
#include "core/sampling/sampler.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace headlight::test {

namespace {

constexpr double kOut = -std::numeric_limits<double>::infinity();

StepLogits stepOf(std::vector<float> logits)
{
    StepLogits step;
    step.raw = Eigen::Map<RowVector>(logits.data(), static_cast<Index>(logits.size()));
    return step;
}

StepLogits randomStep(int vocabulary, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.0F, 2.5F);
    std::vector<float> logits(static_cast<std::size_t>(vocabulary));
    for (float& logit : logits)
        logit = normal(random);
    return stepOf(logits);
}

using Scores = std::vector<double>;

Scores plainSoftmax(const Scores& scores)
{
    Scores p;
    double sum = 0.0;
    for (const double score : scores)
        sum += std::exp(score);
    for (const double score : scores)
        p.push_back(std::exp(score) / sum);
    return p;
}

/// Keeps tokens for which `keeps` returns true, given all probabilities.
template <typename Keeps>
Scores cutBy(const Scores& scores, const Keeps& keeps)
{
    const Scores p = plainSoftmax(scores);
    Scores cut = scores;
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (!keeps(p, i))
            cut[i] = kOut;
    return cut;
}

/// The stages as defined in the papers, token by token, each with a rule for one token: no sorting.
std::vector<Scores> plainStages(const StepLogits& step, const DecodeOptions& options)
{
    std::vector<Scores> stages;
    Scores now(step.raw.data(), step.raw.data() + step.raw.size());
    stages.push_back(now);
    for (const TokenId id : step.known) {
        double& score = now[static_cast<std::size_t>(id)];
        score = score < 0 ? score * options.repetitionPenalty : score / options.repetitionPenalty;
    }
    stages.push_back(now);
    for (const TokenId id : step.forbidden)
        now[static_cast<std::size_t>(id)] = kOut;
    stages.push_back(now);
    for (double& score : now)
        score /= options.temperature.value_or(1.0);
    stages.push_back(now);
    // Top-k: fewer than k are larger.
    now = cutBy(now, [&](const Scores& p, std::size_t i) {
        return std::count_if(p.begin(), p.end(), [&](double q) { return q > p[i]; })
            < options.topK.value_or(1 << 20);
    });
    stages.push_back(now);
    // Top-p: the larger ones sum to less than p.
    now = cutBy(now, [&](const Scores& p, std::size_t i) {
        double larger = 0.0;
        for (const double q : p)
            larger += q > p[i] ? q : 0.0;
        return larger < options.topP.value_or(2.0);
    });
    stages.push_back(now);
    now = cutBy(now, [&](const Scores& p, std::size_t i) {
        return p[i] >= options.minP.value_or(0.0) * *std::max_element(p.begin(), p.end());
    });
    stages.push_back(now);
    // Typical: those whose surprisal is nearer to the entropy sum to less than the share.
    now = cutBy(now, [&](const Scores& p, std::size_t i) {
        if (p[i] == 0.0)
            return false;
        double entropy = 0.0;
        for (const double q : p)
            entropy -= q > 0 ? q * std::log(q) : 0.0;
        const auto distance = [&](double q) { return std::abs(-std::log(q) - entropy); };
        double nearer = 0.0;
        for (const double q : p)
            nearer += q > 0 && distance(q) < distance(p[i]) ? q : 0.0;
        return nearer < options.typicalP.value_or(2.0);
    });
    stages.push_back(now);
    return stages;
}

} // namespace

TEST_CASE("distribution: every stage is as a plain computation has it", "[decode][distribution]")
{
    for (const unsigned seed : {1U, 2U, 3U}) {
        StepLogits step = randomStep(60, seed);
        step.known = {3, 17, 40};
        step.forbidden = {5, 6};
        DecodeOptions options;
        options.strategy = Strategy::kSample;
        options.repetitionPenalty = 1.3;
        options.temperature = 1.7;
        options.topK = 40;
        options.topP = 0.93;
        options.minP = 0.02;
        options.typicalP = 0.8;
        const Distribution found = distributionStages(step, options);
        const std::vector<Scores> expected = plainStages(step, options);
        REQUIRE(found.stages.size() == kStageCount);
        std::int64_t kept = 60;
        for (std::size_t s = 0; s < expected.size(); ++s) {
            const StageNumbers& stage = found.stages[s];
            INFO("seed " << seed << ", stage " << s);
            CHECK(static_cast<std::size_t>(stage.stage) == s);
            const Scores p = plainSoftmax(expected[s]);
            double entropy = 0.0;
            double mass = 0.0;
            std::int64_t count = 0;
            for (std::size_t id = 0; id < p.size(); ++id) {
                CHECK(std::isinf(expected[s][id]) == std::isinf(stage.score(static_cast<TokenId>(id))));
                CHECK(stage.probability(static_cast<TokenId>(id)) == Approx(p[id]).margin(1e-6));
                entropy -= p[id] > 0 ? p[id] * std::log2(p[id]) : 0.0;
                count += p[id] > 0 ? 1 : 0;
                mass += p[id] > 0 && s > 0 ? plainSoftmax(expected[s - 1])[id] : 0.0;
            }
            CHECK(stage.kept == count);
            CHECK(stage.entropy == Approx(entropy).margin(1e-5));
            const bool cuts = s == 2 || s >= 4;
            CHECK(stage.mass == Approx(cuts ? mass : 1.0).margin(1e-6));
            CHECK(stage.kept <= kept);
            kept = stage.kept;
        }
        CHECK(kept < 30);
        const double sum = std::accumulate(found.probabilities.begin(), found.probabilities.end(), 0.0);
        CHECK(sum == Approx(1.0));
        // The sampler draws from the output of the stages.
        RowVector row = step.raw;
        const std::span<float> span{row.data(), 60};
        penalizeRepetition(span, step.known, options.repetitionPenalty);
        applyRules(span, {step.forbidden, step.only});
        CHECK(found.probabilities == samplingDistribution(span, options));
    }
}

TEST_CASE("distribution: a stage whose setting is off changes nothing and says so", "[decode][distribution]")
{
    const StepLogits step = randomStep(20, 4);
    DecodeOptions options;
    options.strategy = Strategy::kSample;
    const Distribution plain = distributionStages(step, options);
    for (std::size_t s = 1; s < plain.stages.size(); ++s) {
        CHECK_FALSE(plain.stages[s].active);
        CHECK(plain.stages[s].kept == 20);
        CHECK(*plain.stages[s].scores == *plain.stages[0].scores);
    }
    // Greedy decoding uses no temperature and no cut-offs.
    options.strategy = Strategy::kGreedy;
    options.temperature = 3.0;
    options.topK = 2;
    const Distribution greedy = distributionStages(step, options);
    CHECK(greedy.at(DistributionStage::kTypical).kept == 20);
    CHECK_FALSE(greedy.at(DistributionStage::kTemperature).active);
    CHECK(chosenToken(step, options, greedy) == largest({step.raw.data(), 20}));
}

TEST_CASE("distribution: a forced token leaves itself alone", "[decode][distribution]")
{
    StepLogits step = randomStep(20, 5);
    step.only = 7;
    const Distribution forced = distributionStages(step, {});
    CHECK(forced.at(DistributionStage::kRules).kept == 1);
    CHECK(forced.at(DistributionStage::kRules).entropy == 0.0);
    CHECK(forced.probabilities[7] == 1.0);
    CHECK(forced.at(DistributionStage::kRules).mass
          == Approx(forced.at(DistributionStage::kLogits).probability(7)).margin(1.0));
}

TEST_CASE("distribution: typical sampling may cut the most likely token", "[decode][distribution]")
{
    // Meister et al. 2022: in a distribution with high entropy, the mode is less typical than the bulk.
    std::vector<float> logits(101, std::log(0.006F));
    logits[0] = std::log(0.4F);
    DecodeOptions options;
    options.typicalP = 0.5;
    const std::vector<double> p = samplingDistribution(logits, options);
    CHECK(p[0] == 0.0);
    CHECK(std::count_if(p.begin(), p.end(), [](double one) { return one > 0; }) == 100);
    options.typicalP = 1.0;
    CHECK(samplingDistribution(logits, options)[0] == Approx(0.4));
}

TEST_CASE("distribution: the draw names the interval that holds its number", "[decode][distribution]")
{
    const std::vector<double> p = {0.25, 0.0, 0.5, 0.25};
    CHECK(drawAt(p, 0.0).token == 0);
    const Draw second = drawAt(p, 0.25); // an interval includes its beginning
    CHECK(second.token == 2);
    CHECK(second.begin == 0.25);
    CHECK(second.end == 0.75);
    CHECK(drawAt(p, 0.7499).token == 2);
    CHECK(drawAt(p, 0.75).token == 3);
    CHECK(drawAt({0.5, 0.4999, 0.0}, 0.99999).token == 1); // sum below 1: the last possible token

    std::mt19937_64 random(42);
    for (int step = 0; step < 20; ++step)
        CHECK(uniformAt(42, step) == uniformFrom(random));
    // 53 bits of the first number that the standard fixes for mt19937_64 with its default seed.
    CHECK(uniformAt(5489, 0) == static_cast<double>(14514284786278117030ULL >> 11U) / 9007199254740992.0);
}

TEST_CASE("distribution: a step's kept logits give the token that was drawn, and any other setting's",
          "[decode][distribution]")
{
    DecodeRequest request;
    request.model = tinyModel();
    request.options.maxNewTokens = 12;
    request.options.strategy = Strategy::kSample;
    request.options.temperature = 1.4;
    request.options.topP = 0.9;
    request.options.repetitionPenalty = 1.2;
    request.options.seed = 9;
    request.lanes.push_back(prepareIds(*request.model, {5, 9, 14, 3}, {}).value());
    const DecodedLane without = decode(request, {}, {}).value().front();
    CHECK(without.steps.front().logits == nullptr);
    request.keepLogits = true;
    const DecodedLane lane = decode(request, {}, {}).value().front();
    CHECK(lane.ids == without.ids);
    REQUIRE(lane.steps.size() > 3);
    for (const DecodeStep& step : lane.steps) {
        REQUIRE(step.logits != nullptr);
        const Distribution now = distributionStages(*step.logits, request.options);
        CHECK(chosenToken(*step.logits, request.options, now) == step.id());
        CHECK(now.at(DistributionStage::kLogits).entropy == Approx(step.entropy).margin(1e-6));
    }
    // Changing a setting on the kept logits = a run with that setting and the same forced beginning.
    DecodeRequest other = request;
    other.options.temperature = 0.7;
    other.options.topP = {};
    other.options.seed = 4;
    const std::size_t at = 2;
    other.forced = {lane.ids.begin(), lane.ids.begin() + at};
    const DecodedLane run = decode(other, {}, {}).value().front();
    const StepLogits& kept = *lane.steps[at].logits;
    CHECK(run.steps[at].id() == chosenToken(kept, other.options, distributionStages(kept, other.options)));
}

TEST_CASE("distribution: drawn tokens have the frequencies of the last stage", "[decode][distribution]")
{
    StepLogits step = randomStep(12, 8);
    DecodeOptions options;
    options.strategy = Strategy::kSample;
    options.temperature = 2.0;
    options.topK = 6;
    const Distribution distribution = distributionStages(step, options);
    std::vector<int> counts(12, 0);
    constexpr int kDraws = 20000;
    std::mt19937_64 random(3);
    for (int i = 0; i < kDraws; ++i)
        ++counts[static_cast<std::size_t>(drawToken(distribution.probabilities, uniformFrom(random)))];
    // χ² with 5 degrees of freedom: the 99.9th percentile is 20.5.
    double chi = 0.0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double expected = kDraws * distribution.probabilities[i];
        if (expected > 0.0)
            chi += std::pow(counts[i] - expected, 2) / expected;
        else
            CHECK(counts[i] == 0);
    }
    CHECK(chi < 20.5);
    CHECK(chi > 0.0);
}

TEST_CASE("distribution: the tokens beside the listed ones keep their small probability")
{
    StepLogits step;
    step.raw = RowVector::Zero(4);
    step.raw << 30.0F, 0.0F, 1.0F, 2.0F;
    const double all = std::exp(30.0) + 1 + std::exp(1.0) + std::exp(2.0);
    CHECK(probabilityBeyond(step, std::vector<TokenId>{0})
          == Approx((1 + std::exp(1.0) + std::exp(2.0)) / all));
    CHECK(probabilityBeyond(step, std::vector<TokenId>{3, 0}) == Approx((1 + std::exp(1.0)) / all));
    CHECK(probabilityBeyond(step, {}) == Approx(1.0));
    CHECK(probabilityBeyond(step, std::vector<TokenId>{0, 1, 2, 3}) == 0.0);
}

} // namespace headlight::test
