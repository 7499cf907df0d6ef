// Properties that hold for every transformer, checked on tiny random models.
#include "core/model/forward.h"
#include "core/nn/attention.h"
#include "core/nn/weights.h"
#include "core/run/pass_estimate.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/tiny_model.h"

#include <cmath>
#include <iterator>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

const Ids kSource = {5, 9, 14, 3, 22};
const Ids kTarget = {0, 7, 12, 4};

Matrix weightsOf(const Trace& trace, const HeadRef& head)
{
    return trace.attention(head).whole(MapKind::kWeights);
}

Matrix logitsOf(const Trace& trace)
{
    const std::vector<Index> rows = trace.logitRows();
    Matrix all(static_cast<Index>(rows.size()), trace.info().vocabulary);
    for (std::size_t i = 0; i < rows.size(); ++i)
        all.row(static_cast<Index>(i)) = trace.logits(rows[i]);
    return all;
}

} // namespace

TEST_CASE("engine: rows of weights sum to one and obey the mask", "[nn]")
{
    for (const NormPlacement placement : {NormPlacement::kPost, NormPlacement::kPre}) {
        TinyOptions options;
        options.placement = placement;
        options.activation = placement == NormPlacement::kPre ? Activation::kGelu : Activation::kRelu;
        const Trace trace = runTiny(tinyModel(options), {{kSource, kTarget}}).front();
        for (const HeadRef& head : headsOf(trace)) {
            const AttentionMap map = trace.attention(head);
            for (Index q = 0; q < map.queries(); ++q) {
                CHECK(map.block(MapKind::kWeights, q, 0, 1, map.keys()).sum() == Approx(1.0F).margin(1e-5));
                for (Index k = 0; k < map.keys(); ++k)
                    if (map.at(MapKind::kMask, q, k) == 0.0F)
                        CHECK(map.at(MapKind::kWeights, q, k) == 0.0F);
            }
        }
    }
}

TEST_CASE("engine: scores are scaled dot products of the recorded queries and keys", "[nn]")
{
    TinyOptions options;
    options.headWidth = 3;
    options.valueWidth = 5; // d_v differs from d_k
    options.attentionBias = false;
    const Trace trace = runTiny(tinyModel(options), {{kSource, kTarget}}).front();
    for (const HeadRef& head : headsOf(trace)) {
        const Matrix q = trace.headMatrix(Site::kQuery, head);
        const Matrix k = trace.headMatrix(Site::kKey, head);
        const Matrix v = trace.headMatrix(Site::kValue, head);
        CHECK(q.cols() == 3);
        CHECK(v.cols() == 5);
        const Matrix expected = q * k.transpose() / std::sqrt(3.0F);
        CHECK(mismatch(trace.attention(head).whole(MapKind::kScores), expected, 1e-5) == "");
        CHECK(mismatch(trace.headMatrix(Site::kHeadOutput, head), weightsOf(trace, head) * v, 1e-5) == "");
    }
}

TEST_CASE("engine: a head taken out of the packed projections is that head", "[nn]")
{
    const auto model = tinyModel();
    const Trace trace = runTiny(model, {{kSource, kTarget}}).front();
    const AttentionWeights& packed = model->weights().encoder->layers[0].self;
    const Matrix x = trace.residual(StackKind::kEncoder, 0);
    for (int head = 0; head < 4; ++head) {
        Linear own;
        own.weight = packed.queryOf(head, 4);
        own.bias = packed.query.bias.segment(head * 4, 4);
        const HeadRef address{StackKind::kEncoder, 0, AttentionKind::kSelf, head};
        CHECK(mismatch(own.apply(x, nullptr), trace.headMatrix(Site::kQuery, address), 1e-5) == "");
        CHECK(packed.outputOf(head, 4) == packed.output.weight.toMatrix().middleCols(head * 4, 4));
    }
}

