#include "core/decode/session.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/tiny_model.h"

#include <array>
#include <cmath>
#include <numeric>
#include <random>

namespace headlight::test {

namespace {

DecodeRequest requestFor(const std::shared_ptr<const Model>& model, int length = 10)
{
    DecodeRequest request;
    request.model = model;
    request.plan = recordAll();
    request.plan.logits = LogitRows::kLast;
    request.options.maxNewTokens = length;
    request.lanes.push_back(prepareIds(*model, {5, 9, 14, 3}, {}).value());
    return request;
}

DecodedLane run(const DecodeRequest& request)
{
    return decode(request, {}, {}).value().front();
}

} // namespace

TEST_CASE("decode: the cache changes nothing", "[decode]")
{
    for (const bool decoderOnly : {false, true}) {
        TinyOptions options;
        options.decoderOnly = decoderOnly;
        DecodeRequest request = requestFor(tinyModel(options));
        const DecodedLane cached = run(request);
        request.options.useCache = false;
        const DecodedLane full = run(request);
        REQUIRE(cached.ids == full.ids);
        REQUIRE(cached.steps.size() > 2);
        for (std::size_t i = 0; i < cached.steps.size(); ++i) {
            const Trace& one = cached.steps[i].trace;
            const Trace& other = full.steps[i].trace;
            const Index row = one.logitRows().back();
            CHECK(mismatch(one.logits(row), other.logits(row), 1e-4) == "");
            for (const HeadRef& head : headsOf(one)) {
                for (const MapKind kind : {MapKind::kWeights, MapKind::kMask})
                    CHECK(mismatch(one.attention(head).whole(kind), other.attention(head).whole(kind), 1e-5)
                          == "");
                // Keys that a row came too early for are as masked as those that the mask hides from it.
                const Matrix masked = one.attention(head).whole(MapKind::kMasked);
                CHECK_FALSE(masked.array().isNaN().any());
                CHECK(
                    (masked.array().isInf() == other.attention(head).whole(MapKind::kMasked).array().isInf())
                        .all());
            }
        }
    }
}

TEST_CASE("decode: padding at the end of a sentence is as in a batch", "[decode]")
{
    const auto model = tinyModel();
    DecodeRequest request = requestFor(model, 6);
    const DecodedLane alone = run(request);
    TokenLabel padding = labelOf(*model, StackKind::kEncoder, model->generation().padId);
    padding.id = model->generation().padId;
    padding.padding = true;
    request.lanes.front().source.resize(7, padding);
    const DecodedLane padded = run(request);
    CHECK(padded.ids == alone.ids);
    const Trace& trace = padded.steps.back().trace;
    const HeadRef cross{StackKind::kDecoder, 0, AttentionKind::kCross, 1};
    CHECK(trace.attention(cross).keys() == 7);
    CHECK(trace.attention(cross).whole(MapKind::kWeights).rightCols(3).isZero());
    // The same pass as a lane of a batch.
    RunRequest batch;
    batch.model = model;
    batch.plan = recordAll();
    LaneInput lane = requestFor(model).lanes.front();
    for (std::size_t i = 0; i + 1 < padded.ids.size(); ++i)
        lane.target.push_back(labelOf(*model, StackKind::kDecoder, padded.ids[i]));
    batch.lanes = {lane, prepareIds(*model, {1, 2, 3, 4, 5, 6, 7}, {0}).value()};
    for (const bool masked : {true, false}) {
        request.interventions.masks.padding = batch.interventions.masks.padding = masked;
        request.forced = padded.ids;
        const DecodedLane one = run(request);
        const Trace both = execute(batch, {}).value().traces.front();
        for (const HeadRef& head : headsOf(both))
            CHECK(mismatch(one.steps.back().trace.attention(head).whole(MapKind::kWeights),
                           both.attention(head).whole(MapKind::kWeights), 1e-5)
                  == "");
    }
    CHECK(mismatch(run(request).steps.front().trace.attention(cross).whole(MapKind::kWeights),
                   padded.steps.front().trace.attention(cross).whole(MapKind::kWeights), 1e-3)
          != "");
}

TEST_CASE("decode: each step adds one row", "[decode]")
{
    const DecodedLane lane = run(requestFor(tinyModel()));
    for (std::size_t i = 0; i < lane.steps.size(); ++i) {
        const AttentionMap map
            = lane.steps[i].trace.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
        CHECK(map.queries() == static_cast<Index>(i) + 1);
        CHECK(map.keys() == static_cast<Index>(i) + 1);
        CHECK(map.queryTokens().size() == i + 1);
        const AttentionMap cross
            = lane.steps[i].trace.attention({StackKind::kDecoder, 1, AttentionKind::kCross, 3});
        CHECK(cross.keys() == 4);
        CHECK(cross.has(MapKind::kScores));
    }
}

TEST_CASE("decode: every step is a full pass if there is no causal mask", "[decode]")
{
    DecodeRequest request = requestFor(tinyModel(), 4);
    request.interventions.masks.decoderCausal = Toggle::kOff;
    const DecodedLane lane = run(request);
    REQUIRE(lane.steps.size() == 4);
    const Trace& last = lane.steps.back().trace;
    CHECK(last.leaf()->decoder->rows == 4);
    const AttentionMap map = last.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    CHECK(map.at(MapKind::kMask, 0, 3) == 1.0F);
    CHECK(map.at(MapKind::kWeights, 0, 3) > 0.0F);

    // A step's trace equals that of a single pass over the same tokens.
    RunRequest pass;
    pass.model = request.model;
    pass.plan = recordAll();
    pass.interventions = request.interventions;
    Ids target = {0};
    target.insert(target.end(), lane.ids.begin(), lane.ids.end() - 1);
    pass.lanes.push_back(prepareIds(*request.model, {5, 9, 14, 3}, target).value());
    const Trace whole = execute(pass, {}).value().traces.front();
    for (const HeadRef& head : headsOf(whole))
        CHECK(mismatch(last.attention(head).whole(MapKind::kWeights),
                       whole.attention(head).whole(MapKind::kWeights), 1e-5)
              == "");
}

TEST_CASE("decode: an edit that lets a query look ahead switches the cache off", "[decode]")
{
    MaskEdit edit = parseMaskEdit("decoder.0.self.*: 0->2").value();
    const TraceInfo info = tinyModel()->traceInfo();
    Interventions edits;
    edits.list.emplace_back(edit);
    CHECK(EditPlan::compile(edits, info, {4, -1})->keepsPast());
    edit.allow = true;
    edits.list = {edit};
    CHECK_FALSE(EditPlan::compile(edits, info, {4, -1})->keepsPast());
}

TEST_CASE("decode: one beam is greedy", "[decode]")
{
    DecodeRequest request = requestFor(tinyModel());
    const DecodedLane greedy = run(request);
    request.options.strategy = Strategy::kBeam;
    request.options.beams = 1;
    const DecodedLane beam = run(request);
    CHECK(beam.ids == greedy.ids);
    CHECK(beam.beams.size() == 1);
    request.options.beams = 3;
    request.options.useCache = false;
    const DecodedLane uncached = run(request);
    request.options.useCache = true;
    const DecodedLane cached = run(request);
    CHECK(uncached.ids == cached.ids);
    CHECK(cached.beams.front().score == Approx(uncached.beams.front().score).margin(1e-4));
    // Every hypothesis keeps its own attention through each reordering.
    RunRequest pass;
    pass.model = request.model;
    pass.plan = recordAll();
    Ids target = {0};
    target.insert(target.end(), cached.ids.begin(), cached.ids.end() - 1);
    pass.lanes.push_back(prepareIds(*request.model, {5, 9, 14, 3}, target).value());
    const Trace whole = execute(pass, {}).value().traces.front();
    for (const HeadRef& head : headsOf(whole))
        CHECK(mismatch(cached.steps.back().trace.attention(head).whole(MapKind::kWeights),
                       whole.attention(head).whole(MapKind::kWeights), 1e-5)
              == "");
}

TEST_CASE("decode: forced tokens are taken, then the strategy goes on", "[decode]")
{
    DecodeRequest request = requestFor(tinyModel());
    const DecodedLane own = run(request);
    request.forced = {own.ids[0], own.steps[1].candidates[1].id};
    const DecodedLane branched = run(request);
    CHECK(branched.ids[0] == own.ids[0]);
    CHECK(branched.ids[1] == own.steps[1].candidates[1].id);
    CHECK(branched.steps[1].forced);
    CHECK(branched.steps[1].rank == 1);
    CHECK_FALSE(branched.steps[2].forced);
}

TEST_CASE("decode: sampling is reproducible and follows its distribution", "[decode]")
{
    DecodeRequest request = requestFor(tinyModel());
    request.options.strategy = Strategy::kSample;
    request.options.temperature = 1.5;
    request.options.seed = 42;
    const DecodedLane one = run(request);
    CHECK(one.ids == run(request).ids);
    request.options.seed = 43;
    CHECK(one.ids != run(request).ids);

    // χ² of 20,000 samples with a fixed seed against the distribution, with 4 degrees of freedom: the 99.9th
    // percentile is 18.5.
    const std::vector<double> p = {0.4, 0.3, 0.15, 0.1, 0.05};
    std::array<int, 5> counts{};
    std::mt19937_64 random(7);
    constexpr int kDraws = 20000;
    for (int i = 0; i < kDraws; ++i)
        ++counts[static_cast<std::size_t>(drawToken(p, uniformFrom(random)))];
    double chi = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
        chi += std::pow(counts[i] - kDraws * p[i], 2) / (kDraws * p[i]);
    CHECK(chi < 18.5);
    CHECK(chi > 0.0);
}

TEST_CASE("sampler: temperature, top-k, top-p and min-p cut in this order", "[decode]")
{
    const std::vector<float> logits
        = {std::log(0.5F), std::log(0.25F), std::log(0.15F), std::log(0.07F), std::log(0.03F)};
    const auto kept = [&](const DecodeOptions& options) {
        const std::vector<double> p = samplingDistribution(logits, options);
        CHECK(std::accumulate(p.begin(), p.end(), 0.0) == Approx(1.0));
        return std::count_if(p.begin(), p.end(), [](double one) { return one > 0.0; });
    };
    DecodeOptions options;
    CHECK(kept(options) == 5);
    options.topK = 3;
    CHECK(kept(options) == 3);
    options.topK = {};
    options.topP = 0.7;
    CHECK(kept(options) == 2);
    options.topP = 0.76;
    CHECK(kept(options) == 3);
    options.topP = {};
    options.minP = 0.2;
    CHECK(kept(options) == 3);
    options.minP = {};
    options.temperature = 0.5;
    CHECK(samplingDistribution(logits, options)[0]
          == Approx(0.25 / (0.25 + 0.0625 + 0.0225 + 0.0049 + 0.0009)));
    options.topP = 0.0; // the most likely one always stays
    CHECK(kept(options) == 1);
}

TEST_CASE("sampler: the model's own rules", "[decode]")
{
    GenerationSettings settings;
    settings.endIds = {1};
    settings.badWords = {{4}, {2, 3}};
    settings.forcedStart = 5;
    settings.forcedEnd = 1;
    settings.noRepeatNgram = 2;
    const TokenRules rules(settings, {});
    const auto after = [&](const std::vector<TokenId>& history, int made, bool last) {
        std::vector<float> scores(6, 0.0F);
        rules.apply(scores, history, made, last);
        std::string allowed;
        for (const float score : scores)
            allowed += std::isfinite(score) ? '1' : '.';
        return allowed;
    };
    CHECK(after({0}, 0, false) == ".....1");
    CHECK(after({0, 5}, 1, true) == ".1....");
    CHECK(after({0, 5}, 1, false) == "1111.1");
    CHECK(after({0, 2}, 1, false) == "111..1");
    CHECK(after({5, 0, 5}, 2, false) == ".111.1"); // 5 0 would occur twice
    CHECK(rules.isEnd(1));
    GenerationSettings ofSource;
    ofSource.encoderNgram = 3;
    const TokenRules copying(ofSource, {2, 3, 4, 2, 3, 1});
    CHECK(copying.effect(6, {0, 2, 3}, 2, false).forbidden == std::vector<TokenId>{1, 4});
    CHECK(copying.effect(6, {0, 3}, 1, false).forbidden.empty()); // 0 3 does not occur in the source
    CHECK(copying.effect(6, {3}, 0, false).forbidden.empty()); // too short for a 3-gram
    std::vector<float> logits = {2.0F, -2.0F, 1.0F};
    penalizeRepetition(logits, {0, 1, 1}, 2.0);
    CHECK(logits == std::vector<float>{1.0F, -4.0F, 1.0F});
}

TEST_CASE("decode: the records of all steps share one budget if there is no cache", "[decode]")
{
    DecodeRequest request;
    request.model = tinyModel();
    request.lanes.push_back(prepareIds(*request.model, {5, 9, 14, 3, 22}, {}).value());
    request.options.maxNewTokens = 8;
    request.plan.sites = {Site::kWeights};
    request.plan.storage = MatrixStorage::kAutomatic;
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
    const auto decoded = [&](bool cache, std::int64_t budget) {
        request.options.useCache = cache;
        request.plan.budgetBytes = budget;
        return decode(request, {}, {}).value().front();
    };
    const auto holdsMatrices = [](const DecodedLane& lane) {
        return !lane.steps.back().trace.leaf()->decoder->self.front().weights.empty();
    };
    // One pass of nine tokens: two layers of four heads in each of three attentions, four bytes a weight.
    constexpr std::int64_t kOnePass = std::int64_t{2} * 4 * (5 * 5 + 9 * 9 + 9 * 5) * 4;
    const DecodedLane whole = decoded(false, 8 * kOnePass);
    const DecodedLane saved = decoded(false, 7 * kOnePass);
    REQUIRE(whole.steps.size() > 2);
    CHECK(holdsMatrices(whole));
    CHECK_FALSE(holdsMatrices(saved));
    CHECK(holdsMatrices(decoded(true, kOnePass)));
    CHECK(saved.ids == whole.ids);
    for (std::size_t step = 0; step < whole.steps.size(); ++step) {
        const Matrix kept = whole.steps[step].trace.attention(head).whole(MapKind::kWeights);
        const Matrix computed = saved.steps[step].trace.attention(head).whole(MapKind::kWeights);
        REQUIRE(computed.rows() == kept.rows());
        CHECK((computed - kept).cwiseAbs().maxCoeff() < 1e-6F);
    }
}

} // namespace headlight::test
