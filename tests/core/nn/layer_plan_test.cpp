// The steps of a layer: every arrangement of norms and sums, read and written values, edits of the wiring.
#include "core/nn/layer_plan.h"

#include "core/edit/interventions.h"
#include "core/nn/arch_spec.h"
#include "tests/support/catch.h"
#include "tests/support/layer_plan_text.h"

#include <string>
#include <vector>

namespace headlight::test {

namespace {

StackSpec specWith(NormPlacement placement, bool cross = false)
{
    StackSpec spec;
    spec.placement = placement;
    spec.layers.resize(2);
    for (LayerSpec& layer : spec.layers)
        if (cross)
            layer.cross.emplace();
    return spec;
}

bool everyNorm(NormSite)
{
    return true;
}

std::string stepsOf(const StackSpec& spec, int layer = 1)
{
    return textOf(layerPlan(spec, layer, everyNorm));
}

} // namespace

TEST_CASE("layer plan: norms, sums and scales stand where the stack has them", "[nn][plan]")
{
    CHECK(stepsOf(specWith(NormPlacement::kPost))
          == "attention(0) update(1) sum(0,2) norm(3) feed(4) update(5) sum(4,6) norm(7)");
    CHECK(stepsOf(specWith(NormPlacement::kPre))
          == "norm(0) attention(1) update(2) sum(0,3) norm(4) feed(5) update(6) sum(4,7)");
    CHECK(stepsOf(specWith(NormPlacement::kSandwich))
          == "norm(0) attention(1) norm(2) update(3) sum(0,4) norm(5) feed(6) norm(7) update(8) sum(5,9)");
    CHECK(stepsOf(specWith(NormPlacement::kOutput))
          == "attention(0) norm(1) update(2) sum(0,3) feed(4) norm(5) update(6) sum(4,7)");
    CHECK(stepsOf(specWith(NormPlacement::kPreOfStream))
          == "norm(0) attention(1) update(2) sum(1,3) norm(4) feed(5) update(6) sum(5,7)");
    StackSpec scaled = specWith(NormPlacement::kPre);
    scaled.residualScale = 0.5F;
    CHECK(stepsOf(scaled)
          == "norm(0) attention(1) scale(2) update(3) sum(0,4) norm(5) feed(6) scale(7) update(8) sum(5,9)");
    // Norms that a layer does not have leave no step.
    CHECK(textOf(layerPlan(specWith(NormPlacement::kPre), 0, [](NormSite) { return false; }))
          == "attention(0) update(1) sum(0,2) feed(3) update(4) sum(3,5)");
}

TEST_CASE("layer plan: cross-attention comes between the other two", "[nn][plan]")
{
    const LayerPlan plan = layerPlan(specWith(NormPlacement::kSandwich, true), 0, everyNorm);
    CHECK(
        textOf(plan)
        == "norm(0) attention(1) norm(2) update(3) sum(0,4) norm(5) attention(6) update(7) sum(5,8) norm(9) "
           "feed(10) norm(11) update(12) sum(9,13)");
    CHECK(plan.steps[0].norm == NormSite::kSelf);
    CHECK(plan.steps[2].norm == NormSite::kSelfPost);
    CHECK(plan.steps[5].norm == NormSite::kCross);
    CHECK(plan.steps[6].attention == AttentionKind::kCross);
    CHECK(plan.steps[11].norm == NormSite::kFeedForwardPost);
    CHECK_FALSE(plan.steps[10].attention.has_value());
}

TEST_CASE("layer plan: parallel sub-layers read one stream and share a norm if there is one", "[nn][plan]")
{
    StackSpec spec = specWith(NormPlacement::kPre);
    spec.parallelResidual = true;
    CHECK(stepsOf(spec) == "norm(0) attention(1) update(2) norm(0) feed(4) update(5) sum(0,3,6)");
    CHECK(textOf(layerPlan(spec, 0, [](NormSite site) { return site == NormSite::kSelf; }))
          == "norm(0) attention(1) update(2) feed(1) update(4) sum(0,3,5)");
}

TEST_CASE("layer plan: the convolution reads the layer's input, in layer 0 only", "[nn][plan]")
{
    StackSpec spec = specWith(NormPlacement::kPost);
    spec.convolution.emplace();
    CHECK(stepsOf(spec, 0)
          == "attention(0) update(1) sum(0,2) norm(3) feed(4) update(5) sum(4,6) norm(7) convolution(8,0)");
    CHECK_FALSE(layerPlan(spec, 1, everyNorm).has(LayerStep::Kind::kConvolution));
}

TEST_CASE("layer plan: an edit of the wiring is a step", "[nn][plan]")
{
    const auto with = [](WiringForm form) {
        return textOf(layerPlan(specWith(NormPlacement::kPost, true), 0, everyNorm,
                                [form](WiringForm each) { return each == form; }));
    };
    // The stream after self-attention and its norm is value 4, the one after cross-attention value 8.
    CHECK(with(WiringForm::kStaleResidual)
          == "attention(0) update(1) sum(0,2) norm(3) attention(4) update(5) sum(4,6) norm(7) feed(8) "
             "update(9) rewire(8,4) sum(11,10) norm(12)");
    CHECK(with(WiringForm::kSkippedLayer)
          == "attention(0) update(1) sum(0,2) norm(3) attention(4) update(5) sum(4,6) norm(7) feed(8) "
             "update(9) sum(8,10) norm(11) rewire(12,0)");
    CHECK(with(WiringForm::kOneHead) == stepsOf(specWith(NormPlacement::kPost, true)));
}

TEST_CASE("layer plan: a step reads earlier values only, and every value but the last is read", "[nn][plan]")
{
    for (const NormPlacement placement : {NormPlacement::kPost, NormPlacement::kPre, NormPlacement::kSandwich,
                                          NormPlacement::kOutput, NormPlacement::kPreOfStream})
        for (const bool parallel : {false, true}) {
            StackSpec spec = specWith(placement, !parallel);
            spec.parallelResidual = parallel;
            spec.residualScale = 2.0F;
            spec.convolution.emplace();
            const LayerPlan plan = layerPlan(spec, 0, everyNorm, [](WiringForm) { return true; });
            INFO(textOf(plan));
            std::vector<bool> read(plan.steps.size() + 1);
            for (std::size_t i = 0; i < plan.steps.size(); ++i) {
                CHECK(plan.steps[i].reads[0] != LayerStep::kNone);
                for (const int value : plan.steps[i].reads)
                    if (value != LayerStep::kNone) {
                        CHECK(value <= static_cast<int>(i));
                        read[static_cast<std::size_t>(value)] = true;
                    }
            }
            for (std::size_t value = 0; value + 1 < read.size(); ++value)
                CHECK(read[value]);
            CHECK(plan.isReadAfter(0, 0));
            CHECK_FALSE(plan.isReadAfter(plan.steps.size() - 1, 0));
        }
}

} // namespace headlight::test
