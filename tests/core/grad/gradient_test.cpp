// The backward pass against central differences of the forward pass: each kind of step and of edit on tiny
// models, and every family that has a reference folder.
#include "core/grad/adjoints.h"
#include "core/model/families/family.h"
#include "core/nn/weights.h"
#include "core/run/cell_effects.h"
#include "core/run/gradient.h"
#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/goldens.h"
#include "tests/support/gradient_bench.h"
#include "tests/support/paths.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace headlight::test {

namespace {

namespace fs = std::filesystem;

/// Share of the average size by which an exact derivative and a difference of F32 passes may differ.
constexpr double kNear = 0.01;
/// A long step crosses kinks of ReLU, and a short one drowns in rounding: one of them must come near.
constexpr std::array kSteps{4e-3, 1e-3, 5e-4};

Measure oneRow(Index row, Metric kind = Metric::kLogProbability)
{
    return {kind, {{row, -1, -1}}};
}

LaneInput tinyLane(const Model& model)
{
    return prepareIds(model, kSource, model.isEncoderDecoder() ? kTarget : Ids()).value();
}

/// Compares at every layer of every stack, unless `last` says where to stop.
void checkStreams(const GradientBench& bench, const Model& model, int last = 1 << 20)
{
    for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder}) {
        const StackSpec* const stack = model.spec().stack(kind);
        if (stack == nullptr)
            continue;
        for (int layer = 0; layer <= std::min<int>(last, static_cast<int>(stack->layers.size())); ++layer) {
            Slopes slopes = bench.slopesAt(kind, layer, kSteps.front());
            for (std::size_t i = 1; i < kSteps.size() && slopes.apart() >= kNear; ++i)
                slopes = bench.slopesAt(kind, layer, kSteps[i]);
            INFO(stackName(kind) << " layer " << layer << ": exact " << slopes.exact << ", measured "
                                 << slopes.measured << ", size " << slopes.size);
            CHECK(slopes.apart() < kNear);
        }
    }
}

void checkTiny(const TinyOptions& options)
{
    const auto model = tinyModel(options);
    const LaneInput lane = tinyLane(*model);
    const Index rows = std::ssize(model->isEncoderDecoder() ? lane.target : lane.source);
    checkStreams(GradientBench(model, lane, oneRow(rows - 1)), *model);
}

Matrix randomRows(Index rows, Index columns, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    Matrix values(rows, columns);
    for (Index i = 0; i < values.size(); ++i)
        values.data()[i] = normal(random);
    return values;
}

/// Σ out(x) ⊙ weights, differentiated by x along a direction, both ways.
template <typename Function, typename Back>
double apartOf(const Matrix& x, const Function& function, const Back& back)
{
    const Matrix weights = randomRows(x.rows(), x.cols(), 3);
    const Matrix direction = randomRows(x.rows(), x.cols(), 4);
    const auto at = [&](float by) {
        Matrix moved = x + direction * by;
        function(moved);
        return moved.cast<double>().cwiseProduct(weights.cast<double>()).sum();
    };
    const Matrix gradient = back(weights);
    const double exact = gradient.cast<double>().cwiseProduct(direction.cast<double>()).sum();
    const double found = (8.0 * (at(0.01F) - at(-0.01F)) - (at(0.02F) - at(-0.02F))) / 0.12;
    return std::abs(exact - found) / static_cast<double>(gradient.norm());
}

/// The first tokens of a reference.
std::vector<TokenId> firstIds(const Goldens& goldens, const std::string& name, std::size_t count)
{
    std::vector<TokenId> ids = goldens.has(name) ? goldens.ids(name) : std::vector<TokenId>();
    ids.resize(std::min(count, ids.size()));
    return ids;
}

