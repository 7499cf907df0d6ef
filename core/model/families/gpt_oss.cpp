// gpt-oss: grouped heads with learned sinks, a window in every other layer, a mixture of experts in each
// layer. The published files store the experts in MXFP4.
#include "core/model/families/family.h"
#include "core/model/families/llama_layout.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

namespace {

/// "alpha" of the experts' gate, x · sigmoid(alpha · x).
constexpr float kGptOssAlpha = 1.702F;

ArchSpec describeGptOss(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(
        config,
        {.vocabulary = 201088,
         .width = 2880,
         .feedForward = 2880,
         .layers = 36,
         .heads = 64,
         .kvHeads = 8,
         .headWidth = 64,
         .length = 131072,
         .theta = 150000.0F,
         .scaling = R"({"rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0,
                        "truncate": false, "original_max_position_embeddings": 4096})",
         .epsilon = 1e-5F});
    StackSpec& stack = *arch.decoder;
    config.expect("hidden_act", "silu"); // the gate has its own activation, whatever this field says
    config.consider({"quantization_config", "initial_context_length"});
    if (!config.isNull("sliding_window"))
        setWindows(config, stack, config.integer({"sliding_window"}, 128, 1, 1 << 28),
                   [](int layer) { return layer % 2 == 0; });
    ExpertsSpec experts = readExperts(config, {"num_local_experts", "num_experts"}, 128, 4);
    experts.softmaxOfChosen = true;
    if (const float alpha = config.real({"swiglu_alpha"}, kGptOssAlpha, 0.0F, 1e3F);
        std::abs(alpha - kGptOssAlpha) > 1e-6F)
        config.fault("swiglu_alpha", "found ", alpha, ", expected 1.702");
    const float limit = config.real({"swiglu_limit"}, 7.0F, 1e-3F, 1e6F);
    for (LayerSpec& layer : stack.layers) {
        layer.experts = experts;
        layer.feedForward.activation = Activation::kQuickGelu;
        layer.feedForward.interleaved = true;
        layer.feedForward.limit = limit;
        layer.feedForward.upOffset = 1.0F;
    }
    return arch;
}

void bindGptOssSinks(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                     AttentionWeights& weights)
{
    weights.sinks = binder.vector(prefix + ".sinks", spec.heads);
}

ExpertsWeights bindGptOssExperts(Binder& binder, const std::string& prefix, const LayerSpec& spec,
                                 Index width)
{
    const Index hidden = spec.feedForward.width;
    const Index count = spec.experts->count;
    const std::string mlp = prefix + ".mlp.";
    ExpertsWeights weights;
    weights.router = binder.linear(mlp + "router", count, width, Binder::Bias::kRequired);
    std::vector<WeightMatrix> up
        = binder.weights(mlp + "experts.gate_up_proj", count, {2 * hidden, width}, true);
    std::vector<WeightMatrix> down = binder.weights(mlp + "experts.down_proj", count, {width, hidden}, true);
    const Matrix upBias = binder.matrix(mlp + "experts.gate_up_proj_bias", count, 2 * hidden);
    const Matrix downBias = binder.matrix(mlp + "experts.down_proj_bias", count, width);
    const auto complete = static_cast<std::size_t>(count);
    if (up.size() != complete || down.size() != complete || upBias.rows() != count
        || downBias.rows() != count)
        return weights; // already reported as a fault
    for (std::size_t i = 0; i < complete; ++i) {
        const auto row = static_cast<Index>(i);
        FeedForwardWeights& expert = weights.experts.emplace_back();
        expert.up = {std::move(up[i]), upBias.row(row)};
        expert.down = {std::move(down[i]), downBias.row(row)};
    }
    return weights;
}

ModelWeights bindGptOss(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(
        binder, config, arch,
        withAttentionBias(config, {.attentionExtras = bindGptOssSinks, .experts = bindGptOssExperts}, true));
}

} // namespace

const Family families::kGptOss{"gpt_oss", describeGptOss, bindGptOss, {}, "mxfp4"};

} // namespace headlight