TEST_CASE("engine: a causal decoder does not see the future", "[nn]")
{
    const auto model = tinyModel();
    const Trace one = runTiny(model, {{kSource, {0, 7, 12, 4}}}).front();
    const Trace other = runTiny(model, {{kSource, {0, 7, 12, 25}}}).front();
    const Matrix first = logitsOf(one), second = logitsOf(other);
    CHECK(mismatch(first.topRows(3), second.topRows(3), 1e-6) == "");
    CHECK(mismatch(first.bottomRows(1), second.bottomRows(1), 1e-3) != "");

    Interventions open;
    open.masks.decoderCausal = Toggle::kOff;
    const Matrix seeing = logitsOf(runTiny(model, {{kSource, {0, 7, 12, 4}}}, open).front());
    const Matrix seeingOther = logitsOf(runTiny(model, {{kSource, {0, 7, 12, 25}}}, open).front());
    CHECK(mismatch(seeing.topRows(1), seeingOther.topRows(1), 1e-3) != "");
}

TEST_CASE("engine: without positions the encoder is blind to order", "[nn]")
{
    TinyOptions options;
    options.positions = PositionScheme::kNone;
    const auto model = tinyModel(options);
    const Matrix straight
        = runTiny(model, {{{5, 9, 14}, kTarget}}).front().stackMatrix(Site::kFinal, StackKind::kEncoder);
    const Matrix turned
        = runTiny(model, {{{14, 9, 5}, kTarget}}).front().stackMatrix(Site::kFinal, StackKind::kEncoder);
    CHECK(mismatch(turned.colwise().reverse(), straight, 1e-4) == "");
    const Matrix seen = runTiny(tinyModel(), {{{14, 9, 5}, kTarget}})
                            .front()
                            .stackMatrix(Site::kFinal, StackKind::kEncoder);
    CHECK(mismatch(seen.colwise().reverse(), straight, 1e-2) != "");
}

TEST_CASE("engine: a sentence does not depend on what it was batched with", "[nn]")
{
    for (const PositionScheme scheme : {PositionScheme::kSinusoidalInterleaved, PositionScheme::kLearned}) {
        TinyOptions options;
        options.positions = scheme;
        const auto model = tinyModel(options);
        const Trace alone = runTiny(model, {{{5, 9}, {0, 7}}}).front();
        const Trace batched = runTiny(model, {{{5, 9}, {0, 7}}, {kSource, kTarget}}).front();
        CHECK(batched.tokens(StackKind::kEncoder).size() == kSource.size());
        CHECK(batched.tokens(StackKind::kEncoder)[2].padding);
        CHECK(mismatch(logitsOf(batched).topRows(2), logitsOf(alone), 1e-5, 1e-5) == "");
        for (const HeadRef& head : headsOf(alone)) {
            const Matrix own = weightsOf(alone, head);
            CHECK(mismatch(weightsOf(batched, head).topLeftCorner(own.rows(), own.cols()), own, 1e-5) == "");
        }
        Interventions unpadded;
        unpadded.masks.padding = false;
        const Trace seesPadding = runTiny(model, {{{5, 9}, {0, 7}}, {kSource, kTarget}}, unpadded).front();
        CHECK(mismatch(logitsOf(seesPadding).topRows(2), logitsOf(alone), 1e-3) != "");
    }
}

TEST_CASE("engine: one token is enough", "[nn]")
{
    const Trace trace = runTiny(tinyModel(), {{{5}, {0}}}).front();
    for (const HeadRef& head : headsOf(trace))
        CHECK(weightsOf(trace, head) == Matrix::Ones(1, 1));
}

TEST_CASE("engine: a query that may see nothing gets zeros, and nothing turns NaN", "[nn]")
{
    Interventions blind;
    blind.list.emplace_back(parseMaskEdit("*.*.*.*: 1->*").value());
    const Trace trace = runTiny(tinyModel(), {{kSource, kTarget}}, blind).front();
    for (const HeadRef& head : headsOf(trace)) {
        CHECK(weightsOf(trace, head).row(1).isZero());
        CHECK(trace.headMatrix(Site::kHeadOutput, head).row(1).isZero());
    }
    CHECK(logitsOf(trace).allFinite());
}