int checkFamiliesIn(const fs::path& root)
{
    int checked = 0;
    std::set<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(root))
        folders.insert(entry.path());
    for (const fs::path& folder : folders) {
        if (!fs::exists(folder / "config.json") || !fs::exists(folder / "goldens.safetensors"))
            continue;
        std::ifstream file(folder / "config.json");
        if (findFamily(nlohmann::json::parse(file).value("model_type", "")) == nullptr)
            continue;
        const auto model = loadModel(folder, {}, {});
        if (!model || !(*model)->hasLogits())
            continue;
        INFO(folder.filename().string());
        const Goldens goldens(folder / "goldens.safetensors");
        const auto lane = prepareIds(**model, firstIds(goldens, "input_ids", 6),
                                     firstIds(goldens, "decoder_input_ids", 5));
        REQUIRE(lane);
        const Index rows = std::ssize((*model)->isEncoderDecoder() ? lane->target : lane->source);
        checkStreams(GradientBench(*model, *lane, oneRow(rows - 1)), **model);
        ++checked;
    }
    return checked;
}

} // namespace

TEST_CASE("gradient: norms, activations and caps backwards match central differences", "[grad]")
{
    const Matrix x = randomRows(3, 8, 1);
    const RowVector gain = randomRows(1, 8, 2).row(0);
    for (const NormKind kind : {NormKind::kLayerNorm, NormKind::kRmsNorm, NormKind::kRmsNormPlusOne})
        CHECK(apartOf(
                  x, [&](Matrix& rows) { normalize(rows, kind, gain, {}, 1e-3F); },
                  [&](const Matrix& out) { return normalizeBack(x, out, kind, gain, 1e-3F); })
              < 1e-3);
    for (const Index counted : {Index{2}, Index{3}})
        CHECK(apartOf(
                  x, [&](Matrix& rows) { normalizeTogether(rows, counted, 1e-3F); },
                  [&](const Matrix& out) { return normalizeTogetherBack(x, out, counted, 1e-3F); })
              < 1e-3);
    for (const Activation kind : {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh,
                                  Activation::kSilu, Activation::kQuickGelu, Activation::kTanh}) {
        // ReLU's kink at 0 is far away from all numbers.
        const Matrix far = x.unaryExpr([](float v) { return v + (v > 0.0F ? 0.2F : -0.2F); });
        INFO(static_cast<int>(kind));
        CHECK(apartOf(
                  far, [&](Matrix& rows) { activate(rows, kind); },
                  [&](Matrix out) {
                      activateBack(far, kind, out);
                      return out;
                  })
              < 1e-3);
    }
    CHECK(apartOf(
              x, [&](Matrix& rows) { softCap(rows, 2.0F); },
              [&](Matrix out) {
                  softCapBack(x, 2.0F, out);
                  return out;
              })
          < 1e-3);
}

TEST_CASE("gradient: every placement of norms, parallel blocks, mixtures and sinks", "[grad]")
{
    for (const NormPlacement placement : {NormPlacement::kPost, NormPlacement::kPre, NormPlacement::kSandwich,
                                          NormPlacement::kOutput, NormPlacement::kPreOfStream}) {
        INFO("placement " << static_cast<int>(placement));
        TinyOptions options;
        options.placement = placement;
        options.activation = Activation::kGelu;
        checkTiny(options);
        options.decoderOnly = true;
        options.valueWidth = 6;
        checkTiny(options);
        options.experts = 4;
        options.sinks = true;
        checkTiny(options);
    }
    TinyOptions parallel;
    parallel.placement = NormPlacement::kPre;
    parallel.parallel = true;
    parallel.decoderOnly = true;
    checkTiny(parallel);
}

TEST_CASE("gradient: every measure", "[grad]")
{
    const auto model = tinyModel();
    const LaneInput lane = tinyLane(*model);
    for (const Metric kind :
         {Metric::kLogProbability, Metric::kLogitDifference, Metric::kProbability, Metric::kLoss}) {
        INFO(wordOf(kind));
        checkStreams(GradientBench(model, lane, {kind, {{1, 5, 9}, {3, 8, -1}, {3, 2, 4}}}), *model);
    }
}

