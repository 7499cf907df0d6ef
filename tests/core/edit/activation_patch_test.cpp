// The effect of patched vectors on a pass: reproducing a whole run, moving one position, grouped heads.
#include "core/edit/edit_plan.h"
#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/goldens.h"
#include "tests/support/tiny_model.h"

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
