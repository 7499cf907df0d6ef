// ModernBERT: an encoder with norms before the sub-layers, rotary positions, a gated feed-forward, and a mix
// of global layers and layers with a window.
#include "core/io/json_file.h"
#include "core/model/families/family.h"
#include "core/model/families/rotary_fields.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

namespace {

/// The rotary base for layers of one kind: rope_parameters.KIND.rope_theta, or the older field.
float thetaOf(ConfigReader& config, std::string_view kind, std::string_view field, float fallback)
{
    const float older = config.real({field}, fallback, 1e-3F);
    const nlohmann::json* const all = config.find({"rope_parameters"});
    if (all == nullptr)
        return older;
    const nlohmann::json* const own = findField(*all, kind);
    if (own == nullptr)
        return older;
    ConfigReader inner(*own, config.file());
    const std::string type = inner.text({"rope_type", "type"}, "default");
    if (type != "default")
        inner.fault("rope_type", "found \"", type, "\", expected default");
    const float theta = inner.real({"rope_theta"}, older, 1e-3F);
    config.adopt(inner, concat("rope_parameters.", kind));
    return theta;
}

/// Whether each layer is global: according to layer_types, otherwise every n-th, starting with the first.
std::vector<bool> globalLayers(ConfigReader& config, std::size_t layers)
{
    const int every = config.integer({"global_attn_every_n_layers"}, 3, 1, 1 << 16);
    const std::vector<std::string> types = config.texts("layer_types");
    std::vector<bool> global(layers);
    if (!types.empty() && types.size() != layers)
        config.fault("layer_types", "found ", types.size(), " names, expected ", layers,
                     ", one for each layer");
    for (std::size_t i = 0; i < layers; ++i) {
        global[i] = i % static_cast<std::size_t>(every) == 0;
        if (types.size() != layers)
            continue;
        global[i] = types[i] == "full_attention";
        if (!global[i] && types[i] != "sliding_attention")
            config.fault("layer_types", "found \"", types[i],
                         "\", expected full_attention or sliding_attention");
    }
    return global;
}

/// Sets positions and windows of all layers.
void setReach(ConfigReader& config, StackSpec& stack, int headWidth)
{
    const float globalTheta = thetaOf(config, "full_attention", "global_rope_theta", 160000.0F);
    // null means the base of the other layers, but an absent field does not.
    const float localTheta = thetaOf(config, "sliding_attention", "local_rope_theta",
                                     config.isNull("local_rope_theta") ? globalTheta : 10000.0F);
    const int local = config.integer({"local_attention"}, 128, 1, 1 << 24);
    const auto everything = plainRotary(headWidth, globalTheta);
    const auto nearby = plainRotary(headWidth, localTheta);
    const std::vector<bool> global = globalLayers(config, stack.layers.size());
    for (std::size_t i = 0; i < stack.layers.size(); ++i) {
        AttentionSpec& self = stack.layers[i].self;
        self.rotary = global[i] ? everything : nearby;
        self.window = global[i] ? 0 : local / 2 + 1; // half of it on either side, and the query itself
    }
}

ArchSpec describeModernBert(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"hidden_size"}, 768, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, 50368);
    const int layers = config.integer({"num_hidden_layers"}, 22, 1, 1024);
    const int heads = config.integer({"num_attention_heads"}, 12, 1, 4096);
    const int each = headWidth(config, arch.width, heads, "num_attention_heads");
    if (each % 2 != 0)
        config.fault("num_attention_heads", "found heads of width ", each,
                     ", expected an even number: pairs of dimensions rotate");
    if (config.find({"rope_scaling"}) != nullptr)
        config.fault("rope_scaling", "found an object, expected null: it is not supported for this family");

    LayerSpec layer;
    layer.self = plainAttention(heads, each, false);
    layer.feedForward.activation = readActivation(config, {"hidden_activation"}, "gelu");
    layer.feedForward.width = config.integer({"intermediate_size"}, 1152);
    layer.feedForward.gated = true;

    StackSpec& stack = arch.encoder.emplace();
    stack.kind = StackKind::kEncoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = config.epsilon({"norm_eps"}, 1e-5F);
    stack.placement = NormPlacement::kPre;
    stack.positions.trained = config.integer({"max_position_embeddings"}, 8192);
    setReach(config, stack, each);
    arch.head.present = arch.head.transform = true;
    arch.head.activation = readActivation(config, {"classifier_activation"}, "gelu");
    // These concern how the class computes, not what, or are for other heads.
    config.consider({"deterministic_flash_attn", "reference_compile", "repad_logits_with_grad",
                     "sparse_prediction", "sparse_pred_ignore_index", "initializer_cutoff_factor"});
    return arch;
}

