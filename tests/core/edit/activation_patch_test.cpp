// The effect of patched vectors on a pass: reproducing a whole run, moving one position, grouped heads.
#include "core/edit/edit_plan.h"
#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/goldens.h"
#include "tests/support/tiny_model.h"

#include <tuple>

namespace headlight::test {

TEST_CASE("edits: patching everything from a run reproduces that run", "[edit][nn]")
{
    const auto model = tinyModel();
    const Trace other = runTiny(model, {{kOther, kOtherTarget}}).front();
    const ReferenceInput from = ids(kOther, kOtherTarget);
    for (const char* layer : {"*.0.*.*", "*.1.*.*", "*.2.*.*"})
        CHECK(logitsOf(runOne(model, only(ActivationPatch{where(layer), Site::kResidual, from, -1, -1})))
              == logitsOf(other));
    // A layer's queries, keys and values make its heads equal to the other run's.
    Interventions operands;
    for (const Site site : {Site::kQuery, Site::kKey, Site::kValue})
        operands.list.emplace_back(ActivationPatch{where("*.0.*.*"), site, from, -1, -1});
    const Trace patched = runOne(model, operands);
    for (const HeadRef& head : headsOf(other))
        if (head.layer == 0) {
            CHECK(weightsOf(patched, head) == weightsOf(other, head));
            CHECK(patched.headMatrix(Site::kHeadOutput, head) == other.headMatrix(Site::kHeadOutput, head));
        }
    CHECK(mismatch(logitsOf(patched), logitsOf(other), 1e-3) != "");
}

TEST_CASE("edits: the stream in the middle of the last layer carries the whole run", "[edit][nn]")
{
    for (const NormPlacement placement :
         {NormPlacement::kPost, NormPlacement::kPre, NormPlacement::kSandwich}) {
        TinyOptions options;
        options.placement = placement;
        const auto model = tinyModel(options);
        const Trace other = runTiny(model, {{kOther, kOtherTarget}}).front();
        const auto middle = [&](const char* layer) {
            return runOne(
                model, only(ActivationPatch{where(layer), Site::kResidualMiddle, ids(kOther, kOtherTarget)}));
        };
        CHECK(logitsOf(middle("decoder.1.self.*")) == logitsOf(other));
        CHECK(logitsOf(middle("decoder.0.self.*")) != logitsOf(other)); // the memory is still this input's
        CHECK(middle("encoder.1.self.*").stackMatrix(Site::kFinal, StackKind::kEncoder)
              == other.stackMatrix(Site::kFinal, StackKind::kEncoder));
        if (placement != NormPlacement::kPre)
            continue;
        const LayerRef layer{StackKind::kEncoder, 1, AttentionKind::kSelf};
        CHECK(mismatch(other.stream(Site::kResidualMiddle, layer),
                       other.residual(StackKind::kEncoder, 1) + other.output(layer), 1e-6)
              == "");
    }
    TinyOptions parallel;
    parallel.decoderOnly = parallel.parallel = true;
    Interventions none
        = only(ActivationPatch{where("decoder.0.self.*"), Site::kResidualMiddle, ids(kOther, {})});
    RunRequest request;
    request.model = tinyModel(parallel);
    request.lanes = {prepareIds(*request.model, kSource, {}).value()};
    request.interventions = none;
    const auto refused = execute(request, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("no such stream") != std::string::npos);
}

TEST_CASE("edits: what sub-layers add, and rows of weights, come from the other run", "[edit][nn]")
{
    const auto model = tinyModel();
    const Trace plain = runOne(model);
    const Trace other = runTiny(model, {{kOther, kOtherTarget}}).front();
    const auto patched = [&](const char* layer, Site site, Index position) {
        return runOne(
            model, only(ActivationPatch{where(layer), site, ids(kOther, kOtherTarget), position, position}));
    };
    const LayerRef cross{StackKind::kDecoder, 1, AttentionKind::kCross};
    const LayerRef self{StackKind::kDecoder, 1, AttentionKind::kSelf};
    for (const auto& [address, layer, site] : {std::tuple{"decoder.1.cross.*", cross, Site::kOutput},
                                               {"decoder.1.self.*", self, Site::kOutput},
                                               {"decoder.1.self.*", self, Site::kFeedForwardOutput}}) {
        INFO(address << " " << siteName(site));
        const Matrix found = patched(address, site, 2).stream(site, layer);
        CHECK(found.row(2) == other.stream(site, layer).row(2));
        if (site == Site::kOutput && layer.kind == AttentionKind::kSelf)
            CHECK(found.topRows(2) == plain.stream(site, layer).topRows(2));
    }
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    const Trace pattern = patched("decoder.0.self.1", Site::kWeights, 3);
    CHECK(weightsOf(pattern, head).row(3) == weightsOf(other, head).row(3));
    CHECK(weightsOf(pattern, head).topRows(3) == weightsOf(plain, head).topRows(3));
    CHECK(weightsOf(pattern, {StackKind::kDecoder, 0, AttentionKind::kSelf, 0})
          == weightsOf(plain, {StackKind::kDecoder, 0, AttentionKind::kSelf, 0}));
}

TEST_CASE("edits: a patch goes from its position to its position and nowhere else", "[edit][nn]")
{
    const auto model = tinyModel();
    const Trace plain = runOne(model);
    const Trace other = runTiny(model, {{kOther, kOtherTarget}}).front();
    const ReferenceInput from = ids(kOther, kOtherTarget);
    const auto patched = [&](const HeadRef& head, Site site, Index source, Index target) {
        return runOne(model, only(ActivationPatch{patternOf(head), site, from, source, target}))
            .headMatrix(site, head);
    };
    for (const HeadRef& head : {HeadRef{StackKind::kEncoder, 0, AttentionKind::kSelf, 1},
                                HeadRef{StackKind::kDecoder, 0, AttentionKind::kSelf, 1}})
        for (const Site site : {Site::kQuery, Site::kKey, Site::kValue, Site::kHeadOutput}) {
            const Matrix found = patched(head, site, 3, 1);
            Matrix expected = plain.headMatrix(site, head);
            expected.row(1) = other.headMatrix(site, head).row(3);
            CHECK(found == expected);
        }
    // Keys of cross-attention have encoder positions.
    const HeadRef cross{StackKind::kDecoder, 0, AttentionKind::kCross, 2};
    Matrix expected = plain.headMatrix(Site::kKey, cross);
    expected.row(4) = other.headMatrix(Site::kKey, cross).row(0);
    CHECK(patched(cross, Site::kKey, 0, 4) == expected);

    const Trace stream
        = runOne(model, only(ActivationPatch{where("encoder.1.*.*"), Site::kResidual, from, 2, 4}));
    Matrix rows = plain.residual(StackKind::kEncoder, 1);
    rows.row(4) = other.residual(StackKind::kEncoder, 1).row(2);
    CHECK(stream.residual(StackKind::kEncoder, 1) == rows);

    RunRequest request;
    request.model = model;
    request.lanes.push_back(prepareIds(*model, kSource, kTarget).value());
    const auto fault = [&](Index source, Index target) {
        request.interventions
            = only(ActivationPatch{where("encoder.0.self.0"), Site::kQuery, from, source, target});
        const auto run = execute(request, {});
        return run ? std::string("fine") : run.error().message;
    };
    CHECK(fault(5, 0) == "position 5 does not exist: the reference has positions 0 to 4");
    CHECK(fault(0, 5).find("position 5 does not exist: encoder.0.self.0 has") != std::string::npos);
    CHECK(fault(0, -1).find("one position") != std::string::npos);
}

TEST_CASE("edits: grouped keys and values are patched once for their group", "[edit][nn]")
{
    // Head h uses key/value head h / (heads / kvHeads); a tiny model has one per head, so this checks the
    // compiled plan instead.
    TraceInfo info = tinyModel()->traceInfo();
    info.decoder->kvHeads = 2;
    const Trace other = runTiny(tinyModel(), {{kOther, kOtherTarget}}).front();
    ReferenceRuns runs;
    runs.traces = {{other}};
    const auto plan = EditPlan::compile(
        only(ActivationPatch{where("decoder.0.self.2-3"), Site::kKey, ids(kOther, kOtherTarget), -1, -1}),
        info, {5, 4}, runs);
    REQUIRE(plan.has_value());
    const LayerRef layer{StackKind::kDecoder, 0, AttentionKind::kSelf};
    CHECK(plan->edits(Site::kKey, layer));
    Matrix rows = Matrix::Zero(4, 4);
    plan->edit(Site::kKey, {layer.stack, 0, layer.kind, 0}, 0, {}, rows);
    CHECK(rows.isZero());
    plan->edit(Site::kKey, {layer.stack, 0, layer.kind, 1}, 0, {}, rows);
    CHECK(rows == other.headMatrix(Site::kKey, {layer.stack, 0, layer.kind, 2}));
}

} // namespace headlight::test
