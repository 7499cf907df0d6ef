#include "core/model/families/llama_layout.h"

#include "core/model/families/rotary_fields.h"

#include <utility>

namespace headlight {

namespace {

AttentionSpec describeAttention(ConfigReader& config, const LlamaDefaults& defaults, int width)
{
    const int heads = config.integer({"num_attention_heads"}, defaults.heads, 1, 4096);
    int kvHeads = heads;
    if (!config.isNull("num_key_value_heads"))
        kvHeads = config.integer({"num_key_value_heads"}, defaults.kvHeads > 0 ? defaults.kvHeads : heads, 1,
                                 4096);
    if (heads % kvHeads != 0) {
        config.fault("num_key_value_heads", "found ", kvHeads,
                     ", expected a divisor of the number of heads, ", heads);
        kvHeads = heads;
    }
    int each = defaults.headWidth;
    if (config.find({"head_dim"}))
        each = config.integer({"head_dim"}, 1, 1, 1 << 14);
    else if (each == 0)
        each = headWidth(config, width, heads, "num_attention_heads");
    AttentionSpec spec = plainAttention(heads, each, true);
    spec.kvHeads = kvHeads;
    return spec;
}

AttentionWeights bindLlamaAttention(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                                    Index width, const LlamaBinding& binding)
{
    const Index queries = Index{spec.heads} * spec.headWidth;
    const Index keys = Index{spec.kvHeads} * spec.headWidth;
    const Binder::Bias bias = Binder::biasIf(binding.inputBias);
    AttentionWeights weights;
    if (binding.fused) {
        splitProjection(binder.linear(prefix + ".qkv_proj", queries + 2 * keys, width, bias), queries, keys,
                        weights);
    } else {
        weights.query = binder.linear(prefix + ".q_proj", queries, width, bias);
        weights.key = binder.linear(prefix + ".k_proj", keys, width, bias);
        weights.value = binder.linear(prefix + ".v_proj", keys, width, bias);
    }
    weights.output
        = binder.linear(prefix + binding.output, width, queries, Binder::biasIf(binding.outputBias));
    if (binding.attentionExtras != nullptr)
        binding.attentionExtras(binder, prefix, spec, weights);
    return weights;
}

FeedForwardWeights bindLlamaFeedForward(Binder& binder, const std::string& prefix,
                                        const FeedForwardSpec& spec, Index width, const LlamaBinding& binding)
{
    const Index hidden = spec.width;
    const Binder::Bias bias = Binder::biasIf(binding.feedForwardBias);
    FeedForwardWeights weights;
    if (!spec.gated) {
        weights.up = binder.linear(prefix + binding.up, hidden, width, bias);
        weights.down = binder.linear(prefix + binding.down, width, hidden, bias);
        return weights;
    }
    if (!binding.fused)
        return bindGatedFeedForward(binder, prefix, hidden, width, bias);
    const Linear both = binder.linear(prefix + ".gate_up_proj", 2 * hidden, width, bias);
    weights.gate = Binder::part(both, 0, hidden);
    weights.up = Binder::part(both, hidden, hidden);
    weights.down = binder.linear(prefix + ".down_proj", width, hidden, bias);
    return weights;
}

void bindNorms(Binder& binder, const std::string& prefix, const StackSpec& spec, Index width, bool bias,
               LayerWeights& layer)
{
    if (spec.placement == NormPlacement::kOutput) {
        layer.selfPostNorm = binder.norm(prefix + ".post_attention_layernorm", width, bias);
        layer.feedForwardPostNorm = binder.norm(prefix + ".post_feedforward_layernorm", width, bias);
        return;
    }
    layer.selfNorm = binder.norm(prefix + ".input_layernorm", width, bias);
    if (spec.parallelResidual)
        return; // one norm for both
    if (spec.placement != NormPlacement::kSandwich) {
        // The name is historical: this is the norm before the feed-forward.
        layer.feedForwardNorm = binder.norm(prefix + ".post_attention_layernorm", width, bias);
        return;
    }
    layer.selfPostNorm = binder.norm(prefix + ".post_attention_layernorm", width, bias);
    layer.feedForwardNorm = binder.norm(prefix + ".pre_feedforward_layernorm", width, bias);
    layer.feedForwardPostNorm = binder.norm(prefix + ".post_feedforward_layernorm", width, bias);
}

LayerWeights bindLlamaLayer(Binder& binder, const std::string& prefix, const StackSpec& stack,
                            const LayerSpec& spec, std::pair<Index, const LlamaBinding&> with)
{
    const auto& [width, binding] = with;
    LayerWeights layer;
    layer.self = bindLlamaAttention(binder, prefix + ".self_attn", spec.self, width, binding);
    if (spec.experts && binding.experts != nullptr)
        layer.experts = binding.experts(binder, prefix, spec, width);
    else
        layer.feedForward = bindLlamaFeedForward(binder, prefix + ".mlp", spec.feedForward, width, binding);
    bindNorms(binder, prefix, stack, width, binding.normBias, layer);
    return layer;
}

} // namespace

ArchSpec describeLlamaLayout(ConfigReader& config, const LlamaDefaults& defaults)
{
    ArchSpec arch;
    arch.width = config.integer({"hidden_size"}, defaults.width, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, defaults.vocabulary);
    const int layers = config.integer({"num_hidden_layers"}, defaults.layers, 1, 1024);

    LayerSpec layer;
    layer.self = describeAttention(config, defaults, arch.width);
    const RotaryFields rotary
        = readRotary(config,
                     {layer.self.headWidth, defaults.theta, defaults.partial, defaults.length,
                      defaults.originalLength, defaults.interleaved, "full_attention", defaults.scaling});
    layer.self.rotary = rotary.spec;
    layer.feedForward.activation = readActivation(config, {defaults.activationField}, defaults.activation);
    layer.feedForward.width = config.integer({"intermediate_size"}, defaults.feedForward);
    layer.feedForward.gated = defaults.gated;

    StackSpec& stack = arch.decoder.emplace();
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.norm = defaults.norm;
    stack.epsilon = config.epsilon({defaults.epsilonField}, defaults.epsilon);
    stack.placement = NormPlacement::kPre;
    stack.positions.trained = rotary.trained;
    stack.positions.maximum = rotary.longest;
    arch.head.present = true;
    return arch;
}

std::vector<bool> slidingLayers(ConfigReader& config, std::size_t layers, bool (*slides)(int layer))
{
    std::vector<bool> sliding(layers, false);
    const std::vector<std::string> types = config.texts("layer_types");
    if (!types.empty() && types.size() != layers) {
        config.fault("layer_types", "found ", types.size(), " names, expected ", layers,
                     ", one for each layer");
        return sliding;
    }
    for (const std::string& type : types)
        if (type != "sliding_attention" && type != "full_attention")
            config.fault("layer_types", "found \"", type, "\", expected sliding_attention or full_attention");
    for (std::size_t i = 0; i < layers; ++i)
        sliding[i] = types.empty() ? slides(static_cast<int>(i)) : types[i] == "sliding_attention";
    return sliding;
}

void setWindows(ConfigReader& config, StackSpec& stack, Index window, bool (*slides)(int layer))
{
    const std::vector<bool> sliding = slidingLayers(config, stack.layers.size(), slides);
    for (std::size_t i = 0; i < stack.layers.size(); ++i)
        if (sliding[i])
            stack.layers[i].self.window = window;
}

void setQwenWindows(ConfigReader& config, StackSpec& stack)
{
    const bool named = config.find({"layer_types"}) != nullptr;
    config.consider({"sliding_window", "max_window_layers"}); // meaningless without use_sliding_window
    if (!config.flag({"use_sliding_window"}, false) || config.isNull("sliding_window"))
        return;
    const Index window = config.integer({"sliding_window"}, 4096, 1, 1 << 28);
    if (named) {
        setWindows(config, stack, window, [](int) { return false; });
        return;
    }
    const auto first = static_cast<std::size_t>(config.integer({"max_window_layers"}, 28, 0, 1024));
    for (std::size_t i = first; i < stack.layers.size(); ++i)
        stack.layers[i].self.window = window;
}

ModelWeights bindLlamaLayout(Binder& binder, ConfigReader& config, const ArchSpec& arch,
                             const LlamaBinding& binding)
{
    binder.setPrefixes(binding.prefixes);
    const StackSpec& spec = *arch.decoder;
    const Index width = arch.width;
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding = binder.weight("embed_tokens.weight", arch.vocabulary, width);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(
            bindLlamaLayer(binder, concat("layers.", i), spec, spec.layers[i], {width, binding}));
    stack.finalNorm = binder.norm(binding.finalNorm, width, binding.normBias);
    Linear& projection = weights.head.projection;
    projection.weight = bindProjection(binder, binding.head + ".weight", arch, stack.embedding,
                                       config.flag({"tie_word_embeddings"}, binding.tied));
    if (binding.headBias && projection.present())
        projection.bias = binder.vector(binding.head + ".bias", arch.vocabulary);
    return weights;
}

void bindHeadNorms(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                   AttentionWeights& weights)
{
    const bool whole = spec.headNorm == HeadNorm::kWhole;
    weights.queryNorm
        = binder.norm(prefix + ".q_norm", Index{whole ? spec.heads : 1} * spec.headWidth, false);
    weights.keyNorm
        = binder.norm(prefix + ".k_norm", Index{whole ? spec.kvHeads : 1} * spec.headWidth, false);
}

FeedForwardWeights bindGatedFeedForward(Binder& binder, const std::string& prefix, Index hidden, Index width,
                                        Binder::Bias bias)
{
    FeedForwardWeights weights;
    weights.gate = binder.linear(prefix + ".gate_proj", hidden, width, bias);
    weights.up = binder.linear(prefix + ".up_proj", hidden, width, bias);
    weights.down = binder.linear(prefix + ".down_proj", width, hidden, bias);
    return weights;
}

LlamaBinding withAttentionBias(ConfigReader& config, LlamaBinding binding, bool usual)
{
    binding.inputBias = binding.outputBias = config.flag({"attention_bias"}, usual);
    return binding;
}

} // namespace headlight
