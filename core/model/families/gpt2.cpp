// GPT-2 (also distilgpt2, minGPT and nanoGPT exports): norms before the sub-layers, learned positions, fused
// query, key and value projections stored transposed.
#include "core/model/families/decoder_layout.h"

namespace headlight {

namespace {

/// GPT-2's names and sizes.
ArchSpec describeGpt2Sizes(ConfigReader& config, const std::string& usualActivation)
{
    return describeDecoder(config,
                           {.width = {{"n_embd", "hidden_size"}, 768},
                            .layers = {{"n_layer", "num_hidden_layers"}, 12},
                            .heads = {{"n_head", "num_attention_heads"}, 12},
                            .vocabulary = 50257,
                            .activation = "activation_function",
                            .usualActivation = usualActivation,
                            .feedForward = "n_inner",
                            .epsilon = "layer_norm_epsilon"});
}

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

// GPT-BigCode (SantaCoder, StarCoder): GPT-2 with one key/value head for all queries.

ArchSpec describeBigCode(ConfigReader& config)
{
    refuseFlag(config, "add_cross_attention");
    ArchSpec arch = describeGpt2Sizes(config, "gelu_pytorch_tanh");
    const bool one = config.flag({"multi_query"}, true);
    const bool scaled = config.flag({"scale_attn_weights"}, true);
    for (LayerSpec& layer : arch.decoder->layers) {
        if (one)
            layer.self.kvHeads = 1;
        if (!scaled)
            layer.self.scale = 1.0F;
    }
    config.consider({"scale_attention_softmax_in_fp32", "inference_runner", "max_batch_size",
                     "max_sequence_length", "pad_key_length", "pre_allocate_kv_cache",
                     "validate_runner_input"}); // affects how to compute, not what
    arch.decoder->positions
        = learnedPositions(config.integer({"n_positions", "max_position_embeddings"}, 1024));
    return arch;
}

ModelWeights bindBigCode(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindDecoder(binder, config, arch, {});
}

} // namespace

const Family families::kGpt2{"gpt2", describeGpt2, bindGpt2, {.begin = 50256, .end = 50256}};
const Family families::kGptBigCode{
    "gpt_bigcode", describeBigCode, bindBigCode, {.begin = 50256, .end = 50256}};

} // namespace headlight