TEST_CASE("engine: a head that is off equals a zeroed slice of the output projection", "[nn]")
{
    const auto model = tinyModel();
    Interventions off;
    const HeadRef head{StackKind::kEncoder, 1, AttentionKind::kSelf, 2};
    off.list.emplace_back(HeadOff{patternOf(head)});
    const Trace ablated = runTiny(model, {{kSource, kTarget}}, off).front();
    CHECK(ablated.headMatrix(Site::kHeadOutput, head).isZero());

    ModelWeights changed = model->weights();
    Linear& output = changed.encoder->layers[1].self.output;
    Matrix values = output.weight.toMatrix();
    values.middleCols(2 * 4, 4).setZero();
    output.weight = WeightMatrix(std::move(values));
    Model::Parts parts;
    parts.spec = std::make_shared<ArchSpec>(model->spec());
    parts.weights = std::make_shared<ModelWeights>(std::move(changed));
    parts.generation = model->generation();
    const Trace zeroed
        = runTiny(std::make_shared<const Model>(std::move(parts)), {{kSource, kTarget}}).front();
    CHECK(mismatch(logitsOf(ablated), logitsOf(zeroed), 1e-5) == "");
    CHECK(mismatch(logitsOf(ablated), logitsOf(runTiny(model, {{kSource, kTarget}}).front()), 1e-3) != "");
}

TEST_CASE("engine: an edit that changes nothing changes nothing, to the bit", "[nn]")
{
    Interventions same;
    same.masks.decoderCausal = Toggle::kOn;
    MaskEdit allow = parseMaskEdit("encoder.*.self.*: 0->1").value();
    allow.allow = true;
    same.list.emplace_back(allow);
    const auto model = tinyModel();
    CHECK(logitsOf(runTiny(model, {{kSource, kTarget}}, same).front())
          == logitsOf(runTiny(model, {{kSource, kTarget}}).front()));
}

TEST_CASE("recorder: operands give the matrices of the pass", "[nn][trace]")
{
    const auto model = tinyModel();
    Interventions edits;
    edits.list.emplace_back(parseMaskEdit("decoder.*.cross.1: 2->3").value());
    const Trace matrices = runTiny(model, {{kSource, kTarget}}, edits).front();
    const Trace operands = runTiny(model, {{kSource, kTarget}}, edits, MatrixStorage::kOperands).front();
    for (const HeadRef& head : headsOf(matrices)) {
        const auto& layers = operands.leaf()->decoder->self;
        CHECK(layers.front().weights.empty());
        for (const MapKind kind : {MapKind::kWeights, MapKind::kScores, MapKind::kMask}) {
            const AttentionMap computed = operands.attention(head);
            CHECK(mismatch(computed.whole(kind), matrices.attention(head).whole(kind), 1e-6) == "");
            CHECK(mismatch(computed.block(kind, 1, 1, 2, 2), computed.whole(kind).block(1, 1, 2, 2), 1e-6)
                  == "");
        }
    }
}

TEST_CASE("recorder: the budget decides how matrices are kept", "[nn][trace]")
{
    RunRequest request;
    request.model = tinyModel();
    request.plan = recordAll(MatrixStorage::kAutomatic);
    request.lanes.push_back(prepareIds(*request.model, kSource, kTarget).value());
    CHECK_FALSE(execute(request, {}).value().traces.front().leaf()->encoder->self[0].weights.empty());
    request.plan.budgetBytes = 100;
    CHECK(execute(request, {}).value().traces.front().leaf()->encoder->self[0].weights.empty());
}

TEST_CASE("recorder: only what was asked for is kept", "[nn][trace]")
{
    RunRequest request;
    request.model = tinyModel();
    request.plan.sites = {Site::kWeights};
    request.plan.wanted = [](const LayerRef& layer) { return layer.layer == 1; };
    request.lanes.push_back(prepareIds(*request.model, kSource, kTarget).value());
    const Trace trace = execute(request, {}).value().traces.front();
    CHECK_FALSE(trace.has(Site::kWeights, {StackKind::kEncoder, 0, AttentionKind::kSelf}));
    CHECK(trace.has(Site::kWeights, {StackKind::kEncoder, 1, AttentionKind::kSelf}));
    CHECK_FALSE(trace.has(Site::kQuery, {StackKind::kEncoder, 1, AttentionKind::kSelf}));
    CHECK(trace.residual(StackKind::kEncoder, 0).rows() == 0);
    CHECK(trace.logitRows().empty());
}