TEST_CASE("gradient: what one head computes fits together", "[grad]")
{
    const auto model = tinyModel({.placement = NormPlacement::kPre});
    const GradientBench bench(model, tinyLane(*model), oneRow(3));
    const Trace& pass = bench.result().pass;
    const Trace& back = bench.result().gradient;
    for (const HeadRef& head : headsOf(pass)) {
        INFO(toString(head));
        const auto dot = [&](Site site) {
            return pass.headMatrix(site, head).cwiseProduct(back.headMatrix(site, head)).sum();
        };
        const Matrix weights = pass.attention(head).whole(MapKind::kWeights);
        const Matrix scores = pass.attention(head).whole(MapKind::kScores);
        const Matrix ofWeights = back.attention(head).whole(MapKind::kWeights);
        const Matrix ofScores = back.attention(head).whole(MapKind::kScores);
        const Matrix expected
            = back.headMatrix(Site::kHeadOutput, head) * pass.headMatrix(Site::kValue, head).transpose();
        CHECK(mismatch(ofWeights, expected, 1e-6, 1e-5) == "");
        // Every one of these is linear in the next.
        CHECK(weights.cwiseProduct(ofWeights).sum() == Approx(dot(Site::kHeadOutput)).margin(1e-5));
        CHECK(dot(Site::kValue) == Approx(dot(Site::kHeadOutput)).margin(1e-5));
        CHECK(scores.cwiseProduct(ofScores).sum() == Approx(dot(Site::kQuery)).margin(1e-5));
        CHECK(dot(Site::kKey) == Approx(dot(Site::kQuery)).margin(1e-5));
        CHECK((weights.array() == 0.0F).select(ofScores, 0.0F).isZero());
    }
}

TEST_CASE("gradient: scaling a head's output changes m as the gradient says", "[grad]")
{
    const auto model = tinyModel();
    const LaneInput lane = tinyLane(*model);
    const Measure measure{Metric::kLogProbability, {{3, 6, -1}}};
    const GradientBench bench(model, lane, measure);
    for (const HeadRef& head : {kEncoderHead, kDecoderHead, kCrossHead}) {
        const auto at = [&](float factor) {
            const auto scaled = only(HeadScale{patternOf(head), factor, true});
            return GradientBench(model, lane, measure, scaled).result().value;
        };
        const double found = (at(1.01F) - at(0.99F)) / 0.02;
        const double exact = static_cast<double>(
            bench.result()
                .pass.headMatrix(Site::kHeadOutput, head)
                .cwiseProduct(bench.result().gradient.headMatrix(Site::kHeadOutput, head))
                .sum());
        INFO(toString(head));
        CHECK(exact == Approx(found).epsilon(0.01).margin(1e-3));
    }
}

TEST_CASE("gradient: the embeddings, through their norms and projections", "[grad]")
{
    int checked = 0;
    for (const char* const name : {"bert", "electra", "deberta-v2", "opt", "bloom", "roberta"}) {
        const fs::path folder = fs::path(kSharedData) / "goldens" / name;
        if (!fs::exists(folder))
            continue;
        INFO(name);
        const auto model = loadModel(folder, {}, {}).value();
        if (!model->hasLogits())
            continue;
        const Goldens goldens(folder / "goldens.safetensors");
        const LaneInput lane = prepareIds(*model, firstIds(goldens, "input_ids", 6), {}).value();
        const GradientBench bench(model, lane, oneRow(2));
        const StackKind kind = model->isEncoderOnly() ? StackKind::kEncoder : StackKind::kDecoder;
        TokenBatch batch;
        for (auto& ids = batch.ids.emplace_back(); const TokenLabel& token : lane.source)
            ids.push_back(static_cast<std::int32_t>(token.id));
        const auto length = std::ssize(lane.source);
        const EditPlan none;
        const auto at = [&](float by) { // the embeddings, and the stream before layer 0
            StackWeights weights = *model->weights().stack(kind);
            Matrix table = weights.embedding.toMatrix();
            table += by * randomRows(table.rows(), table.cols(), 5) * table.norm()
                / std::sqrt(static_cast<float>(table.size()));
            weights.embedding = WeightMatrix(std::move(table));
            std::vector<TraceChunk> chunks(1);
            RecordPlan plan;
            plan.sites = {Site::kEmbeddings};
            const Tap tap(none, &plan, &chunks);
            const ForwardContext context{tap, {{length, length}}, 0, nullptr, nullptr, {}};
            Matrix stream = embed(context, model->spec(), kind, weights, batch);
            return std::pair{chunks.front().stack(kind)->embeddings, std::move(stream)};
        };
        const auto [embeddings, stream] = at(0.005F);
        const auto [otherEmbeddings, otherStream] = at(-0.005F);
        const double before = (stream - otherStream)
                                  .cwiseProduct(bench.result().gradient.residual(kind, 0))
                                  .cast<double>()
                                  .sum();
        const Matrix gradient = bench.result().gradient.stackMatrix(Site::kEmbeddings, kind);
        const double after = (embeddings - otherEmbeddings).cwiseProduct(gradient).cast<double>().sum();
        CHECK(after == Approx(before).epsilon(0.005).margin(1e-5));
        ++checked;
    }
    if (checked == 0)
        WARN("skipped: the shared folder has no goldens");
}