LayerWeights bindModernLayer(Binder& binder, ConfigReader& config, const ArchSpec& arch, std::size_t index)
{
    const auto bias = [&](std::string_view field) { return Binder::biasIf(config.flag({field}, false)); };
    const std::string prefix = concat("layers.", index, ".");
    const bool normBias = config.flag({"norm_bias"}, false);
    const Index width = arch.width;
    const Index hidden = arch.encoder->layers[index].feedForward.width;
    LayerWeights layer;
    const Linear fused = binder.linear(prefix + "attn.Wqkv", 3 * width, width, bias("attention_bias"));
    splitProjection(fused, width, width, layer.self);
    layer.self.output = binder.linear(prefix + "attn.Wo", width, width, bias("attention_bias"));
    if (index > 0) // the first layer reads the embeddings, which are already normalised
        layer.selfNorm = binder.norm(prefix + "attn_norm", width, normBias);
    const Linear both = binder.linear(prefix + "mlp.Wi", 2 * hidden, width, bias("mlp_bias"));
    layer.feedForward.gate = Binder::part(both, 0, hidden);
    layer.feedForward.up = Binder::part(both, hidden, hidden);
    layer.feedForward.down = binder.linear(prefix + "mlp.Wo", width, hidden, bias("mlp_bias"));
    layer.feedForwardNorm = binder.norm(prefix + "mlp_norm", width, normBias);
    return layer;
}

HeadWeights bindModernHead(Binder& binder, ConfigReader& config, const ArchSpec& arch,
                           const WeightMatrix& embedding)
{
    HeadWeights head;
    const bool bias = config.flag({"classifier_bias"}, false);
    const bool outputBias = config.flag({"decoder_bias"}, true);
    const bool tied = config.flag({"tie_word_embeddings"}, true);
    const bool normBias = config.flag({"norm_bias"}, false);
    if (!binder.has("head.dense.weight"))
        return head;
    head.transform = binder.linear("head.dense", arch.width, arch.width, Binder::biasIf(bias));
    head.transformNorm = binder.norm("head.norm", arch.width, normBias);
    head.projection.weight = bindProjection(binder, "decoder.weight", arch, embedding, tied);
    if (outputBias)
        head.projection.bias = binder.vector("decoder.bias", arch.vocabulary);
    return head;
}

ModelWeights bindModernBert(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"model.", ""});
    const bool normBias = config.flag({"norm_bias"}, false);
    ModelWeights weights;
    StackWeights& stack = weights.encoder.emplace();
    stack.embedding = binder.weight("embeddings.tok_embeddings.weight", arch.vocabulary, arch.width);
    stack.embeddingNorm = binder.norm("embeddings.norm", arch.width, normBias);
    for (std::size_t i = 0; i < arch.encoder->layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(bindModernLayer(binder, config, arch, i));
    stack.finalNorm = binder.norm("final_norm", arch.width, normBias);
    weights.head = bindModernHead(binder, config, arch, stack.embedding);
    return weights;
}

} // namespace

const Family families::kModernBert{
    "modernbert", describeModernBert, bindModernBert, {.begin = 50281, .end = 50282, .pad = 50283}};

} // namespace headlight
