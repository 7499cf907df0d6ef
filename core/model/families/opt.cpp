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

/// The fields that determine which parameters a checkpoint has.
struct OptForm
{
    Binder::Bias bias = Binder::Bias::kRequired;
    bool affine = true; ///< norms have parameters
};

NormWeights bindNorm(Binder& binder, const std::string& prefix, Index width, const OptForm& form)
{
    if (form.affine)
        return binder.norm(prefix, width, true);
    NormWeights plain;
    plain.gain = RowVector::Ones(width);
    return plain;
}

LayerWeights bindOptLayer(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width,
                          const OptForm& form)
{
    const Index hidden = spec.feedForward.width;
    LayerWeights layer;
    layer.self.query = binder.linear(prefix + ".self_attn.q_proj", width, width, form.bias);
    layer.self.key = binder.linear(prefix + ".self_attn.k_proj", width, width, form.bias);
    layer.self.value = binder.linear(prefix + ".self_attn.v_proj", width, width, form.bias);
    layer.self.output = binder.linear(prefix + ".self_attn.out_proj", width, width, form.bias);
    layer.selfNorm = bindNorm(binder, prefix + ".self_attn_layer_norm", width, form);
    layer.feedForward.up = binder.linear(prefix + ".fc1", hidden, width, form.bias);
    layer.feedForward.down = binder.linear(prefix + ".fc2", width, hidden, form.bias);
    layer.feedForwardNorm = bindNorm(binder, prefix + ".final_layer_norm", width, form);
    return layer;
}

ModelWeights bindOpt(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"model.decoder.", "decoder.", "model.", ""});
    const StackSpec& spec = *arch.decoder;
    const OptForm form{Binder::biasIf(config.flag({"enable_bias"}, true)),
                       config.flag({"layer_norm_elementwise_affine"}, true)};
    const Index embedded = config.integer({"word_embed_proj_dim"}, arch.width, 1, 1 << 16);
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding = binder.weight("embed_tokens.weight", arch.vocabulary, embedded);
    stack.positions
        = binder.matrix("embed_positions.weight", spec.positions.maximum + spec.positions.offset, arch.width);
    if (embedded != arch.width) {
        stack.projectIn = binder.linear("project_in", arch.width, embedded, Binder::Bias::kNone);
        stack.projectOut = binder.linear("project_out", embedded, arch.width, Binder::Bias::kNone);
    }
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(bindOptLayer(binder, concat("layers.", i), spec.layers[i], arch.width, form));
    const bool removed = config.flag({"_remove_final_layer_norm"}, false);
    if (spec.placement == NormPlacement::kPre && !removed)
        stack.finalNorm = bindNorm(binder, "final_layer_norm", arch.width, form);
    weights.head.projection.weight = bindProjection(binder, "lm_head.weight", arch, stack.embedding,
                                                    config.flag({"tie_word_embeddings"}, true));
    return weights;
}

} // namespace

const Family families::kOpt{"opt", describeOpt, bindOpt, {.begin = 2, .end = 2, .pad = 1}};

} // namespace headlight
