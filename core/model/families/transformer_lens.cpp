// TransformerLens: HookedTransformer's state dict and cfg, for the decoders that the field trains and
// publishes as toys. Matrices stand on the right (x @ W), one per head.
#include "core/model/families/family.h"
#include "core/model/families/rotary_fields.h"

#include "core/math/positions.h"

#include <string>
#include <utility>
#include <vector>

namespace headlight {

namespace {

/// Where positions act, besides the stream.
constexpr std::string_view kShortformer = "shortformer"; // on what queries and keys are made of

/// "LN", "LNPre", "RMS", "RMSPre", or "" for none.
std::string normName(ConfigReader& config)
{
    const std::string name
        = config.isNull("normalization_type") ? "" : config.text({"normalization_type"}, "LN");
    if (!name.empty() && name != "LN" && name != "LNPre" && name != "RMS" && name != "RMSPre")
        config.fault("normalization_type", "found \"", name, "\", expected LN, LNPre, RMS, RMSPre or null");
    return name;
}

AttentionSpec describeHeads(ConfigReader& config, bool causal, int width)
{
    const int heads = config.integer({"n_heads"}, 8);
    const int each = config.integer({"d_head"}, std::max(1, width / heads));
    AttentionSpec spec = plainAttention(heads, each, causal);
    spec.kvHeads = config.integer({"n_key_value_heads"}, heads);
    if (heads % spec.kvHeads != 0) {
        config.fault("n_key_value_heads", "found ", spec.kvHeads,
                     ", expected a divisor of the number of heads, ", heads);
        spec.kvHeads = heads;
    }
    const float divisor = config.real({"attn_scale"}, -1.0F);
    if (divisor > 0.0F)
        spec.scale = 1.0F / divisor;
    if (!config.flag({"use_attn_scale"}, true))
        spec.scale = 1.0F;
    spec.softcap = std::max(0.0F, config.real({"attn_scores_soft_cap"}, -1.0F));
    return spec;
}

void describePositions(ConfigReader& config, const std::string& kind, StackSpec& stack, AttentionSpec& spec)
{
    const int length = config.integer({"n_ctx"}, 1024);
    if (kind == "standard") {
        stack.positions = learnedPositions(length);
    } else if (kind == kShortformer) { // the stream has no scheme, but there is a table
        stack.positions.maximum = stack.positions.trained = length;
    } else if (kind == "rotary") {
        const int rotated = config.integer({"rotary_dim"}, spec.headWidth);
        if (rotated > spec.headWidth || rotated % 2 != 0) {
            config.fault("rotary_dim", "found ", rotated,
                         ", expected an even number up to the width of a head, ", spec.headWidth);
            return;
        }
        const auto rotary = plainRotary(rotated, config.real({"rotary_base"}, 10000.0F, 1.0F));
        rotary->interleaved = config.flag({"rotary_adjacent_pairs"}, false);
        spec.rotary = rotary;
        stack.positions.trained = length;
    } else if (kind == "alibi") {
        spec.alibi = AlibiSpec{alibiSlopes(spec.heads), false};
        stack.positions.trained = length;
    } else {
        config.fault("positional_embedding_type", "found \"", kind,
                     "\", expected standard, rotary, shortformer or alibi");
    }
}

FeedForwardSpec describeMlp(ConfigReader& config, int width)
{
    FeedForwardSpec spec;
    spec.width = 0; // none
    if (config.flag({"attn_only"}, false)) {
        config.consider({"act_fn", "d_mlp", "gated_mlp"});
        return spec;
    }
    spec.width = config.integer({"d_mlp"}, 4 * width);
    spec.activation = readActivation(config, {"act_fn"}, "gelu_new");
    spec.gated = config.flag({"gated_mlp"}, false);
    return spec;
}

/// The layers with a window, if any.
void describeWindows(ConfigReader& config, StackSpec& stack)
{
    if (!config.flag({"use_local_attn"}, false)) {
        config.consider({"window_size", "attn_types"});
        return;
    }
    const std::vector<std::string> types = config.texts("attn_types");
    if (types.size() != stack.layers.size()) {
        config.fault("attn_types", "found ", types.size(), " kinds, expected one per layer, ",
                     stack.layers.size());
        return;
    }
    const int window = config.integer({"window_size"}, 256, 1, 1 << 28);
    for (std::size_t i = 0; i < types.size(); ++i)
        if (types[i] == "local")
            stack.layers[i].self.window = window;
}

ArchSpec describeTransformerLens(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"d_model"}, 512);
    const int embedded = config.integer({"d_vocab"}, 50257);
    arch.vocabulary = config.integer({"d_vocab_out"}, embedded);
    if (arch.vocabulary > embedded)
        config.fault("d_vocab_out", "found ", arch.vocabulary, ", expected at most d_vocab, ", embedded);
    const bool causal = config.text({"attention_dir"}, "causal") != "bidirectional";
    StackSpec& stack = causal ? arch.decoder.emplace() : arch.encoder.emplace();
    stack.kind = causal ? StackKind::kDecoder : StackKind::kEncoder;
    const std::string norm = normName(config);
    stack.norm = norm.starts_with("RMS") ? NormKind::kRmsNorm : NormKind::kLayerNorm;
    if (config.flag({"final_rms"}, false) && stack.norm == NormKind::kLayerNorm && !norm.empty())
        config.fault("final_rms", "found true with normalization_type ", norm, ", expected one kind of norm");
    stack.epsilon = config.epsilon({"eps"}, 1e-5F);
    stack.placement = config.flag({"use_normalization_before_and_after"}, false) ? NormPlacement::kSandwich
                                                                                 : NormPlacement::kPre;
    stack.parallelResidual = config.flag({"parallel_attn_mlp"}, false);
    LayerSpec layer;
    layer.self = describeHeads(config, causal, arch.width);
    describePositions(config, config.text({"positional_embedding_type"}, "standard"), stack, layer.self);
    layer.feedForward = describeMlp(config, arch.width);
    stack.layers.assign(static_cast<std::size_t>(config.integer({"n_layers"}, 1, 1, 1 << 12)), layer);
    if (config.flag({"scale_attn_by_inverse_layer_idx"}, false))
        for (std::size_t i = 0; i < stack.layers.size(); ++i)
            stack.layers[i].self.scale /= static_cast<float>(i + 1);
    describeWindows(config, stack);
    arch.head.present = true;
    arch.head.softcap = std::max(0.0F, config.real({"output_logits_soft_cap"}, -1.0F));
    refuseFlag(config, "use_NTK_by_parts_rope");
    refuseFlag(config, "use_qk_norm");
    if (config.find({"num_experts"}) != nullptr)
        config.fault("num_experts", "found a mixture of experts, expected null");
    // Read only for some values of other fields; then origin and tokenizer; training; and how it computes.
    config.consider({"rotary_dim", "rotary_base", "rotary_adjacent_pairs", "n_ctx",
                     "relative_attention_max_distance", "relative_attention_num_buckets", "act_fn"});
    config.consider({"use_NTK_original_ctx_len", "NTK_by_parts_factor", "NTK_by_parts_high_freq_factor",
                     "NTK_by_parts_low_freq_factor", "experts_per_token"});
    config.consider({"model_name", "original_architecture", "from_checkpoint", "checkpoint_index",
                     "checkpoint_label_type", "checkpoint_value", "trust_remote_code"});
    config.consider(
        {"tokenizer_name", "tokenizer_prepends_bos", "default_prepend_bos", "decoder_start_token_id"});
    config.consider(
        {"init_mode", "init_weights", "initializer_range", "seed", "n_params", "tie_word_embeddings"});
    config.consider(
        {"use_attn_result", "use_split_qkv_input", "use_hook_mlp_in", "use_attn_in", "use_hook_tokens"});
    config.consider({"ungroup_grouped_query_attention", "device", "n_devices", "dtype", "load_in_4bit"});
    return arch;
}