TEST_CASE("gradient: every kind of edit, at the numbers that it leaves", "[grad]")
{
    const auto model = tinyModel({.placement = NormPlacement::kPre, .activation = Activation::kGelu});
    const LaneInput lane = tinyLane(*model);
    const HeadPattern all = kEveryHead;
    const HeadPattern some = where("*.1.*.1-2");
    const ReferenceInput other = ids(kOther, kOtherTarget);
    const std::vector<Intervention> edits{
        HeadOff{some},
        HeadScale{some, -0.5F, true},
        HeadMean{some, other, true},
        PatternEdit{some, PatternForm::kUniform, {}, true},
        PatternEdit{some, PatternForm::kFrozen, other, true},
        MaskShape{all, MaskForm::kWindow, 2, {}, true},
        TokenHidden{StackKind::kEncoder, 1, true},
        ActivationPatch{some, Site::kHeadOutput, other, 1, 2, true},
        ActivationPatch{some, Site::kKey, other, -1, -1, true},
        ActivationPatch{where("*.1.*.*"), Site::kResidual, other, 0, 1, true},
        PositionEdit{StackKind::kEncoder, PositionTable::kNone, 0, true},
        ScoreScale{some, ScaleForm::kNumber, 0.3F, true},
        ScoreSimilarity{some, SimilarityForm::kCosine, true},
        ScoreSimilarity{some, SimilarityForm::kAdditive, true},
        RowNormalisation{where("encoder.1.self.0"), RowForm::kShare, true},
        MaskFill{all, MaskFillForm::kBillion, EmptyRow::kUniform, true},
        Dropout{0.2F, 0.2F, 0.2F, 0.2F, 3, 1, true},
        Wiring{WiringForm::kSkippedLayer, StackKind::kDecoder, 1, true},
        Wiring{WiringForm::kStaleResidual, StackKind::kDecoder, 0, true},
        Wiring{WiringForm::kOneHead, StackKind::kEncoder, -1, true}};
    for (const Intervention& edit : edits) {
        INFO(describe(edit));
        checkStreams(GradientBench(model, lane, oneRow(3), only(edit)), *model, 0);
    }
}

TEST_CASE("gradient: an expert that is switched off", "[grad]")
{
    const auto model = tinyModel({.activation = Activation::kGelu, .decoderOnly = true, .experts = 3});
    const GradientBench bench(model, tinyLane(*model), oneRow(4), only(ExpertOff{{.experts = {1, 1}}, true}));
    checkStreams(bench, *model);
}

TEST_CASE("gradient: the stream between the sub-layers", "[grad]")
{
    // Before a norm that comes first, the stream hands its gradient on through the sum.
    const auto model = tinyModel({.placement = NormPlacement::kPre, .decoderOnly = true});
    const GradientBench bench(model, tinyLane(*model), oneRow(4));
    const auto& sums = bench.result().sums;
    REQUIRE(sums.size() == 2);
    const LayerRef layer{StackKind::kDecoder, 1, AttentionKind::kSelf};
    CHECK(mismatch(bench.result().gradient.output(layer), sums.at(layer), 1e-7) == "");
}

