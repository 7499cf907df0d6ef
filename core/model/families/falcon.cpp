// Falcon in three layouts: 7B (one key/value head, attention and feed-forward in parallel after one norm),
// 40B and 11B ("new_decoder_architecture": grouped key/value heads, one or two norms), RW (ALiBi, one
// sub-layer after the other).
#include "core/math/positions.h"
#include "core/model/families/family.h"
#include "core/model/families/fused_projection.h"
#include "core/model/families/rotary_fields.h"

#include <cmath>
#include <string>

namespace headlight {

namespace {

/// The fields that select the layout.
struct FalconLayout
{
    bool grouped = false; ///< new_decoder_architecture
    bool parallel = true;
    int norms = 1; ///< number of norms in a block with parallel sub-layers
};

FalconLayout readFalconLayout(ConfigReader& config)
{
    FalconLayout layout;
    layout.grouped = config.flag({"new_decoder_architecture"}, false);
    layout.parallel = config.flag({"parallel_attn"}, true);
    layout.norms = config.integer({"num_ln_in_parallel_attn"}, layout.grouped ? 2 : 1, 1, 2);
    if (layout.grouped && !layout.parallel)
        config.fault("parallel_attn", "found false, expected true with new_decoder_architecture");
    if (!layout.grouped && layout.parallel && layout.norms == 2)
        config.fault("num_ln_in_parallel_attn", "found 2, expected 1 without new_decoder_architecture");
    return layout;
}

AttentionSpec describeFalconAttention(ConfigReader& config, const FalconLayout& layout, int width)
{
    const int heads = config.integer({"num_attention_heads", "n_head"}, 71, 1, 4096);
    AttentionSpec spec = plainAttention(heads, headWidth(config, width, heads, "num_attention_heads"), true);
    const int kvHeads = config.integer({"num_kv_heads", "n_head_kv"}, heads, 1, 4096);
    const bool one = config.flag({"multi_query"}, true);
    spec.kvHeads = layout.grouped ? kvHeads : one ? 1 : heads;
    if (heads % spec.kvHeads != 0) {
        config.fault("num_kv_heads",
                     "found " + std::to_string(kvHeads) + ", expected a divisor of the number of heads, "
                         + std::to_string(heads));
        spec.kvHeads = heads;
    }
    return spec;
}

ArchSpec describeFalcon(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"n_embed", "hidden_size"}, 4544, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, 65024);
    const int layers = config.integer({"num_hidden_layers", "n_layer"}, 32, 1, 1024);
    const FalconLayout layout = readFalconLayout(config);

    LayerSpec layer;
    layer.self = describeFalconAttention(config, layout, arch.width);
    StackSpec& stack = arch.decoder.emplace();
    const RotaryFields rotary = readRotary(config, {.headWidth = layer.self.headWidth, .length = 2048});
    if (config.flag({"alibi"}, false)) {
        layer.self.alibi = AlibiSpec{alibiSlopes(layer.self.heads), true};
    } else {
        layer.self.rotary = rotary.spec;
        stack.positions.maximum = rotary.longest;
    }
    stack.positions.trained = rotary.trained;
    layer.feedForward.activation = readActivation(config, {"activation"}, "gelu");
    layer.feedForward.width = config.integer({"ffn_hidden_size"}, 4 * arch.width);

    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = config.epsilon({"layer_norm_epsilon"}, 1e-5F);
    stack.placement = NormPlacement::kPre;
    stack.parallelResidual = layout.parallel;
    arch.head.present = true;
    return arch;
}

LayerWeights bindFalconLayer(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width,
                             std::pair<const FalconLayout&, bool> with)
{
    const auto& [layout, bias] = with;
    const auto biases = bias ? Binder::Bias::kRequired : Binder::Bias::kNone;
    const Index hidden = spec.feedForward.width;
    LayerWeights layer;
    bindGroupedProjection(binder, prefix + ".self_attention.query_key_value", spec.self, width, bias,
                          layer.self);
    layer.self.output = binder.linear(prefix + ".self_attention.dense", width, width, biases);
    layer.feedForward.up = binder.linear(prefix + ".mlp.dense_h_to_4h", hidden, width, biases);
    layer.feedForward.down = binder.linear(prefix + ".mlp.dense_4h_to_h", width, hidden, biases);
    const bool two = layout.parallel && layout.norms == 2;
    layer.selfNorm = binder.norm(prefix + (two ? ".ln_attn" : ".input_layernorm"), width, true);
    if (two)
        layer.feedForwardNorm = binder.norm(prefix + ".ln_mlp", width, true);
    else if (!layout.parallel)
        layer.feedForwardNorm = binder.norm(prefix + ".post_attention_layernorm", width, true);
    return layer;
}

ModelWeights bindFalcon(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"transformer.", ""});
    const StackSpec& spec = *arch.decoder;
    const FalconLayout layout = readFalconLayout(config);
    const bool bias = config.flag({"bias"}, false);
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding = binder.weight("word_embeddings.weight", arch.vocabulary, arch.width);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(
            bindFalconLayer(binder, "h." + std::to_string(i), spec.layers[i], arch.width, {layout, bias}));
    stack.finalNorm = binder.norm("ln_f", arch.width, true);
    weights.head.projection.weight = bindProjection(binder, "lm_head.weight", arch, stack.embedding,
                                                    config.flag({"tie_word_embeddings"}, true));
    return weights;
}

} // namespace

const Family families::kFalcon{"falcon", describeFalcon, bindFalcon, {.begin = 11, .end = 11}};

} // namespace headlight
