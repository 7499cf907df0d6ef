// BLOOM: a bias by distance instead of positions (ALiBi), a norm on the embeddings, query, key and value
// fused head by head.
#include "core/math/positions.h"
#include "core/model/families/decoder_layout.h"

namespace headlight {

namespace {

ArchSpec describeBloom(ConfigReader& config)
{
    ArchSpec arch = describeDecoder(config,
                                    {.width = {{"n_embed", "hidden_size"}, 64},
                                     .layers = {{"n_layer", "num_hidden_layers"}, 2},
                                     .heads = {{"n_head", "num_attention_heads"}, 8},
                                     .vocabulary = 250880,
                                     .epsilon = "layer_norm_epsilon"});
    StackSpec& stack = *arch.decoder;
    for (LayerSpec& layer : stack.layers) {
        layer.self.alibi = AlibiSpec{alibiSlopes(layer.self.heads), false};
        layer.feedForward.activation = Activation::kGeluTanh;
    }
    config.expect("n_inner", 4 * std::int64_t{arch.width});
    // How the published models were trained and computed.
    config.consider({"slow_but_exact", "masked_softmax_fusion", "bias_dropout_fusion", "skip_bias_add",
                     "skip_bias_add_qkv", "offset_alibi"});

    stack.placement = config.flag({"apply_residual_connection_post_layernorm"}, false)
        ? NormPlacement::kPreOfStream
        : NormPlacement::kPre;
    stack.positions.trained = config.integer({"seq_length", "n_positions"}, 0, 0, 1 << 28);
    return arch;
}

ModelWeights bindBloom(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindDecoder(binder, config, arch,
                       {.embedding = "word_embeddings.weight",
                        .embeddingNorm = "word_embeddings_layernorm",
                        .query = ".self_attention.query_key_value",
                        .output = ".self_attention.dense",
                        .selfNorm = ".input_layernorm",
                        .up = ".mlp.dense_h_to_4h",
                        .down = ".mlp.dense_4h_to_h",
                        .feedForwardNorm = ".post_attention_layernorm"});
}

} // namespace

const Family families::kBloom{"bloom", describeBloom, bindBloom, {.begin = 1, .end = 2}};

} // namespace headlight