TEST_CASE("gradient: an estimate is close to the change by a small patch, of every site", "[grad]")
{
    const auto model = tinyModel({.decoderOnly = true});
    const LaneInput lane = tinyLane(*model);
    GradientRequest request{model, lane, {}, {Metric::kLogitDifference, {{4, 3, 8}}}, {}, nullptr};
    request.plan.sites = estimatedSites();
    const GradientResult base = gradient(request, {}).value();
    const auto measuredOf = [&](const Interventions& edits, const Trace& from) {
        RunRequest run{model, {lane}, edits, {}, nullptr, {}};
        run.plan.sites = {Site::kFinal};
        ReferenceRuns given;
        given.traces = {{from}};
        run.given = std::make_shared<const ReferenceRuns>(given);
        const Trace trace = execute(run, {}).value().traces.front();
        return measured(base.measure,
                        headlight::logitsOf(
                            *model, trace.stackMatrix(Site::kFinal, StackKind::kDecoder).row(4), nullptr));
    };
    auto moved = std::make_shared<TraceChunk>(*base.pass.leaf());
    const auto move = [](Matrix& rows) {
        rows += 0.002F * rows.norm() / std::sqrt(static_cast<float>(rows.size()))
            * randomRows(rows.rows(), rows.cols(), 6);
    };
    StackChunk& stack = *moved->decoder;
    for (const Site site : {Site::kQuery, Site::kKey, Site::kValue, Site::kWeights, Site::kHeadOutput})
        for (Matrix& rows : *stack.self[1].matrices(site))
            move(rows);
    const LayerRef layer{StackKind::kDecoder, 1, AttentionKind::kSelf};
    for (const Site site : {Site::kResidual, Site::kResidualMiddle, Site::kOutput, Site::kFeedForwardOutput})
        move(*stack.matrix(site, layer));
    const Trace donor(base.pass.sharedInfo(), moved, base.pass.axis(StackKind::kEncoder),
                      base.pass.axis(StackKind::kDecoder));
    for (const Site site :
         {Site::kQuery, Site::kKey, Site::kValue, Site::kWeights, Site::kHeadOutput, Site::kResidual,
          Site::kResidualMiddle, Site::kOutput, Site::kFeedForwardOutput}) {
        INFO(siteName(site));
        ActivationPatch patch;
        patch.where = parseHeadPattern("decoder.1.self.*").value();
        patch.site = site;
        const double change = measuredOf(only(patch), donor) - base.value;
        CHECK(std::abs(change) > 1e-6);
        const double estimate = estimatedChange(base, {patch}, donor).value();
        CHECK(estimate == Approx(change).epsilon(0.05).margin(1e-6));
        std::vector<Intervention> rows; // one by one, they are the same patch
        for (Index row = 0; row < std::ssize(base.pass.tokens(StackKind::kDecoder)); ++row) {
            patch.source = patch.target = row;
            rows.emplace_back(patch);
        }
        CHECK(estimatedChange(base, rows, donor).value() == Approx(estimate).epsilon(1e-4).margin(1e-7));
    }
    const HeadScale less{parseHeadPattern("decoder.0.self.1").value(), 0.99F, true};
    CHECK(estimatedChange(base, {less}, {}).value()
          == Approx(measuredOf(only(less), {}) - base.value).epsilon(0.05));
    CHECK(estimatedChange(base, {less, less}, {}).value() // 0.99² of the head
          == Approx(1.99 * estimatedChange(base, {less}, {}).value()).epsilon(1e-3));
    CHECK(estimatedChange(base, {TokenHidden{StackKind::kDecoder, 1, true}}, {}).error().code
          == ErrorCode::kUnsupported);
}

TEST_CASE("gradient: a request that cannot be measured is refused", "[grad]")
{
    const auto model = tinyModel();
    GradientRequest request{model, tinyLane(*model), {}, oneRow(4), {}, nullptr};
    CHECK(gradient(request, {}).error().describe() == "row: found 4, expected 0 to 3");
    request.measure = {Metric::kLoss, {{1, 29, -1}}};
    CHECK(gradient(request, {}).error().describe() == "token: found id 29, expected 0 to 28");
    request.measure = {};
    CHECK(gradient(request, {}).error().field == "gradient");
    std::stop_source stop;
    stop.request_stop();
    request.measure = oneRow(1);
    CHECK(gradient(request, {stop.get_token(), {}, {}}).error().code == ErrorCode::kCancelled);
}

