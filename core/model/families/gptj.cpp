// GPT-J: attention and feed-forward in parallel after one norm; the first dimensions of every head are
// rotated in neighbouring pairs.
#include "core/model/families/decoder_layout.h"
#include "core/model/families/rotary_fields.h"

#include <memory>

namespace headlight {

namespace {

std::shared_ptr<const RotarySpec> readGptjRotation(ConfigReader& config, int headWidth)
{
    if (config.isNull("rotary_dim")) {
        config.fault("rotary_dim", "found null, expected the number of a head's dimensions that rotate");
        return nullptr;
    }
    const int turning = config.integer({"rotary_dim"}, 64, 2, 1 << 14);
    if (turning > headWidth || turning % 2 != 0)
        config.fault("rotary_dim", "found ", turning, ", expected an even number up to ", headWidth,
                     ", the width of a head");
    std::shared_ptr<RotarySpec> rotary = plainRotary(turning, 10000.0F);
    rotary->interleaved = true;
    return rotary;
}

ArchSpec describeGptj(ConfigReader& config)
{
    ArchSpec arch = describeDecoder(config,
                                    {.width = {{"n_embd", "hidden_size"}, 4096},
                                     .layers = {{"n_layer", "num_hidden_layers"}, 28},
                                     .heads = {{"n_head", "num_attention_heads"}, 16},
                                     .vocabulary = 50400,
                                     .activation = "activation_function",
                                     .usualActivation = "gelu_new",
                                     .feedForward = "n_inner",
                                     .epsilon = "layer_norm_epsilon"});
    StackSpec& stack = *arch.decoder;
    const auto rotary = readGptjRotation(config, stack.layers.front().self.headWidth);
    for (LayerSpec& layer : stack.layers)
        layer.self.rotary = rotary;
    config.expect("scale_attn_weights", true);
    config.expect("rotary", true);
    stack.parallelResidual = true;
    stack.positions.trained = config.integer({"n_positions", "max_position_embeddings"}, 2048, 1, 1 << 28);
    return arch;
}

ModelWeights bindGptj(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    ModelWeights weights = bindDecoder(binder, config, arch,
                                       {.tied = false,
                                        .fused = DecoderNames::Fused::kNo,
                                        .query = ".attn.q_proj",
                                        .key = ".attn.k_proj",
                                        .value = ".attn.v_proj",
                                        .output = ".attn.out_proj",
                                        .up = ".mlp.fc_in",
                                        .down = ".mlp.fc_out",
                                        .feedForwardNorm = {},
                                        .inputBias = false,
                                        .outputBias = false});
    Linear& projection = weights.head.projection;
    if (projection.present())
        projection.bias = binder.vector("lm_head.bias", arch.vocabulary);
    return weights;
}

} // namespace

const Family families::kGptj{"gptj", describeGptj, bindGptj, {.begin = 50256, .end = 50256}};

} // namespace headlight
