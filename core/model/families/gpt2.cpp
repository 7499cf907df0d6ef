// GPT-2 (also distilgpt2, minGPT and nanoGPT exports): norms before the sub-layers, learned positions, fused
// query, key and value projections stored transposed.
#include "core/model/families/family.h"

#include <utility>

namespace headlight {

namespace {

ArchSpec describeGpt2(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"n_embd", "hidden_size"}, 768, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, 50257);
    const int layers = config.integer({"n_layer", "num_hidden_layers"}, 12, 1, 1024);
    const int heads = config.integer({"n_head", "num_attention_heads"}, 12, 1, 4096);
    refuseFlag(config, "add_cross_attention");

    LayerSpec layer;
    layer.self = plainAttention(heads, headWidth(config, arch.width, heads, "n_head"), true);
    if (!config.flag({"scale_attn_weights"}, true))
        layer.self.scale = 1.0F;
    layer.feedForward.activation = readActivation(config, {"activation_function"}, "gelu_new");
    layer.feedForward.width = config.integer({"n_inner"}, 4 * arch.width);

    StackSpec& stack = arch.decoder.emplace();
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    if (config.flag({"scale_attn_by_inverse_layer_idx"}, false))
        for (std::size_t i = 0; i < stack.layers.size(); ++i)
            stack.layers[i].self.scale /= static_cast<float>(i + 1);
    stack.epsilon = config.epsilon({"layer_norm_epsilon"}, 1e-5F);
    stack.placement = NormPlacement::kPre;
    stack.positions
        = learnedPositions(config.integer({"n_positions", "max_position_embeddings", "n_ctx"}, 1024));
    arch.head.present = true;
    return arch;
}

LayerWeights bindGpt2Layer(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width)
{
    const auto conv1d = [&](const std::string& name, Index out, Index in) {
        return binder.linear(prefix + name, out, in, Binder::Bias::kRequired, true);
    };
    LayerWeights layer;
    const Linear fused = conv1d(".attn.c_attn", 3 * width, width);
    layer.self.query = Binder::part(fused, 0, width);
    layer.self.key = Binder::part(fused, width, width);
    layer.self.value = Binder::part(fused, 2 * width, width);
    layer.self.output = conv1d(".attn.c_proj", width, width);
    layer.selfNorm = binder.norm(prefix + ".ln_1", width, true);
    layer.feedForward.up = conv1d(".mlp.c_fc", spec.feedForward.width, width);
    layer.feedForward.down = conv1d(".mlp.c_proj", width, spec.feedForward.width);
    layer.feedForwardNorm = binder.norm(prefix + ".ln_2", width, true);
    return layer;
}

ModelWeights bindGpt2(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"transformer.", ""});
    const StackSpec& spec = *arch.decoder;
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding = binder.weight("wte.weight", arch.vocabulary, arch.width);
    stack.positions = binder.matrix("wpe.weight", spec.positions.maximum, arch.width);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(bindGpt2Layer(binder, "h." + std::to_string(i), spec.layers[i], arch.width));
    stack.finalNorm = binder.norm("ln_f", arch.width, true);
    weights.head.projection.weight = bindProjection(binder, "lm_head.weight", arch, stack.embedding,
                                                    config.flag({"tie_word_embeddings"}, true));
    return weights;
}

} // namespace

const Family families::kGpt2{"gpt2", describeGpt2, bindGpt2, {.begin = 50256, .end = 50256}};

} // namespace headlight
