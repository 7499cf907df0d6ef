// Falcon in three layouts: 7B (one key/value head, attention and feed-forward in parallel after one norm),
// 40B and 11B ("new_decoder_architecture": grouped key/value heads, one or two norms), RW (ALiBi, one
// sub-layer after the other).
#include "core/math/positions.h"
#include "core/model/families/decoder_layout.h"
#include "core/model/families/rotary_fields.h"

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

/// Sets the key/value heads.
void groupFalconHeads(ConfigReader& config, const FalconLayout& layout, AttentionSpec& spec)
{
    const int heads = spec.heads;
    const int kvHeads = config.integer({"num_kv_heads", "n_head_kv"}, heads, 1, 4096);
    const bool one = config.flag({"multi_query"}, true);
    spec.kvHeads = layout.grouped ? kvHeads : one ? 1 : heads;
    if (heads % spec.kvHeads != 0) {
        config.fault("num_kv_heads", "found ", kvHeads, ", expected a divisor of the number of heads, ",
                     heads);
        spec.kvHeads = heads;
    }
}

ArchSpec describeFalcon(ConfigReader& config)
{
    ArchSpec arch = describeDecoder(config,
                                    {.width = {{"n_embed", "hidden_size"}, 4544},
                                     .layers = {{"num_hidden_layers", "n_layer"}, 32},
                                     .heads = {{"num_attention_heads", "n_head"}, 71},
                                     .vocabulary = 65024,
                                     .activation = "activation",
                                     .usualActivation = "gelu",
                                     .feedForward = "ffn_hidden_size",
                                     .epsilon = "layer_norm_epsilon"});
    StackSpec& stack = *arch.decoder;
    const FalconLayout layout = readFalconLayout(config);
    AttentionSpec self = stack.layers.front().self;
    groupFalconHeads(config, layout, self);
    const RotaryFields rotary = readRotary(config, {.headWidth = self.headWidth, .length = 2048});
    if (config.flag({"alibi"}, false)) {
        self.alibi = AlibiSpec{alibiSlopes(self.heads), true};
    } else {
        self.rotary = rotary.spec;
        stack.positions.maximum = rotary.longest;
    }
    for (LayerSpec& layer : stack.layers)
        layer.self = self;
    stack.positions.trained = rotary.trained;
    stack.parallelResidual = layout.parallel;
    return arch;
}

ModelWeights bindFalcon(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    const FalconLayout layout = readFalconLayout(config);
    const bool two = layout.parallel && layout.norms == 2;
    const bool bias = config.flag({"bias"}, false);
    return bindDecoder(binder, config, arch,
                       {.embedding = "word_embeddings.weight",
                        .query = ".self_attention.query_key_value",
                        .output = ".self_attention.dense",
                        .selfNorm = two ? ".ln_attn" : ".input_layernorm",
                        .up = ".mlp.dense_h_to_4h",
                        .down = ".mlp.dense_4h_to_h",
                        .feedForwardNorm = two ? ".ln_mlp"
                            : layout.parallel  ? ""
                                               : ".post_attention_layernorm",
                        .inputBias = bias,
                        .outputBias = bias,
                        .feedForwardBias = bias});
}

} // namespace

const Family families::kFalcon{"falcon", describeFalcon, bindFalcon, {.begin = 11, .end = 11}};

} // namespace headlight
