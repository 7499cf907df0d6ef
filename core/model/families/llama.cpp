// Llama 1 to 3.x, and models that adopted its layout (TinyLlama, SmolLM, …).
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

ArchSpec describeLlama(ConfigReader& config)
{
    config.expect("rope_interleaved", false);
    config.consider({"max_sequence_length"}); // Llama 1's own name; max_position_embeddings counts
    return describeLlamaLayout(config, {});
}

ArchSpec describeGranite(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config, {});
    StackSpec& stack = *arch.decoder;
    const auto multiplier = [&](const char* field) { return config.real({field}, 1.0F, -1e6F, 1e6F); };
    stack.embeddingScale = multiplier("embedding_multiplier");
    stack.residualScale = multiplier("residual_multiplier");
    const float scale = multiplier("attention_multiplier");
    for (LayerSpec& layer : stack.layers)
        layer.self.scale = scale;
    arch.head.scale = 1.0F / config.real({"logits_scaling"}, 1.0F, 1e-6F, 1e6F);
    return arch;
}

} // namespace

ModelWeights bindLlama(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(binder, config, arch,
                           withAttentionBias(config, {.feedForwardBias = config.flag({"mlp_bias"}, false)}));
}

const Family families::kLlama{"llama", describeLlama, bindLlama, {.begin = 1, .end = 2}};

// Granite 3: Llama's layout with multipliers of the embeddings, scores, sub-layers' outputs and logits.

const Family families::kGranite{"granite", describeGranite, bindLlama, {.begin = 1, .end = 2}};

} // namespace headlight
