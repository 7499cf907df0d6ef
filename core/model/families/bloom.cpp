// BLOOM: a bias by distance instead of positions (ALiBi), a norm on the embeddings, query, key and value
// fused head by head.
#include "core/math/positions.h"
#include "core/model/families/family.h"
#include "core/model/families/fused_projection.h"

#include <string>

namespace headlight {

namespace {

ArchSpec describeBloom(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"n_embed", "hidden_size"}, 64, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, 250880);
    const int layers = config.integer({"n_layer", "num_hidden_layers"}, 2, 1, 1024);
    const int heads = config.integer({"n_head", "num_attention_heads"}, 8, 1, 4096);

    LayerSpec layer;
    layer.self = plainAttention(heads, headWidth(config, arch.width, heads, "n_head"), true);
    layer.self.alibi = AlibiSpec{alibiSlopes(heads), false};
    layer.feedForward.activation = Activation::kGeluTanh;
    layer.feedForward.width = 4 * arch.width;
    config.expectInteger("n_inner", 4 * std::int64_t{arch.width});
    // How the published models were trained and computed.
    config.consider({"slow_but_exact", "masked_softmax_fusion", "bias_dropout_fusion", "skip_bias_add",
                     "skip_bias_add_qkv", "offset_alibi"});

    StackSpec& stack = arch.decoder.emplace();
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = config.epsilon({"layer_norm_epsilon"}, 1e-5F);
    stack.placement = config.flag({"apply_residual_connection_post_layernorm"}, false)
        ? NormPlacement::kPreOfStream
        : NormPlacement::kPre;
    stack.positions.trained = config.integer({"seq_length", "n_positions"}, 0, 0, 1 << 28);
    arch.head.present = true;
    return arch;
}

LayerWeights bindBloomLayer(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width)
{
    constexpr auto kBias = Binder::Bias::kRequired;
    const Index hidden = spec.feedForward.width;
    LayerWeights layer;
    bindGroupedProjection(binder, prefix + ".self_attention.query_key_value", spec.self, width, true,
                          layer.self);
    layer.self.output = binder.linear(prefix + ".self_attention.dense", width, width, kBias);
    layer.selfNorm = binder.norm(prefix + ".input_layernorm", width, true);
    layer.feedForward.up = binder.linear(prefix + ".mlp.dense_h_to_4h", hidden, width, kBias);
    layer.feedForward.down = binder.linear(prefix + ".mlp.dense_4h_to_h", width, hidden, kBias);
    layer.feedForwardNorm = binder.norm(prefix + ".post_attention_layernorm", width, true);
    return layer;
}

ModelWeights bindBloom(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"transformer.", ""});
    const StackSpec& spec = *arch.decoder;
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding = binder.weight("word_embeddings.weight", arch.vocabulary, arch.width);
    stack.embeddingNorm = binder.norm("word_embeddings_layernorm", arch.width, true);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(bindBloomLayer(binder, "h." + std::to_string(i), spec.layers[i], arch.width));
    stack.finalNorm = binder.norm("ln_f", arch.width, true);
    weights.head.projection.weight = bindProjection(binder, "lm_head.weight", arch, stack.embedding,
                                                    config.flag({"tie_word_embeddings"}, true));
    return weights;
}

} // namespace

const Family families::kBloom{"bloom", describeBloom, bindBloom, {.begin = 1, .end = 2}};

} // namespace headlight
