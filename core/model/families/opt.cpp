// OPT (also Galactica): learned positions counted over real tokens; the 350M model has norms after the
// sub-layers and a separate width for embeddings.
#include "core/model/families/decoder_layout.h"

namespace headlight {

namespace {

ArchSpec describeOpt(ConfigReader& config)
{
    ArchSpec arch = describeDecoder(config,
                                    {.width = {{"hidden_size"}, 768},
                                     .layers = {{"num_hidden_layers"}, 12},
                                     .heads = {{"num_attention_heads"}, 12},
                                     .vocabulary = 50272,
                                     .activation = "activation_function",
                                     .usualActivation = "relu",
                                     .feedForward = "ffn_dim",
                                     .usualFeedForward = 3072});
    StackSpec& stack = *arch.decoder;
    stack.placement
        = config.flag({"do_layer_norm_before"}, true) ? NormPlacement::kPre : NormPlacement::kPost;
    stack.positions = learnedPositions(config.integer({"max_position_embeddings"}, 2048), 2);
    stack.positions.counting = PositionCounting::kRealTokens;
    stack.projection = EmbeddingProjection::kFirst;
    return arch;
}

ModelWeights bindOpt(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    const bool bias = config.flag({"enable_bias"}, true);
    const Index embedded = config.integer({"word_embed_proj_dim"}, arch.width, 1, 1 << 16);
    const bool removed = config.flag({"_remove_final_layer_norm"}, false);
    const bool ends = arch.decoder->placement == NormPlacement::kPre && !removed;
    ModelWeights weights = bindDecoder(binder, config, arch,
                                       {.prefixes = {"model.decoder.", "decoder.", "model.", ""},
                                        .embedding = "embed_tokens.weight",
                                        .embedded = embedded,
                                        .positions = "embed_positions.weight",
                                        .layers = "layers.",
                                        .finalNorm = ends ? "final_layer_norm" : "",
                                        .fused = DecoderNames::Fused::kNo,
                                        .query = ".self_attn.q_proj",
                                        .key = ".self_attn.k_proj",
                                        .value = ".self_attn.v_proj",
                                        .output = ".self_attn.out_proj",
                                        .selfNorm = ".self_attn_layer_norm",
                                        .up = ".fc1",
                                        .down = ".fc2",
                                        .feedForwardNorm = ".final_layer_norm",
                                        .inputBias = bias,
                                        .outputBias = bias,
                                        .feedForwardBias = bias,
                                        .normGain = config.flag({"layer_norm_elementwise_affine"}, true)});
    if (embedded != arch.width) {
        StackWeights& stack = *weights.decoder;
        stack.projectIn = binder.linear("project_in", arch.width, embedded, Binder::Bias::kNone);
        stack.projectOut = binder.linear("project_out", embedded, arch.width, Binder::Bias::kNone);
    }
    return weights;
}

} // namespace

const Family families::kOpt{"opt", describeOpt, bindOpt, {.begin = 2, .end = 2, .pad = 1}};

} // namespace headlight
