// The effect of edits on a pass, compared with independent calculations on tiny random models.
#include "core/edit/edit_plan.h"
#include "core/math/positions.h"
#include "core/nn/weights.h"
#include "core/run/references.h"
#include "core/run/sweep.h"
#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/goldens.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>

namespace headlight::test {

TEST_CASE("edits: every kind goes to JSON and back", "[edit]")
{
    Interventions all;
    MaskShape window{where("encoder.*.self.*"), MaskForm::kWindow, 3, {}};
    MaskShape blocks{where("encoder.0.self.1"), MaskForm::kBlocks, 1, {0, 2, 4}};
    MaskShape prefix{where("decoder.*.self.*"), MaskForm::kPrefix, 2, {}};
    prefix.enabled = false;
    ReferenceInput text;
    text.text = "a cat\na \"dog\"";
    text.targetText = "un chat\nun chien";
    PatternEdit frozen{where("decoder.*.cross.*"), PatternForm::kFrozen, text};
    ActivationPatch patch{where("decoder.1.self.2"), Site::kValue, ids(kOther, kOtherTarget), 1, 3};
    all.list = {window,
                blocks,
                prefix,
                TokenHidden{StackKind::kDecoder, 2},
                HeadScale{where("*.*.*.*"), 0.25F},
                HeadMean{where("encoder.1.self.0"), {}},
                PatternEdit{where("encoder.1.self.0"), PatternForm::kPrevious, {}},
                frozen,
                patch,
                ActivationPatch{where("encoder.2.*.*"), Site::kResidual, text, -1, -1},
                PositionEdit{StackKind::kEncoder, PositionTable::kSinusoidalHalves, -2}};
    const auto read = interventionsFromJson(toJson(all), "edits.json");
    REQUIRE(read.has_value());
    CHECK(*read == all);
    CHECK_FALSE(all.empty());
    CHECK(all.active().list.size() == all.list.size() - 1);
    for (Intervention& edit : all.list)
        setEnabled(edit, false);
    CHECK(all.empty());
    CHECK(describe(all.list[1]) == "encoder.0.self.1: blocks from 0 2 4");
    CHECK(describe(all.list[4]) == "*.*.*.* × 0.25");
    CHECK(describe(all.list[8]) == "decoder.1.self.2: v at 3 from ids 7,21,4,18,11 at 1");
    CHECK(describe(all.list[10]) == "encoder positions sinusoidal_halves shifted by -2");
}

TEST_CASE("edits: faults of the new kinds are named", "[edit]")
{
    const auto error = [](const char* json) {
        const auto read = interventionsFromJson(json, "e");
        return read ? std::string("accepted") : read.error().describe();
    };
    CHECK(error(R"([{"type":"window","where":"encoder.0.self.0","size":0}])")
          == "e: [0].size: found 0, expected a whole number of at least 1");
    CHECK(error(R"([{"type":"blocks","where":"encoder.0.self.0","starts":[3,1]}])")
          == "e: [0].starts: found [3, 1], expected ascending positions");
    CHECK(error(R"([{"type":"pattern","where":"encoder.0.self.0","form":"odd"}])")
          == "e: [0].form: found \"odd\", expected one of uniform, identity, previous, first, frozen");
    CHECK(error(R"([{"type":"patch","where":"encoder.0.self.0","site":"scores"}])")
          == "e: [0].site: found \"scores\", expected one of q, k, v, head_output, residual, weights, "
             "output, residual_middle, ff_output");
    CHECK(error(R"([{"type":"patch","where":"encoder.0.self.0","site":"q","to":1}])").find("[0].to")
          != std::string::npos);
    CHECK(error(R"([{"type":"head_scale","where":"encoder.0.self.0","factor":"x"}])")
          == "e: [0].factor: found \"x\", expected a number");
    CHECK(error(R"([{"type":"head_mean","where":"encoder.0.self.0","reference":{}}])").find("[0].reference")
          != std::string::npos);
    CHECK(error(R"([{"type":"hide","stack":"middle","token":1}])")
          == "e: [0].stack: found \"middle\", expected encoder or decoder");
}

TEST_CASE("edits: an edit that changes nothing leaves every bit as it was", "[edit][nn]")
{
    const auto model = tinyModel();
    const Matrix plain = logitsOf(runOne(model));
    Interventions same;
    const ReferenceInput own;
    same.list = {HeadScale{where("*.*.*.*"), 1.0F},
                 MaskShape{where("*.*.*.*"), MaskForm::kWindow, 99, {}},
                 MaskShape{where("*.*.*.*"), MaskForm::kBlocks, 99, {}},
                 PatternEdit{where("*.*.*.*"), PatternForm::kFrozen, own},
                 ActivationPatch{where("*.*.*.*"), Site::kQuery, own, -1, -1},
                 ActivationPatch{where("*.*.*.*"), Site::kKey, own, 2, 2},
                 ActivationPatch{where("*.*.*.*"), Site::kHeadOutput, own, -1, -1},
                 ActivationPatch{where("*.*.*.*"), Site::kResidual, own, 1, 1},
                 PositionEdit{StackKind::kEncoder, PositionTable::kOwn, 0},
                 PositionEdit{StackKind::kDecoder, PositionTable::kSinusoidalInterleaved, 0}};
    CHECK(logitsOf(runOne(model, same)) == plain);
    Interventions disabled = only(HeadOff{where("*.*.*.*")});
    setEnabled(disabled.list.front(), false);
    const Trace trace = runOne(model, disabled);
    CHECK(logitsOf(trace) == plain);
    CHECK(trace.info().edits.empty());
    CHECK(trace.info().editsJson == "[]");
}

TEST_CASE("edits: masks as rules are the masks that were painted", "[edit][nn]")
{
    const auto model = tinyModel();
    const auto masked = [&](const Intervention& edit) { return runOne(model, only(edit)); };
    const auto painted = [&](const char* pattern, const auto& allowed) {
        // Cell by cell, starting from the unedited model's mask.
        const Trace plain = runOne(model);
        Interventions cells;
        const HeadPattern heads = where(pattern);
        const HeadRef first{heads.stack, 0, heads.kind, 0};
        const Matrix own = plain.attention(first).whole(MapKind::kMask);
        for (Index q = 0; q < own.rows(); ++q)
            for (Index k = 0; k < own.cols(); ++k)
                if (allowed(q, k, own(q, k) != 0) != (own(q, k) != 0))
                    cells.list.emplace_back(
                        MaskEdit{heads, q, q + 1, k, k + 1, allowed(q, k, own(q, k) != 0)});
        REQUIRE_FALSE(cells.list.empty());
        return runOne(model, cells);
    };
    const auto same = [](const Trace& a, const Trace& b) { return logitsOf(a) == logitsOf(b); };
    CHECK(same(
        masked(MaskShape{where("encoder.*.self.*"), MaskForm::kWindow, 2, {}}),
        painted("encoder.*.self.*", [](Index q, Index k, bool own) { return own && std::abs(q - k) < 2; })));
    CHECK(
        same(masked(MaskShape{where("encoder.*.self.*"), MaskForm::kBlocks, 2, {}}),
             painted("encoder.*.self.*", [](Index q, Index k, bool own) { return own && q / 2 == k / 2; })));
    CHECK(same(masked(MaskShape{where("encoder.*.self.*"), MaskForm::kBlocks, 1, {1, 4}}),
               painted("encoder.*.self.*", [](Index q, Index k, bool own) {
                   return own && (q >= 1) == (k >= 1) && (q >= 4) == (k >= 4);
               })));
    CHECK(same(
        masked(MaskShape{where("decoder.*.self.*"), MaskForm::kPrefix, 3, {}}),
        painted("decoder.*.self.*", [](Index q, Index k, bool own) { return own || (q < 3 && k < 3); })));
    CHECK(same(masked(TokenHidden{StackKind::kDecoder, 1}),
               painted("decoder.*.self.*", [](Index, Index k, bool own) { return own && k != 1; })));
    CHECK(
        same(masked(MaskEdit{where("decoder.*.cross.*"), 0, -1, 1, 3, false}),
             painted("decoder.*.cross.*", [](Index, Index k, bool own) { return own && (k < 1 || k > 2); })));

    const Trace hidden = masked(TokenHidden{StackKind::kEncoder, 3});
    for (const HeadRef& head : {kEncoderHead, kCrossHead})
        CHECK(weightsOf(hidden, head).col(3).isZero());
    CHECK_FALSE(weightsOf(hidden, kDecoderHead).col(3).isZero());
    const auto absent
        = EditPlan::compile(only(TokenHidden{StackKind::kEncoder, 5}), model->traceInfo(), {5, 4});
    REQUIRE_FALSE(absent.has_value());
    CHECK(absent.error().message == "token 5 does not exist: the encoder has tokens 0 to 4");
}

TEST_CASE("edits: later ones have the last word", "[edit][nn]")
{
    const auto model = tinyModel();
    MaskEdit close{where("encoder.*.self.*"), 0, -1, 2, 3, false}, open = close;
    open.allow = true;
    Interventions both;
    both.list = {close, open};
    CHECK(logitsOf(runOne(model, both)) == logitsOf(runOne(model)));
    both.list = {open, close};
    CHECK(logitsOf(runOne(model, both)) == logitsOf(runOne(model, only(close))));
    both.list = {HeadOff{where("encoder.1.self.2")}, HeadMean{where("encoder.1.self.2"), {}}};
    CHECK(logitsOf(runOne(model, both))
          == logitsOf(runOne(model, only(HeadMean{where("encoder.1.self.2"), {}}))));
}

TEST_CASE("edits: a scaled head is a scaled slice of the output projection", "[edit][nn]")
{
    const auto model = tinyModel();
    const Trace scaled = runOne(model, only(HeadScale{patternOf(kCrossHead), 0.3F}));
    ModelWeights changed = model->weights();
    Linear& output = changed.decoder->layers[1].cross->output;
    Matrix values = output.weight.toMatrix();
    values.middleCols(3 * 4, 4) *= 0.3F;
    output.weight = WeightMatrix(std::move(values));
    Model::Parts parts;
    parts.spec = std::make_shared<ArchSpec>(model->spec());
    parts.weights = std::make_shared<ModelWeights>(std::move(changed));
    parts.generation = model->generation();
    const auto narrowed = std::make_shared<const Model>(std::move(parts));
    CHECK(mismatch(logitsOf(scaled), logitsOf(runOne(narrowed)), 1e-4) == "");
    CHECK(mismatch(scaled.headMatrix(Site::kHeadOutput, kCrossHead),
                   runOne(model).headMatrix(Site::kHeadOutput, kCrossHead) * 0.3F, 1e-5)
          == "");
}

TEST_CASE("edits: a mean head gives the mean of the plain rows everywhere", "[edit][nn]")
{
    const auto model = tinyModel();
    const auto meanRow = [&](const Matrix& rows) { return Matrix(rows.colwise().mean()); };
    const Trace plain = runOne(model);
    const Matrix own = runOne(model, only(HeadMean{patternOf(kEncoderHead), {}}))
                           .headMatrix(Site::kHeadOutput, kEncoderHead);
    const Matrix expected = meanRow(plain.headMatrix(Site::kHeadOutput, kEncoderHead));
    CHECK(mismatch(own, expected.replicate(own.rows(), 1), 1e-5) == "");

    // Across a reference, and across a batch without its padding.
    const Trace other = runTiny(model, {{kOther, kOtherTarget}}).front();
    const Matrix referred = runOne(model, only(HeadMean{patternOf(kCrossHead), ids(kOther, kOtherTarget)}))
                                .headMatrix(Site::kHeadOutput, kCrossHead);
    CHECK(mismatch(referred, meanRow(other.headMatrix(Site::kHeadOutput, kCrossHead)).replicate(4, 1), 1e-5)
          == "");
    const auto batch
        = runTiny(model, {{{5, 9}, {0, 7}}, {kSource, kTarget}}, only(HeadMean{patternOf(kEncoderHead), {}}));
    const Trace shorter = runTiny(model, {{{5, 9}, {0, 7}}}).front();
    Matrix all(7, 4);
    all << shorter.headMatrix(Site::kHeadOutput, kEncoderHead),
        plain.headMatrix(Site::kHeadOutput, kEncoderHead);
    CHECK(mismatch(batch[0].headMatrix(Site::kHeadOutput, kEncoderHead), meanRow(all).replicate(5, 1), 1e-4)
          == "");
}

TEST_CASE("edits: patterns are what their names say, under the mask", "[edit][nn]")
{
    const auto model = tinyModel();
    const auto with = [&](const HeadRef& head, PatternForm form) {
        return weightsOf(runOne(model, only(PatternEdit{patternOf(head), form, {}})), head);
    };
    CHECK(mismatch(with(kEncoderHead, PatternForm::kUniform), Matrix::Constant(5, 5, 0.2F), 1e-6) == "");
    const Matrix causal = with(kDecoderHead, PatternForm::kUniform);
    for (Index q = 0; q < 4; ++q)
        for (Index k = 0; k < 4; ++k)
            CHECK(causal(q, k) == Approx(k <= q ? 1.0 / static_cast<double>(q + 1) : 0.0));
    CHECK(with(kDecoderHead, PatternForm::kIdentity) == Matrix::Identity(4, 4));
    Matrix previous = Matrix::Zero(4, 4);
    previous(0, 0) = previous(1, 0) = previous(2, 1) = previous(3, 2) = 1.0F;
    CHECK(with(kDecoderHead, PatternForm::kPrevious) == previous);
    Matrix first = Matrix::Zero(4, 5);
    first.col(0).setOnes();
    CHECK(with(kCrossHead, PatternForm::kFirst) == first);

    // The head's output follows, and no masked key gets weight.
    Interventions hidden = only(TokenHidden{StackKind::kEncoder, 0});
    hidden.list.emplace_back(PatternEdit{patternOf(kCrossHead), PatternForm::kFirst, {}});
    const Trace blind = runOne(model, hidden);
    CHECK(weightsOf(blind, kCrossHead).isZero());
    CHECK(blind.headMatrix(Site::kHeadOutput, kCrossHead).isZero());

    const Trace other = runTiny(model, {{kOther, kOtherTarget}}).front();
    const Trace frozen
        = runOne(model, only(PatternEdit{where("*.*.*.*"), PatternForm::kFrozen, ids(kOther, kOtherTarget)}));
    for (const HeadRef& head : headsOf(other)) {
        CHECK(weightsOf(frozen, head) == weightsOf(other, head));
        CHECK(mismatch(frozen.headMatrix(Site::kHeadOutput, head),
                       weightsOf(other, head) * frozen.headMatrix(Site::kValue, head), 1e-5)
              == "");
    }
}

TEST_CASE("edits: a replaced pattern is kept even where weights are computed from operands", "[edit][trace]")
{
    const auto model = tinyModel();
    const Interventions edits = only(PatternEdit{patternOf(kCrossHead), PatternForm::kUniform, {}});
    const Trace operands = runTiny(model, {{kSource, kTarget}}, edits, MatrixStorage::kOperands).front();
    const Trace matrices = runOne(model, edits);
    for (const HeadRef& head : headsOf(matrices))
        CHECK(mismatch(weightsOf(operands, head), weightsOf(matrices, head), 1e-6) == "");
}

TEST_CASE("edits: positions can be none, shifted or another table's", "[edit][nn]")
{
    const auto model = tinyModel();
    const auto positions = [&](PositionTable table, Index shift) {
        const Trace trace = runOne(model, only(PositionEdit{StackKind::kEncoder, table, shift}));
        return trace.stackMatrix(Site::kPositions, StackKind::kEncoder);
    };
    CHECK(positions(PositionTable::kOwn, 3) == sinusoidalInterleaved(3, 5, 16));
    CHECK(positions(PositionTable::kOwn, -2) == sinusoidalInterleaved(-2, 5, 16));
    CHECK(positions(PositionTable::kSinusoidalHalves, 0) == sinusoidalHalves(0, 5, 16));
    CHECK(positions(PositionTable::kNone, 0).rows() == 0);
    TinyOptions options;
    options.positions = PositionScheme::kNone;
    CHECK(logitsOf(runOne(tinyModel(options),
                          only(PositionEdit{StackKind::kEncoder, PositionTable::kSinusoidalInterleaved, 0})))
          != logitsOf(runOne(tinyModel(options))));

    options.positions = PositionScheme::kLearned;
    const auto learned = tinyModel(options);
    const Matrix& table = learned->weights().encoder->positions;
    const Trace shifted = runOne(learned, only(PositionEdit{StackKind::kEncoder, PositionTable::kOwn, 4}));
    CHECK(shifted.stackMatrix(Site::kPositions, StackKind::kEncoder) == table.middleRows(4, 5));
    RunRequest request;
    request.model = learned;
    request.lanes.push_back(prepareIds(*learned, kSource, kTarget).value());
    request.interventions = only(PositionEdit{StackKind::kEncoder, PositionTable::kOwn, 20});
    const auto outside = execute(request, {});
    REQUIRE_FALSE(outside.has_value());
    CHECK(outside.error().message == "asks for rows 20 to 24 of the position table, which has 24");
    request.interventions = only(PositionEdit{StackKind::kEncoder, PositionTable::kLearned, 0});
    request.model = model;
    CHECK(execute(request, {}).error().message == "the model has no learned position table");
}

TEST_CASE("edits: decoding with the cache is decoding without it, under every edit", "[edit][decode]")
{
    const ReferenceInput from = ids(kOther, kOtherTarget);
    const std::vector<Intervention> edits{
        HeadScale{where("decoder.*.*.1"), 0.4F},
        HeadMean{where("decoder.0.self.*"), {}},
        HeadMean{where("decoder.1.cross.*"), from},
        PatternEdit{where("decoder.*.self.0-1"), PatternForm::kUniform, {}},
        PatternEdit{where("decoder.*.*.2"), PatternForm::kPrevious, {}},
        PatternEdit{where("decoder.*.*.*"), PatternForm::kFrozen, from},
        MaskShape{where("decoder.*.self.*"), MaskForm::kWindow, 2, {}},
        MaskShape{where("decoder.*.self.*"), MaskForm::kBlocks, 3, {}},
        MaskShape{where("decoder.*.self.*"), MaskForm::kPrefix, 3, {}},
        TokenHidden{StackKind::kEncoder, 1},
        TokenHidden{StackKind::kDecoder, 2},
        ActivationPatch{where("decoder.*.*.*"), Site::kKey, from, 2, 1},
        ActivationPatch{where("decoder.1.*.*"), Site::kResidual, from, 1, 2},
        ActivationPatch{where("decoder.*.cross.*"), Site::kValue, from, -1, -1},
        PositionEdit{StackKind::kDecoder, PositionTable::kOwn, 2},
        PositionEdit{StackKind::kDecoder, PositionTable::kNone, 0}};
    const auto model = tinyModel();
    for (const Intervention& edit : edits) {
        INFO(describe(edit));
        DecodeRequest request;
        request.model = model;
        request.lanes.push_back(prepareIds(*model, kSource, {}).value());
        request.plan.sites = {Site::kWeights};
        request.options.maxNewTokens = 7;
        request.interventions = only(edit);
        const DecodedLane cached = decode(request, {}, {}).value().front();
        request.options.useCache = false;
        const DecodedLane whole = decode(request, {}, {}).value().front();
        CHECK(cached.ids == whole.ids);
        for (std::size_t i = 0; i < cached.logProbabilities.size(); ++i)
            CHECK(cached.logProbabilities[i] == Approx(whole.logProbabilities[i]).margin(1e-4));
        const Trace a = cached.steps.back().trace, b = whole.steps.back().trace;
        for (const HeadRef& head : headsOf(a))
            CHECK(mismatch(weightsOf(a, head), weightsOf(b, head), 1e-5) == "");
    }
}

TEST_CASE("edits: references are run once and kept", "[edit][run]")
{
    const auto model = tinyModel();
    ReferenceCache cache;
    const ReferenceInput reference = ids(kSource, kTarget);
    const LayerRef layer{StackKind::kDecoder, 0, AttentionKind::kSelf};
    const ReferenceNeeds keys{{Site::kKey, layer}};
    const ReferenceNeeds both{{Site::kQuery, layer}, {Site::kKey, layer}};
    const auto first = cache.traces(model, reference, {}, both, {}).value();
    const auto again = cache.traces(model, reference, {}, keys, {}).value();
    CHECK(again.front().leaf() == first.front().leaf());
    CHECK(cache.passes() == 1);
    const auto more = cache.traces(model, reference, {}, {{Site::kValue, layer}}, {}).value();
    CHECK(more.front().leaf() != first.front().leaf());
    CHECK(cache.passes() == 2);
    // What other edits read stays in the cache, and nothing else is kept from other layers.
    CHECK(cache.traces(model, reference, {}, both, {}).value().front().leaf() == more.front().leaf());
    CHECK(more.front().headMatrix(Site::kKey, {StackKind::kDecoder, 0, AttentionKind::kSelf, 0}).rows() > 0);
    CHECK(more.front().headMatrix(Site::kKey, {StackKind::kDecoder, 1, AttentionKind::kSelf, 0}).rows() == 0);
}

TEST_CASE("edits: a reference without a target is decoded once, whatever runs with it", "[edit][run]")
{
    const auto model = tinyModel();
    ReferenceCache cache;
    const ReferenceInput from = ids(kOther, {});
    const std::vector<LaneInput> lanes{prepareIds(*model, kSource, {}).value()};
    const auto prepared = cache.lanes(model, from, lanes, {}).value();
    CHECK(cache.passes() == 1);
    // Without a target, the decoder's input is the model's own greedy output.
    DecodeRequest request;
    request.model = model;
    request.lanes.push_back(prepareIds(*model, kOther, {}).value());
    const DecodedLane own = decode(request, {}, {}).value().front();
    CHECK(prepared.front().target.size() == own.ids.size() + (own.stop == StopReason::kEnd ? 0U : 1U));
    request.lanes = lanes;
    request.references = &cache;
    request.interventions = only(ActivationPatch{where("decoder.1.self.0"), Site::kHeadOutput, from, 1, 1});
    for (int run = 0; run < 3; ++run)
        REQUIRE(decode(request, {}, {}));
    CHECK(cache.passes() == 2);
    // A sweep over patches first requests positions, then runs.
    SweepRequest patches;
    patches.model = model;
    patches.lane = prepareIds(*model, kSource, kTarget).value();
    patches.references = &cache;
    patches.variants
        = patchVariants(model->traceInfo(), where("decoder.1.self.0"), Site::kHeadOutput, from,
                        static_cast<Index>(std::min(prepared.front().target.size(), kTarget.size())));
    REQUIRE(sweep(patches, {}, {}));
    CHECK(cache.passes() == 2);
}

TEST_CASE("edits: the reference that was not used for the longest time goes first", "[edit][run]")
{
    const auto model = tinyModel();
    const ReferenceNeeds keys{{Site::kKey, {StackKind::kDecoder, 0, AttentionKind::kSelf}}};
    const ReferenceInput first = ids(kSource, kTarget), second = ids(kOther, kTarget),
                         third = ids(kTarget, kTarget);
    ReferenceCache measure;
    REQUIRE(measure.traces(model, first, {}, keys, {}));
    ReferenceCache cache(measure.bytes() * 5 / 2); // room for two of them
    for (const ReferenceInput& one : {first, second, first, third})
        REQUIRE(cache.traces(model, one, {}, keys, {}));
    CHECK(cache.passes() == 3);
    CHECK(cache.bytes() <= measure.bytes() * 5 / 2);
    REQUIRE(cache.traces(model, first, {}, keys, {}));
    CHECK(cache.passes() == 3);
    REQUIRE(cache.traces(model, second, {}, keys, {}));
    CHECK(cache.passes() == 4);
}

} // namespace headlight::test
