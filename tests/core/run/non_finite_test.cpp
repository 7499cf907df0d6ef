// Weights with NaN, infinities, or numbers so large that they overflow must not give plausible results.
#include "core/analysis/head_statistics.h"
#include "core/analysis/logit_lens.h"
#include "core/math/layers.h"
#include "core/math/softmax.h"
#include "core/run/execute.h"
#include "core/run/loss.h"
#include "core/run/sweep.h"
#include "core/run/word_order.h"
#include "tests/support/catch.h"
#include "tests/support/model_folder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const std::string kKeyWeight = "model.encoder.layers.0.self_attn.k_proj.weight";

/// The warnings of one pass, and its trace.
struct Passed
{
    std::vector<std::string> warnings;
    Trace trace;
};

Passed passOf(const std::shared_ptr<const Model>& model)
{
    RunRequest request;
    request.model = model;
    request.plan.sites = {Site::kWeights, Site::kMask};
    request.plan.logits = LogitRows::kAll;
    request.lanes.push_back(prepareIds(*model, {5, 6, 7}, {0, 8}).value());
    Passed passed;
    Job job;
    job.warn = [&](const std::string& text) { passed.warnings.push_back(text); };
    passed.trace = execute(request, job).value().traces.front();
    return passed;
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

HeadStatistics statisticsOf(const Trace& trace, int layer, int head)
{
    return headStatistics(trace.attention({StackKind::kEncoder, layer, AttentionKind::kSelf, head}));
}

} // namespace

TEST_CASE("not finite: a pass names the layer and the tensor, its heads have no numbers", "[run]")
{
    ModelFolder folder("paper-transformer");
    folder.tensors.at(kKeyWeight).values[5 * 32 + 3] = kNan; // of head 0
    const Passed passed = passOf(folder.open().value());
    REQUIRE(passed.warnings.size() == 1);
    CHECK(contains(passed.warnings.front(), "encoder layer 0, output of self-attention"));
    CHECK(contains(passed.warnings.front(), kKeyWeight + " has NaN at [5, 3]"));
    CHECK(passed.trace.info().warnings == passed.warnings);

    const HeadStatistics lost = statisticsOf(passed.trace, 0, 0);
    CHECK(lost.queries == 0);
    CHECK(lost.leftOut == 3);
    CHECK_FALSE(lost["entropy"].has_value());
    CHECK(statisticsOf(passed.trace, 0, 1).queries == 3); // another head of the layer
    CHECK(statisticsOf(passed.trace, 1, 2).leftOut == 3); // everything after it
    CHECK(passed.trace.logits(1).array().isNaN().all());
}

TEST_CASE("not finite: sound weights say nothing", "[run]")
{
    ModelFolder folder("paper-transformer");
    const Passed passed = passOf(folder.open().value());
    CHECK(passed.warnings.empty());
    CHECK(passed.trace.info().warnings.empty());
}

TEST_CASE("not finite: overflow is told from weights that are no numbers", "[run]")
{
    ModelFolder folder("paper-transformer");
    for (float& weight : folder.tensors.at("model.encoder.layers.1.fc2.weight").values)
        weight *= 1e37F;
    const Passed passed = passOf(folder.open().value());
    REQUIRE(passed.warnings.size() == 1);
    CHECK(contains(passed.warnings.front(), "encoder layer 1"));
    CHECK(contains(passed.warnings.front(), "all weights are finite"));
    CHECK(passed.trace.logits(1).array().isNaN().all());
    CHECK(statisticsOf(passed.trace, 1, 0).queries == 3); // before it
}

TEST_CASE("not finite: decoding stops at a step that can choose no token", "[run]")
{
    ModelFolder folder("paper-transformer");
    folder.tensors.at(kKeyWeight).values[0] = std::numeric_limits<float>::infinity();
    DecodeRequest request;
    request.model = folder.open().value();
    request.lanes.push_back(prepareIds(*request.model, {5, 6, 7}, {}).value());
    std::vector<std::string> warnings;
    Job job;
    job.warn = [&](const std::string& text) { warnings.push_back(text); };
    for (const Strategy strategy : {Strategy::kGreedy, Strategy::kSample, Strategy::kBeam}) {
        request.options = {};
        request.options.strategy = strategy;
        request.options.topP = 0.9;
        request.options.topK = 5;
        warnings.clear();
        const DecodedLane lane = decode(request, job, {}).value().front();
        CHECK(lane.ids.empty());
        CHECK(lane.stop == StopReason::kNotANumber);
        REQUIRE(warnings.size() == 1);
        CHECK(contains(warnings.front(), kKeyWeight + " has an infinity at [0, 0]"));
        if (strategy == Strategy::kBeam)
            continue;
        REQUIRE(lane.steps.size() == 1); // what was computed can be shown
        CHECK(std::isnan(lane.steps.front().logProbability));
        CHECK(std::isnan(lane.steps.front().entropy));
        CHECK_FALSE(lane.steps.front().hasToken());
        CHECK(lane.steps.front().candidates.empty());
        CHECK(lane.steps.front().trace.info().warnings == warnings);
    }
    // Given tokens are accepted, and their probabilities are NaN.
    request.options = {};
    request.forced = {4, 5};
    const DecodedLane forced = decode(request, job, {}).value().front();
    CHECK(forced.ids == std::vector<TokenId>{4, 5});
    CHECK(std::isnan(forced.logProbabilities.back()));
}

