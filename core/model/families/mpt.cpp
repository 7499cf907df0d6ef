// MPT: ALiBi with its own order of slopes; no biases anywhere, not even in the norms.
#include "core/model/families/family.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace headlight {

namespace {

/// Slopes for the next power of two of heads: the second, fourth, … of them first, then the others.
std::vector<float> mptSlopes(int heads)
{
    constexpr double kMost = 8.0; // alibi_bias_max
    int power = 1;
    while (power < heads)
        power *= 2;
    const auto slope = [&](int h) {
        return static_cast<float>(std::exp2(-kMost * static_cast<double>(h) / static_cast<double>(power)));
    };
    std::vector<float> slopes;
    const int step = power == heads ? 1 : 2;
    for (int h = step; h <= power; h += step)
        slopes.push_back(slope(h));
    for (int h = 1; step == 2 && h <= power; h += 2)
        slopes.push_back(slope(h));
    slopes.resize(static_cast<std::size_t>(heads));
    return slopes;
}

/// Reads the fields of attn_config.
void readMptAttention(ConfigReader& config, AttentionSpec& spec)
{
    const nlohmann::json none = nlohmann::json::object();
    const nlohmann::json* const object = config.find({"attn_config"});
    if (object != nullptr && !object->is_object())
        config.fault("attn_config", "expected an object or null");
    ConfigReader fields(object != nullptr && object->is_object() ? *object : none, config.file());
    spec.clip = fields.real({"clip_qkv"}, 0.0F, 0.0F, 1e6F);
    if (fields.find({"softmax_scale"}) != nullptr)
        spec.scale = fields.real({"softmax_scale"}, spec.scale, 1e-6F, 1e6F);
    for (const char* const field : {"prefix_lm", "qk_ln"})
        refuseFlag(fields, field);
    fields.expectText("attn_type", "multihead_attention");
    fields.expectFlag("alibi", true);
    fields.expectInteger("alibi_bias_max", 8);
    fields.expectFlag("attn_uses_sequence_id", false);
    fields.expectFlag("rope", false);
    fields.consider({"attn_impl", "model_type"});
    config.adopt(fields, "attn_config");
}

ArchSpec describeMpt(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"d_model", "hidden_size"}, 2048, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, 50368);
    const int layers = config.integer({"n_layers", "num_hidden_layers"}, 24, 1, 1024);
    const int heads = config.integer({"n_heads", "num_attention_heads"}, 16, 1, 4096);

    LayerSpec layer;
    layer.self = plainAttention(heads, headWidth(config, arch.width, heads, "n_heads"), true);
    layer.self.alibi = AlibiSpec{mptSlopes(heads), false};
    readMptAttention(config, layer.self);
    layer.feedForward.activation = Activation::kGelu;
    layer.feedForward.width = 4 * arch.width;
    config.expectInteger("expansion_ratio", 4);
    config.expectFlag("no_bias", true);
    config.expectText("norm_type", "low_precision_layernorm");
    if (const nlohmann::json* const scale = config.find({"logit_scale"}))
        config.fault("logit_scale", "found " + scale->dump() + ", expected null: it is not supported");
    config.consider({"learned_pos_emb", "embedding_fraction", "init_device", "init_config", "verbose",
                     "tokenizer_name"}); // meaningless with ALiBi, or without effect on the numbers

    StackSpec& stack = arch.decoder.emplace();
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = config.epsilon({"layer_norm_epsilon"}, 1e-5F);
    stack.placement = NormPlacement::kPre;
    stack.positions.trained = config.integer({"max_seq_len"}, 2048, 1, 1 << 28);
    arch.head.present = true;
    return arch;
}

LayerWeights bindMptLayer(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width)
{
    constexpr auto kNone = Binder::Bias::kNone;
    const Index hidden = spec.feedForward.width;
    LayerWeights layer;
    const Linear fused = binder.linear(prefix + ".attn.Wqkv", 3 * width, width, kNone);
    layer.self.query = Binder::part(fused, 0, width);
    layer.self.key = Binder::part(fused, width, width);
    layer.self.value = Binder::part(fused, 2 * width, width);
    layer.self.output = binder.linear(prefix + ".attn.out_proj", width, width, kNone);
    layer.selfNorm = binder.norm(prefix + ".norm_1", width, false);
    layer.feedForward.up = binder.linear(prefix + ".ffn.up_proj", hidden, width, kNone);
    layer.feedForward.down = binder.linear(prefix + ".ffn.down_proj", width, hidden, kNone);
    layer.feedForwardNorm = binder.norm(prefix + ".norm_2", width, false);
    return layer;
}

ModelWeights bindMpt(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"transformer.", ""});
    const StackSpec& spec = *arch.decoder;
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding = binder.weight("wte.weight", arch.vocabulary, arch.width);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(
            bindMptLayer(binder, "blocks." + std::to_string(i), spec.layers[i], arch.width));
    stack.finalNorm = binder.norm("norm_f", arch.width, false);
    weights.head.projection.weight = bindProjection(binder, "lm_head.weight", arch, stack.embedding,
                                                    config.flag({"tie_word_embeddings"}, true));
    return weights;
}

} // namespace

const Family families::kMpt{"mpt", describeMpt, bindMpt};

} // namespace headlight