TEST_CASE("attention map: a reduced picture keeps the strongest weight", "[trace]")
{
    const Trace trace = runTiny(tinyModel(), {{Ids(20, 5), {0}}}).front();
    const AttentionMap map = trace.attention({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    const Matrix whole = map.whole(MapKind::kWeights);
    const Matrix small = map.reduced(MapKind::kWeights, 7, 3);
    CHECK(small.rows() == 7);
    CHECK(small.cols() == 3);
    CHECK(small.maxCoeff() == whole.maxCoeff());
    CHECK(map.reduced(MapKind::kWeights, 50, 50) == whole);
}

TEST_CASE("run: inputs that cannot be fed are refused with a reason", "[run]")
{
    TinyOptions options;
    options.positions = PositionScheme::kLearned;
    const auto model = tinyModel(options);
    RunRequest request;
    request.model = model;
    request.lanes.push_back(prepareIds(*model, Ids(25, 5), kTarget).value());
    const auto tooLong = execute(request, {});
    REQUIRE_FALSE(tooLong.has_value());
    CHECK(tooLong.error().code == ErrorCode::kTooLong);
    CHECK(tooLong.error().message == "the input has 25 tokens, the model's position table has 24 rows");
    CHECK_FALSE(prepareIds(*model, {29}, {}).has_value());
    CHECK_FALSE(prepareIds(*model, {-1}, {}).has_value());
    request.lanes.front() = prepareIds(*model, {}, kTarget).value();
    CHECK_FALSE(execute(request, {}).has_value());
    request.lanes.clear();
    CHECK_FALSE(execute(request, {}).has_value());

    request.lanes.push_back(prepareIds(*model, kSource, kTarget).value());
    std::stop_source stop;
    stop.request_stop();
    Job job;
    job.stop = stop.get_token();
    CHECK(execute(request, job).error().code == ErrorCode::kCancelled);
}

TEST_CASE("a pass tells its progress layer by layer, and stops in the middle", "[nn][long]")
{
    RunRequest request;
    request.model = tinyModel();
    request.plan = recordAll(MatrixStorage::kOperands);
    request.lanes.push_back(prepareIds(*request.model, kSource, kTarget).value());
    const TraceInfo& info = request.model->traceInfo();
    const int layers = info.encoder->layers + info.decoder->layers;
    std::vector<Progress> told;
    std::stop_source stop;
    Job job;
    job.stop = stop.get_token();
    job.progress = [&](const Progress& progress) { told.push_back(progress); };
    REQUIRE(execute(request, job).has_value());
    REQUIRE(told.size() == static_cast<std::size_t>(layers));
    const std::vector<double> work = layerWork(*request.model, {std::ssize(kSource), std::ssize(kTarget)});
    REQUIRE(work.size() == told.size());
    const double all = std::accumulate(work.begin(), work.end(), 0.0);
    double gone = 0;
    for (std::size_t i = 0; i < told.size(); ++i) {
        gone += work[i];
        CHECK(std::abs(static_cast<double>(told[i].done) / static_cast<double>(told[i].total) - gone / all)
              < 1e-3);
    }
    CHECK(told.back().done == told.back().total);
    CHECK(told.front().what.starts_with("layer 1 of " + std::to_string(layers)));
    told.clear();
    job.progress = [&](const Progress& progress) {
        told.push_back(progress);
        stop.request_stop();
    };
    const auto stopped = execute(request, job);
    REQUIRE_FALSE(stopped.has_value());
    CHECK(stopped.error().code == ErrorCode::kCancelled);
    CHECK(told.size() == 1);
}

} // namespace headlight::test