using Numbers = Eigen::Map<const Matrix>;

/// W_Q, W_K or W_V [heads × d_model × d_head] as one matrix [heads·d_head × d_model], and its bias.
Linear bindInput(Binder& binder, const std::string& layer, const std::string& letter, int heads, Index each,
                 Index width)
{
    // Grouped keys and values have names of their own.
    const std::string mark = binder.has(layer + "_W_" + letter) ? "_" : "";
    const std::string name = layer + mark + "W_" + letter;
    Linear made;
    const std::vector<float> stored = binder.numbers(name, {heads, width, each});
    if (stored.empty())
        return made;
    Matrix joined(heads * each, width);
    for (Index head = 0; head < heads; ++head)
        joined.middleRows(head * each, each)
            = Numbers(stored.data() + head * width * each, width, each).transpose();
    made.weight = WeightMatrix(std::move(joined));
    const std::string bias = layer + mark + "b_" + letter;
    if (!binder.has(bias))
        return made;
    const std::vector<float> numbers = binder.numbers(bias, {heads, each});
    if (!numbers.empty())
        made.bias = Eigen::Map<const RowVector>(numbers.data(), heads * each);
    return made;
}

RowVector biasIfStored(Binder& binder, const std::string& name, Index size)
{
    return binder.has(name) ? binder.vector(name, size) : RowVector();
}

