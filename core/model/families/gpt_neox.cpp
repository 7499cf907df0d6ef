// GPT-NeoX (Pythia): rotary positions on part of each head, attention and feed-forward in parallel, query,
// key and value fused head by head.
#include "core/model/families/decoder_layout.h"
#include "core/model/families/rotary_fields.h"

namespace headlight {

namespace {

ArchSpec describeGptNeoX(ConfigReader& config)
{
    ArchSpec arch = describeDecoder(config,
                                    {.width = {{"hidden_size"}, 6144},
                                     .layers = {{"num_hidden_layers"}, 44},
                                     .heads = {{"num_attention_heads"}, 64},
                                     .vocabulary = 50432,
                                     .activation = "hidden_act",
                                     .usualActivation = "gelu",
                                     .feedForward = "intermediate_size",
                                     .usualFeedForward = 24576,
                                     .epsilon = "layer_norm_eps"});
    StackSpec& stack = *arch.decoder;
    const RotaryFields rotary
        = readRotary(config, {stack.layers.front().self.headWidth, 10000.0F, 0.25F, 2048, 0});
    for (LayerSpec& layer : stack.layers)
        layer.self.rotary = rotary.spec;
    stack.parallelResidual = config.flag({"use_parallel_residual"}, true);
    stack.positions.trained = rotary.trained;
    stack.positions.maximum = rotary.longest;
    return arch;
}

ModelWeights bindGptNeoX(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    const bool bias = config.flag({"attention_bias"}, true);
    return bindDecoder(binder, config, arch,
                       {.prefixes = {"gpt_neox.", ""},
                        .embedding = "embed_in.weight",
                        .layers = "layers.",
                        .finalNorm = "final_layer_norm",
                        .head = "embed_out.weight",
                        .tied = false,
                        .query = ".attention.query_key_value",
                        .output = ".attention.dense",
                        .selfNorm = ".input_layernorm",
                        .up = ".mlp.dense_h_to_4h",
                        .down = ".mlp.dense_4h_to_h",
                        .feedForwardNorm = ".post_attention_layernorm",
                        .inputBias = bias,
                        .outputBias = bias});
}

} // namespace

const Family families::kGptNeoX{"gpt_neox", describeGptNeoX, bindGptNeoX, {.begin = 0, .end = 2}};

} // namespace headlight