TEST_CASE("not finite: lens, loss and sweep name no token", "[run]")
{
    ModelFolder folder("paper-transformer");
    folder.tensors.at("model.decoder.layers.1.fc1.weight").values[0] = kNan;
    const auto model = folder.open().value();
    RunRequest request;
    request.model = model;
    request.plan.sites = {Site::kResidual};
    request.lanes.push_back(prepareIds(*model, {5, 6, 7}, {0, 8}).value());
    const Trace trace = execute(request, {}).value().traces.front();
    std::vector<LensRow> rows; // of the last layer first
    REQUIRE(logitLens(model, trace, StackKind::kDecoder, {}, [&](LensRow row) { rows.push_back(row); }));
    REQUIRE(rows.size() == 3);
    for (const LensCell& cell : rows.front().cells) {
        CHECK(cell.broken);
        CHECK(cell.best.empty());
        CHECK(std::isnan(cell.final.probability));
    }
    for (const LensCell& cell : rows.back().cells) {
        CHECK_FALSE(cell.broken);
        CHECK_FALSE(cell.best.empty());
        CHECK(std::isnan(cell.final.probability)); // nobody knows what the last layer would say
    }

    LossRequest loss;
    loss.model = model;
    loss.source = trace.tokens(StackKind::kEncoder);
    loss.input = trace.tokens(StackKind::kDecoder);
    loss.last = loss.input.back();
    std::vector<std::string> warnings;
    Job watched;
    watched.warn = [&](const std::string& text) { warnings.push_back(text); };
    CHECK(std::isnan(targetLoss(loss, watched).value().largestDifference()));
    REQUIRE(warnings.size() == 1);
    CHECK(contains(warnings.front(), "decoder layer 1, inside the feed-forward layer"));
    CHECK(contains(warnings.front(), "model.decoder.layers.1.fc1.weight has NaN at [0, 0]"));
    warnings.clear();
    ModelFolder spoilt("paper-transformer");
    spoilt.tensors.at(kKeyWeight).values[0] = kNan;
    REQUIRE(wordOrder(spoilt.open().value(), loss.source, watched).has_value());
    REQUIRE(warnings.size() == 1);
    CHECK(contains(warnings.front(), kKeyWeight + " has NaN at [0, 0]"));

    SweepRequest tried;
    tried.model = model;
    tried.lane = request.lanes.front();
    tried.variants = headVariants(model->traceInfo(), parseHeadPattern("decoder.0.self.*").value());
    const auto swept = sweep(tried, {}, {});
    REQUIRE_FALSE(swept);
    CHECK(contains(swept.error().describe(), "logits: found numbers that are not finite at position"));
}

TEST_CASE("not finite: functions of a layer do not swallow it", "[math]")
{
    for (const Activation activation : {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh,
                                        Activation::kSilu, Activation::kQuickGelu, Activation::kTanh}) {
        Matrix x = Matrix::Constant(3, 37, 0.5F);
        x(1, 4) = x(2, 36) = kNan;
        activate(x, activation);
        INFO(static_cast<int>(activation));
        CHECK(std::isnan(x(1, 4)));
        CHECK(std::isnan(x(2, 36)));
        CHECK(std::isfinite(x(0, 0)));
    }
    Matrix capped = Matrix::Constant(2, 19, kNan);
    softCap(capped, 30.0F);
    CHECK(capped.array().isNaN().all());
    Matrix large = Matrix::Constant(1, 8, 1e30F);
    large(0, 0) = -1e30F;
    Matrix again = large;
    const RowVector gain = RowVector::Ones(8);
    normalize(large, NormKind::kLayerNorm, gain, {}, 1e-5F);
    normalize(again, NormKind::kRmsNorm, gain, {}, 1e-5F);
    CHECK(large.array().isNaN().all());
    CHECK(again.array().isNaN().all());
    Matrix weights = Matrix::Constant(1, 21, 1.0F);
    weights(0, 20) = kNan;
    scoresToWeights(weights, {});
    CHECK(weights.array().isNaN().all());
}

} // namespace headlight::test