TEST_CASE("gradient: the built-in models against PyTorch in double precision", "[grad][goldens]")
{
    for (const char* const name : {"en-gpt", "en-fr"}) {
        const auto model = loadModel(fs::path(kSourceRoot) / "resources/models" / name, {}, {}).value();
        const Goldens goldens(fs::path(kTestData) / "gradients" / (std::string(name) + ".safetensors"));
        const std::vector<TokenId> at = goldens.ids("measure");
        const LaneInput lane = prepareIds(*model, goldens.ids("input_ids"),
                                          goldens.has("target_ids") ? goldens.ids("target_ids") : Ids())
                                   .value();
        const Measure measure{at[2] < 0 ? Metric::kLogProbability : Metric::kLogitDifference,
                              {{at[0], at[1], at[2]}}};
        const GradientBench bench(model, lane, measure);
        CHECK(bench.result().value == Approx(goldens.matrix("value")(0, 0)).margin(2e-5));
        const Trace& found = bench.result().gradient;
        int compared = 0;
        const auto compare = [&](const std::string& tensor, const Matrix& own, Index place) {
            if (!goldens.has(tensor))
                return;
            INFO(name << ": " << tensor << " " << place);
            const Matrix expected = goldens.matrix(tensor, place);
            const auto largest = static_cast<double>(expected.cwiseAbs().maxCoeff());
            CHECK(mismatch(own, expected, 1e-4 * largest) == "");
            ++compared;
        };
        for (const HeadRef& head : headsOf(found))
            for (const Site site : {Site::kWeights, Site::kQuery, Site::kValue, Site::kHeadOutput})
                compare(toString(head.layerRef()) + '.' + std::string(siteName(site)) + ".grad",
                        site == Site::kWeights ? found.attention(head).whole(MapKind::kWeights)
                                               : found.headMatrix(site, head),
                        head.head);
        for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
            const std::string prefix = std::string(stackName(stack)) + '.';
            compare(prefix + "embeddings.grad", found.stackMatrix(Site::kEmbeddings, stack), 0);
            for (int layer = 0; layer <= 4; ++layer)
                compare(prefix + "residual." + std::to_string(layer) + ".grad", found.residual(stack, layer),
                        0);
        }
        CHECK(compared > 25);
    }
}

TEST_CASE("gradient: the map of masking estimates what a mask really does", "[grad]")
{
    const auto model = tinyModel({.placement = NormPlacement::kPre});
    const LaneInput lane = tinyLane(*model);
    const Measure measure{Metric::kLogProbability, {{3, 6, -1}}};
    const GradientBench bench(model, lane, measure);
    const auto effects = cellEffects({model, bench.result().pass, {}, measure}, {});
    REQUIRE(effects);
    const Trace trace = bench.result().pass.withEffects(*effects);
    CHECK_FALSE(bench.result().pass.attention(kCrossHead).has(MapKind::kIfMasked));
    const AttentionMap map = trace.attention(kCrossHead);
    REQUIRE(map.has(MapKind::kIfMasked));
    const Matrix weights = map.whole(MapKind::kWeights);
    const Matrix slopes = bench.result().gradient.attention(kCrossHead).whole(MapKind::kWeights);
    const Matrix estimates = map.whole(MapKind::kIfMasked);
    CHECK(map.at(MapKind::kIfMasked, 2, 1) == estimates(2, 1));
    int close = 0;
    double worst = 0.0;
    for (Index query = 0; query < weights.rows(); ++query)
        for (Index key = 0; key < weights.cols(); ++key) {
            const double weight = static_cast<double>(weights(query, key));
            const double mean = static_cast<double>(weights.row(query).dot(slopes.row(query)));
            CHECK(static_cast<double>(estimates(query, key))
                  == Approx(weight / (1 - weight) * (static_cast<double>(slopes(query, key)) - mean))
                         .margin(1e-6));
            if (weight > 0.05) // the estimate is exact where little moves
                continue;
            const auto masked
                = only(MaskEdit{patternOf(kCrossHead), query, query + 1, key, key + 1, false, true});
            const double loss
                = bench.result().value - GradientBench(model, lane, measure, masked).result().value;
            worst = std::max(worst, std::abs(loss - static_cast<double>(estimates(query, key))));
            ++close;
        }
    CHECK(close >= 3);
    CHECK(worst < 0.02);
}

