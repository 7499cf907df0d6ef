// Gemma: Llama's layout with norms that multiply by 1 + gain, and embeddings scaled by √d_model. Gemma 2:
// also norms after the sub-layers, soft caps, and a window in every other layer.
#include "core/model/families/llama_layout.h"

#include <cmath>

namespace headlight {

namespace {

LlamaDefaults gemmaDefaults()
{
    return {.vocabulary = 256000,
            .width = 3072,
            .feedForward = 24576,
            .layers = 28,
            .heads = 16,
            .kvHeads = 16,
            .headWidth = 256,
            .length = 8192,
            // Early files said "hidden_act": "gelu" by mistake; the field that counts came later.
            .activationField = "hidden_activation",
            .activation = "gelu_pytorch_tanh"};
}

ArchSpec describeGemmaLayout(ConfigReader& config, const LlamaDefaults& defaults)
{
    ArchSpec arch = describeLlamaLayout(config, defaults);
    config.consider({"hidden_act"}); // see gemmaDefaults()
    arch.decoder->norm = NormKind::kRmsNormPlusOne;
    arch.decoder->embeddingScale = std::sqrt(static_cast<float>(arch.width));
    return arch;
}

ArchSpec describeGemma(ConfigReader& config)
{
    return describeGemmaLayout(config, gemmaDefaults());
}

ArchSpec describeGemma2(ConfigReader& config)
{
    LlamaDefaults defaults = gemmaDefaults();
    defaults.width = 2304;
    defaults.feedForward = 9216;
    defaults.layers = 26;
    defaults.heads = 8;
    defaults.kvHeads = 4;
    ArchSpec arch = describeGemmaLayout(config, defaults);
    StackSpec& stack = *arch.decoder;
    stack.placement = NormPlacement::kSandwich;
    // null means no cap and no window.
    const float attentionCap = config.isNull("attn_logit_softcapping")
        ? 0.0F
        : config.real({"attn_logit_softcapping"}, 50.0F, 1e-6F, 1e6F);
    const float perScore = config.real({"query_pre_attn_scalar"}, 256.0F, 1e-6F, 1e9F);
    for (LayerSpec& layer : stack.layers) {
        layer.self.scale = 1.0F / std::sqrt(perScore);
        layer.self.softcap = attentionCap;
    }
    if (!config.isNull("final_logit_softcapping"))
        arch.head.softcap = config.real({"final_logit_softcapping"}, 30.0F, 1e-6F, 1e6F);
    if (!config.isNull("sliding_window")) {
        const int window = config.integer({"sliding_window"}, 4096, 1, 1 << 28);
        setWindows(config, stack, window, [](int layer) { return layer % 2 == 0; });
        config.expect("sliding_window_size", window); // duplicated in early files
    }
    return arch;
}

ModelWeights bindGemma(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    const bool bias = config.flag({"attention_bias"}, false);
    return bindLlamaLayout(binder, config, arch, {.inputBias = bias, .outputBias = bias, .tied = true});
}

} // namespace

const Family families::kGemma{"gemma", describeGemma, bindGemma, {.begin = 2, .end = 1, .pad = 0}};
const Family families::kGemma2{"gemma2", describeGemma2, bindGemma, {.begin = 2, .end = 1, .pad = 0}};

} // namespace headlight
