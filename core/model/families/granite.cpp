// Granite 3: Llama's layout with four multipliers: for the embeddings, the scores, the sub-layers' outputs,
// and the logits.
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

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

const Family families::kGranite{"granite", describeGranite, bindLlama, {.begin = 1, .end = 2}};

} // namespace headlight