TEST_CASE("gradient: the map of effects is the head's part of the measured row", "[grad]")
{
    const auto model = tinyModel({.placement = NormPlacement::kPre});
    const Trace pass = runTiny(model, {{{5, 9, 14}, {0, 7, 3}}}).front();
    const Measure measure{Metric::kLogitDifference, {{1, 6, 2}}};
    const auto effects = cellEffects({model, pass, {}, measure}, {});
    REQUIRE(effects);
    const auto account = effectOf(*model, pass, {1, 6, 2});
    REQUIRE(account);
    const Trace trace = pass.withEffects(*effects);
    int heads = 0;
    for (std::size_t i = 0; i < account->writers.size(); ++i) {
        const Writer& writer = account->writers[i];
        if (writer.kind != Writer::Kind::kHead)
            continue;
        const AttentionMap map
            = trace.attention({writer.stack, writer.layer, writer.attention, writer.index});
        REQUIRE(map.has(MapKind::kEffect));
        const Matrix whole = map.whole(MapKind::kEffect);
        CHECK(static_cast<double>(whole.row(1).sum()) == Approx(account->parts[i]).margin(1e-4));
        CHECK(whole.row(0).isZero(0));
        CHECK(whole.row(2).isZero(0));
        ++heads;
    }
    CHECK(heads == 16);
    const HeadRef encoder{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
    CHECK_FALSE(trace.attention(encoder).has(MapKind::kEffect)); // it acts only through the memory
    CHECK(trace.attention(encoder).has(MapKind::kIfMasked));
    const auto other = tinyModel({.width = 24});
    CHECK_FALSE(cellEffects({other, pass, {}, measure}, {}));
}

TEST_CASE("gradient: what is lost without a part is estimated, and measured by runs", "[grad]")
{
    const auto model = tinyModel({.placement = NormPlacement::kPre});
    const LaneInput lane = tinyLane(*model);
    const Measure measure{Metric::kLogitDifference, {{3, 6, 2}}};
    const GradientBench bench(model, lane, measure);
    for (const Donor donor : {Donor::kZero, Donor::kMean}) {
        const auto effects = partEffects({model, bench.result().pass, {}, measure}, donor, {});
        REQUIRE(effects);
        CHECK(effects->size() == 18); // of the decoder: 16 heads and 2 feed-forward layers
        const PartEffect& one = effects->at(writerOf(kCrossHead));
        if (donor == Donor::kZero) {
            const auto off = only(HeadOff{patternOf(kCrossHead)});
            const double loss
                = bench.result().value - GradientBench(model, lane, measure, off).result().value;
            CHECK(one.run == Approx(loss).margin(1e-5));
            // An estimate is exact where little is taken away.
            const auto less = only(HeadScale{patternOf(kCrossHead), 0.99F});
            const double part
                = bench.result().value - GradientBench(model, lane, measure, less).result().value;
            CHECK(one.estimate == Approx(100 * part).margin(0.02));
        }
        CHECK(one.run != 0);
        // Before a norm that comes first, the stream after the layer is a sum with the feed-forward's output.
        const Trace& pass = bench.result().pass;
        const LayerRef fed{StackKind::kDecoder, 0, AttentionKind::kSelf};
        const Matrix added = pass.stream(Site::kFeedForwardOutput, fed);
        Matrix less = added;
        if (donor == Donor::kMean)
            less.rowwise() -= RowVector(added.colwise().mean());
        const PartEffect& whole = effects->at({Writer::Kind::kFeedForward, StackKind::kDecoder, 0});
        CHECK(
            whole.run
            == Approx(bench.result().value
                      - bench.valueFrom(StackKind::kDecoder, 1, pass.residual(StackKind::kDecoder, 1) - less))
                   .margin(2e-5));
        CHECK(
            whole.estimate
            == Approx(less.cwiseProduct(bench.result().gradient.stream(Site::kFeedForwardOutput, fed)).sum())
                   .margin(1e-4));
        CHECK(whole.run != 0);
    }
}

TEST_CASE("gradient: parts of every kind of layer are measured as a run with the same edit does", "[grad]")
{
    const Measure measure{Metric::kLogProbability, {{3, 6, -1}}};
    for (const TinyOptions& options :
         {TinyOptions{}, TinyOptions{.decoderOnly = true, .experts = 4},
          TinyOptions{.placement = NormPlacement::kPre, .decoderOnly = true, .parallel = true}}) {
        const auto model = tinyModel(options);
        const LaneInput lane = tinyLane(*model);
        // Edits that are active in every run stay so.
        const auto off = only(HeadOff{patternOf(kDecoderHead)});
        const GradientBench bench(model, lane, measure, off);
        const auto effects = partEffects({model, bench.result().pass, off, measure}, Donor::kZero, {});
        REQUIRE(effects);
        for (int layer = 0; layer < 2; ++layer) {
            INFO("layer " << layer);
            RunRequest run{model, {lane}, off, {}, nullptr, {}};
            run.plan.sites = {Site::kFinal, Site::kFeedForwardOutput};
            const LayerRef fed{StackKind::kDecoder, layer, AttentionKind::kSelf};
            auto silent = std::make_shared<TraceChunk>(*execute(run, {}).value().traces.front().leaf());
            silent->decoder->matrix(Site::kFeedForwardOutput, fed)->setZero();
            ActivationPatch patch;
            patch.where = patternOf(HeadRef{StackKind::kDecoder, layer, AttentionKind::kSelf, 0});
            patch.site = Site::kFeedForwardOutput;
            run.interventions.list.emplace_back(patch);
            const Trace& pass = bench.result().pass;
            ReferenceRuns given;
            given.traces = {{},
                            {Trace(pass.sharedInfo(), silent, pass.axis(StackKind::kEncoder),
                                   pass.axis(StackKind::kDecoder))}};
            run.given = std::make_shared<const ReferenceRuns>(given);
            const Trace trace = execute(run, {}).value().traces.front();
            const double value
                = measured(measure,
                           headlight::logitsOf(
                               *model, trace.stackMatrix(Site::kFinal, StackKind::kDecoder).row(3), nullptr));
            CHECK(effects->at({Writer::Kind::kFeedForward, StackKind::kDecoder, layer}).run
                  == Approx(bench.result().value - value).margin(2e-5));
        }
    }
}

TEST_CASE("gradient: a layer without a feed-forward loses none", "[grad]")
{
    const auto model = loadModel(fs::path(kTestData) / "transformer_lens/attn-only", {}, {}).value();
    const LaneInput lane = prepareIds(*model, {5, 3, 7}, {}).value();
    RunRequest run{model, {lane}, {}, {}, nullptr, {}};
    run.plan.sites = {Site::kFinal};
    const Trace line = execute(run, {}).value().traces.front();
    const auto effects = partEffects({model, line, {}, oneRow(2)}, Donor::kZero, {});
    REQUIRE(effects);
    REQUIRE_FALSE(effects->empty());
    for (const auto& [part, effect] : *effects)
        CHECK(part.kind == Writer::Kind::kHead);
}

TEST_CASE("gradient: a key with the whole weight has no estimate", "[grad]")
{
    const auto model = tinyModel({.decoderOnly = true});
    const GradientBench bench(model, tinyLane(*model), oneRow(4));
    const Trace& pass = bench.result().pass;
    const auto effects = cellEffects({model, pass, {}, oneRow(4)}, {});
    REQUIRE(effects);
    const AttentionMap map = pass.withEffects(*effects).attention(kDecoderHead);
    CHECK(std::isnan(map.at(MapKind::kIfMasked, 0, 0))); // the first token sees only itself
    CHECK(std::isfinite(map.at(MapKind::kIfMasked, 1, 0)));
    CHECK(map.at(MapKind::kIfMasked, 1, 2) == 0.0F); // masked already
}

TEST_CASE("gradient: the families that come with the tests", "[grad][goldens]")
{
    CHECK(checkFamiliesIn(fs::path(kTestData) / "models") >= 5);
}

TEST_CASE("gradient: every family in the shared folder", "[grad][goldens]")
{
    const fs::path shared = fs::path(kSharedData) / "goldens";
    if (!fs::exists(shared)) {
        WARN("skipped: " << shared << " is not there");
        return;
    }
    CHECK(checkFamiliesIn(shared) >= 45);
}

} // namespace headlight::test