NormWeights bindNorm(Binder& binder, const std::string& prefix, const std::string& kind, Index width)
{
    NormWeights norm;
    if (kind.ends_with("Pre"))
        norm.plain = true;
    else if (!kind.empty())
        norm.gain = binder.vector(prefix + ".w", width);
    if (kind == "LN")
        norm.bias = binder.vector(prefix + ".b", width);
    return norm;
}

FeedForwardWeights bindMlp(Binder& binder, const std::string& prefix, const FeedForwardSpec& spec,
                           Index width)
{
    FeedForwardWeights made;
    made.up.weight = binder.weight(prefix + "W_in", spec.width, width, true);
    made.down.weight = binder.weight(prefix + "W_out", width, spec.width, true);
    made.down.bias = biasIfStored(binder, prefix + "b_out", width);
    RowVector bias = biasIfStored(binder, prefix + "b_in", spec.width);
    if (!spec.gated) {
        made.up.bias = std::move(bias);
        return made;
    }
    made.gate.weight = binder.weight(prefix + "W_gate", spec.width, width, true);
    // It is added after the product with the gate, so W_out reads it as it is.
    if (bias.size() > 0 && !bias.isZero(0.0F) && !made.down.weight.empty()) {
        Matrix moved(1, width);
        made.down.weight.multiply(bias, moved, nullptr);
        made.down.bias
            = made.down.bias.size() > 0 ? RowVector(made.down.bias + moved.row(0)) : RowVector(moved.row(0));
    }
    return made;
}

LayerWeights bindLayer(Binder& binder, const std::string& prefix, const StackSpec& stack,
                       const LayerSpec& spec, const std::string& norm, Index width)
{
    const std::string attention = prefix + "attn.";
    const AttentionSpec& heads = spec.self;
    LayerWeights layer;
    layer.selfNorm = bindNorm(binder, prefix + "ln1", norm, width);
    layer.self.query = bindInput(binder, attention, "Q", heads.heads, heads.headWidth, width);
    layer.self.key = bindInput(binder, attention, "K", heads.kvHeads, heads.headWidth, width);
    layer.self.value = bindInput(binder, attention, "V", heads.kvHeads, heads.headWidth, width);
    const std::vector<float> output
        = binder.numbers(attention + "W_O", {heads.heads, heads.headWidth, width});
    if (!output.empty())
        layer.self.output.weight = WeightMatrix(
            Matrix(Numbers(output.data(), Index{heads.heads} * heads.headWidth, width).transpose()));
    layer.self.output.bias = biasIfStored(binder, attention + "b_O", width);
    const bool sandwich = stack.placement == NormPlacement::kSandwich;
    if (sandwich)
        layer.selfPostNorm = bindNorm(binder, prefix + "ln1_post", norm, width);
    for (const char* buffer : {"mask", "IGNORE", "rotary_sin", "rotary_cos", "alibi"})
        binder.ignore(attention + buffer);
    if (spec.feedForward.width == 0)
        return layer;
    layer.feedForwardNorm = bindNorm(binder, prefix + "ln2", norm, width);
    if (sandwich)
        layer.feedForwardPostNorm = bindNorm(binder, prefix + "ln2_post", norm, width);
    layer.feedForward = bindMlp(binder, prefix + "mlp.", spec.feedForward, width);
    return layer;
}

ModelWeights bindTransformerLens(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    ModelWeights weights;
    const StackSpec& spec = arch.decoder ? *arch.decoder : *arch.encoder;
    StackWeights& stack = arch.decoder ? weights.decoder.emplace() : weights.encoder.emplace();
    const std::string norm = normName(config);
    stack.embedding = binder.weight("embed.W_E", config.integer({"d_vocab"}, 50257), arch.width);
    const bool learned = spec.positions.scheme == PositionScheme::kLearned;
    if (learned || config.text({"positional_embedding_type"}, "standard") == kShortformer)
        stack.positions = binder.matrix("pos_embed.W_pos", spec.positions.maximum, arch.width);
    if (config.flag({"post_embedding_ln"}, false))
        stack.embeddingNorm = bindNorm(binder, "embed.ln", "LN", arch.width);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(
            bindLayer(binder, concat("blocks.", i, "."), spec, spec.layers[i], norm, arch.width));
    stack.finalNorm = bindNorm(binder, "ln_final", norm, arch.width);
    weights.head.projection.weight = binder.weight("unembed.W_U", arch.vocabulary, arch.width, true);
    weights.head.projection.bias = biasIfStored(binder, "unembed.b_U", arch.vocabulary);
    return weights;
}

} // namespace

const Family families::kTransformerLens{"transformer_lens", describeTransformerLens, bindTransformerLens};

} // namespace headlight
