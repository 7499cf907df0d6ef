// A token's path through a layer: each recorded stage must follow from the earlier ones, in every arrangement
// of norms and sums.
#include "core/analysis/block_account.h"

#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace headlight::test {

namespace {

Trace tracedBlock(const std::shared_ptr<const Model>& model, const Interventions& interventions = {})
{
    RunRequest request;
    request.model = model;
    request.interventions = interventions;
    request.plan = recordAll();
    const Ids source{3, 7, 11, 2};
    const Ids target = model->isEncoderDecoder() ? Ids{1, 5, 9} : Ids{};
    request.lanes.push_back(prepareIds(*model, source, target).value());
    return execute(request, {}).value().traces.front();
}

std::vector<BlockStep> stepsOf(const BlockAccount& account)
{
    std::vector<BlockStep> steps;
    for (const BlockStage& stage : account.stages)
        steps.push_back(stage.step);
    return steps;
}

/// For every layer and position: everything is known, and nothing contradicts an earlier stage.
void checkBlocks(const Trace& trace, const Model& model)
{
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        const StackShape* const shape = trace.info().stack(stack);
        for (int layer = 0; shape != nullptr && layer < shape->layers; ++layer)
            for (Index position = 0; position < static_cast<Index>(trace.tokens(stack).size()); ++position) {
                INFO(stackName(stack) << " " << layer << ", position " << position);
                const auto account = blockAccount(trace, &model, stack, layer, position);
                REQUIRE(account.has_value());
                int checked = 0;
                for (const BlockStage& stage : account->stages) {
                    INFO("step " << static_cast<int>(stage.step));
                    if (!stage.apart)
                        continue;
                    ++checked;
                    CHECK(*stage.apart < 2e-4F);
                }
                CHECK(checked >= 1);
                // The last stage is what the next layer, or the language-model head, reads.
                const BlockStage& end = account->stages.back();
                CHECK(end.recorded);
                const Matrix next = end.step == BlockStep::kFinalNorm ? trace.stackMatrix(Site::kFinal, stack)
                                                                      : trace.residual(stack, layer + 1);
                CHECK(end.values == RowVector(next.row(position)));
            }
    }
}

std::shared_ptr<const Model> tinyWith(NormPlacement placement, bool parallel = false, int experts = 0)
{
    TinyOptions options;
    options.placement = placement;
    options.parallel = parallel;
    options.decoderOnly = parallel;
    options.experts = experts;
    return tinyModel(options);
}

} // namespace

TEST_CASE("block account: every stage follows from the one before, wherever the norms stand",
          "[analysis][block]")
{
    for (const NormPlacement placement : {NormPlacement::kPost, NormPlacement::kPre, NormPlacement::kSandwich,
                                          NormPlacement::kOutput, NormPlacement::kPreOfStream}) {
        INFO("placement " << static_cast<int>(placement));
        const auto model = tinyWith(placement);
        checkBlocks(tracedBlock(model), *model);
    }
    for (const auto& model : {tinyWith(NormPlacement::kPre, true), tinyWith(NormPlacement::kPre, false, 4)})
        checkBlocks(tracedBlock(model), *model);
}

TEST_CASE("block account: the steps come in the order of the layer", "[analysis][block]")
{
    using Step = BlockStep;
    const auto post = tinyWith(NormPlacement::kPost);
    const Trace trace = tracedBlock(post);
    const auto paper = blockAccount(trace, post.get(), StackKind::kDecoder, 1, 2);
    REQUIRE(paper.has_value());
    CHECK(stepsOf(*paper)
          == std::vector{Step::kInput, Step::kHeads, Step::kOutput, Step::kSum, Step::kNorm, Step::kHeads,
                         Step::kOutput, Step::kSum, Step::kNorm, Step::kHidden, Step::kFeedForward,
                         Step::kSum, Step::kNorm});
    CHECK_FALSE(paper->hasFinalNorm);
    CHECK(paper->last);
    CHECK(paper->stages[1].attention == AttentionKind::kSelf);
    CHECK(paper->stages[5].attention == AttentionKind::kCross);
    const BlockStage& hidden = paper->stages[9];
    CHECK(hidden.activation == Activation::kRelu);
    CHECK(hidden.values == RowVector(trace.feedForwardHidden(StackKind::kDecoder, 1).row(2)));
    CHECK(hidden.active == (hidden.values.array() > 0.0F).count());
    CHECK((hidden.values.array() >= 0.0F).all());
    const BlockStage& heads = paper->stages[1];
    const Matrix third
        = trace.headMatrix(Site::kHeadOutput, {StackKind::kDecoder, 1, AttentionKind::kSelf, 2});
    CHECK(heads.values.segment(2 * third.cols(), third.cols()) == RowVector(third.row(2)));

    const auto pre = tinyWith(NormPlacement::kPre, false, 4);
    const Trace mixture = tracedBlock(pre);
    const auto account = blockAccount(mixture, pre.get(), StackKind::kEncoder, 1, 0);
    REQUIRE(account.has_value());
    CHECK(stepsOf(*account)
          == std::vector{Step::kInput, Step::kNorm, Step::kHeads, Step::kOutput, Step::kSum, Step::kNorm,
                         Step::kExperts, Step::kFeedForward, Step::kSum, Step::kFinalNorm});
    CHECK(account->stages[6].experts.size() == 2);
    CHECK(account->stages[1].norm->known);
    CHECK(account->stages[1].norm->gain.size() == 16);
}

