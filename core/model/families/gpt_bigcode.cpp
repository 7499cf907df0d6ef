// GPT-BigCode (SantaCoder, StarCoder): GPT-2 with one key/value head for all queries.
#include "core/model/families/family.h"
#include "core/model/families/fused_projection.h"

#include <string>

namespace headlight {

namespace {

ArchSpec describeBigCode(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"n_embd", "hidden_size"}, 768, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, 50257);
    const int layers = config.integer({"n_layer", "num_hidden_layers"}, 12, 1, 1024);
    const int heads = config.integer({"n_head", "num_attention_heads"}, 12, 1, 4096);
    refuseFlag(config, "add_cross_attention");

    LayerSpec layer;
    layer.self = plainAttention(heads, headWidth(config, arch.width, heads, "n_head"), true);
    if (config.flag({"multi_query"}, true))
        layer.self.kvHeads = 1;
    if (!config.flag({"scale_attn_weights"}, true))
        layer.self.scale = 1.0F;
    layer.feedForward.activation = readActivation(config, {"activation_function"}, "gelu_pytorch_tanh");
    layer.feedForward.width = config.integer({"n_inner"}, 4 * arch.width);
    config.consider({"scale_attention_softmax_in_fp32", "inference_runner", "max_batch_size",
                     "max_sequence_length", "pad_key_length", "pre_allocate_kv_cache",
                     "validate_runner_input"}); // affects how to compute, not what

    StackSpec& stack = arch.decoder.emplace();
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = config.epsilon({"layer_norm_epsilon"}, 1e-5F);
    stack.placement = NormPlacement::kPre;
    stack.positions = learnedPositions(config.integer({"n_positions", "max_position_embeddings"}, 1024));
    arch.head.present = true;
    return arch;
}

LayerWeights bindBigCodeLayer(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width)
{
    constexpr auto kBias = Binder::Bias::kRequired;
    const Index hidden = spec.feedForward.width;
    LayerWeights layer;
    bindGroupedProjection(binder, prefix + ".attn.c_attn", spec.self, width, true, layer.self);
    layer.self.output = binder.linear(prefix + ".attn.c_proj", width, width, kBias);
    layer.selfNorm = binder.norm(prefix + ".ln_1", width, true);
    layer.feedForward.up = binder.linear(prefix + ".mlp.c_fc", hidden, width, kBias);
    layer.feedForward.down = binder.linear(prefix + ".mlp.c_proj", width, hidden, kBias);
    layer.feedForwardNorm = binder.norm(prefix + ".ln_2", width, true);
    return layer;
}

ModelWeights bindBigCode(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"transformer.", ""});
    const StackSpec& spec = *arch.decoder;
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding = binder.weight("wte.weight", arch.vocabulary, arch.width);
    stack.positions = binder.matrix("wpe.weight", spec.positions.maximum, arch.width);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(
            bindBigCodeLayer(binder, "h." + std::to_string(i), spec.layers[i], arch.width));
    stack.finalNorm = binder.norm("ln_f", arch.width, true);
    weights.head.projection.weight = bindProjection(binder, "lm_head.weight", arch, stack.embedding,
                                                    config.flag({"tie_word_embeddings"}, true));
    return weights;
}

} // namespace

const Family families::kGptBigCode{
    "gpt_bigcode", describeBigCode, bindBigCode, {.begin = 50256, .end = 50256}};

} // namespace headlight
