// GPT-2 (also distilgpt2, minGPT and nanoGPT exports): norms before the sub-layers, learned positions, fused
// query, key and value projections stored transposed.
#include "core/model/families/decoder_layout.h"

namespace headlight {

namespace {

ArchSpec describeGpt2(ConfigReader& config)
{
    refuseFlag(config, "add_cross_attention");
    ArchSpec arch = describeGpt2Sizes(config, "gelu_new");
    StackSpec& stack = *arch.decoder;
    const bool scaled = config.flag({"scale_attn_weights"}, true);
    const bool byDepth = config.flag({"scale_attn_by_inverse_layer_idx"}, false);
    for (std::size_t i = 0; i < stack.layers.size(); ++i) {
        float& scale = stack.layers[i].self.scale;
        if (!scaled)
            scale = 1.0F;
        if (byDepth)
            scale /= static_cast<float>(i + 1);
    }
    stack.positions
        = learnedPositions(config.integer({"n_positions", "max_position_embeddings", "n_ctx"}, 1024));
    return arch;
}

ModelWeights bindGpt2(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindDecoder(binder, config, arch, {.fused = DecoderNames::Fused::kWhole, .transposed = true});
}

} // namespace

const Family families::kGpt2{"gpt2", describeGpt2, bindGpt2, {.begin = 50256, .end = 50256}};

} // namespace headlight