TEST_CASE("block account: a norm's numbers are those of its formula", "[analysis][block]")
{
    const auto model = tinyWith(NormPlacement::kPre);
    const Trace trace = tracedBlock(model);
    const auto account = blockAccount(trace, model.get(), StackKind::kEncoder, 0, 1);
    REQUIRE(account.has_value());
    const BlockStage& input = account->stages[0];
    const BlockStage& normed = account->stages[1];
    REQUIRE(normed.norm.has_value());
    const double mean = input.values.cast<double>().mean();
    const double variance = (input.values.cast<double>().array() - mean).square().mean();
    CHECK(static_cast<double>(normed.norm->mean) == Approx(mean).margin(1e-6));
    CHECK(static_cast<double>(normed.norm->deviation) == Approx(std::sqrt(variance)).epsilon(1e-6));
    for (Index i = 0; i < input.values.size(); ++i) {
        const double expected = (static_cast<double>(input.values[i]) - mean)
                / std::sqrt(variance + static_cast<double>(normed.norm->epsilon))
                * static_cast<double>(normed.norm->gain[i])
            + static_cast<double>(normed.norm->bias[i]);
        CHECK(static_cast<double>(normed.values[i]) == Approx(expected).margin(1e-5));
    }
}

TEST_CASE("block account: without the model, what is recorded and no more", "[analysis][block]")
{
    const auto model = tinyWith(NormPlacement::kPost);
    const Trace trace = tracedBlock(model);
    const auto account = blockAccount(trace, nullptr, StackKind::kEncoder, 0, 0);
    REQUIRE(account.has_value());
    CHECK_FALSE(account->withModel);
    for (const BlockStage& stage : account->stages) {
        CHECK_FALSE(stage.apart.has_value());
        CHECK((stage.recorded || stage.values.size() == 0));
    }
    CHECK_FALSE(blockAccount(trace, nullptr, StackKind::kEncoder, 2, 0).has_value());
    CHECK_FALSE(blockAccount(trace, nullptr, StackKind::kEncoder, 0, 4).has_value());
    CHECK_FALSE(blockAccount(Trace(), nullptr, StackKind::kEncoder, 0, 0).has_value());
}

TEST_CASE("block account: an edit shows where it stands", "[analysis][block]")
{
    const auto model = tinyWith(NormPlacement::kPost);
    const auto apartOf = [&](const Intervention& edit) {
        Interventions interventions;
        interventions.list.push_back(edit);
        const auto account
            = blockAccount(tracedBlock(model, interventions), model.get(), StackKind::kEncoder, 0, 1);
        float apart = 0;
        for (const BlockStage& stage : account.value().stages)
            apart = std::max(apart, stage.apart.value_or(0.0F));
        return apart;
    };
    // A head that is off outputs zeros, and later stages follow from them.
    CHECK(apartOf(HeadOff{parseHeadPattern("encoder.0.self.1").value()}) < 1e-4F);
    // What dropout removes between two records is missing from the second.
    Dropout dropout;
    dropout.hidden = dropout.sublayers = 0.5F;
    CHECK(apartOf(dropout) > 1e-2F);
}

} // namespace headlight::test
