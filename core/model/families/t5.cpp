// T5 (also v1.1 and Flan): relative position biases shared by all layers of a stack, norms without a mean
// before the sub-layers, unscaled scores. mT5 has other defaults; in UMT5 every layer has biases of its own.
#include "core/model/families/family.h"

#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace headlight {

namespace {

/// Defaults that differ between the families' configuration classes.
struct T5Defaults
{
    int vocabulary = 250112;
    int feedForward = 1024;
    int layers = 8;
    int heads = 6;
    std::string_view projection = "gated-gelu"; ///< feed_forward_proj
    bool tied = false; ///< tie_word_embeddings
    bool biasPerLayer = false; ///< instead of one for all layers
};
constexpr T5Defaults kFirstT5{32128, 2048, 6, 8, "relu", true};
constexpr T5Defaults kManyLanguages{};
constexpr T5Defaults kBiasedLayers{.tied = true, .biasPerLayer = true};

/// "relu", "gated-gelu", …: defines dense_act_fn and is_gated_act if they are absent.
FeedForwardSpec describeFeedForward(ConfigReader& config, const T5Defaults& defaults)
{
    const std::string stated = config.text({"feed_forward_proj"}, std::string(defaults.projection));
    const std::size_t dash = stated.find('-');
    const bool gated = stated.substr(0, dash) == "gated";
    if (dash != std::string::npos && !gated)
        config.fault("feed_forward_proj", "found \"", stated,
                     R"(", expected an activation or "gated-" and an activation)");
    std::string activation = dash == std::string::npos ? stated : stated.substr(dash + 1);
    if (stated == "gated-gelu")
        activation = "gelu_new"; // used when training the models of that name
    FeedForwardSpec spec;
    spec.activation = activationNamed(config, "feed_forward_proj", config.text({"dense_act_fn"}, activation));
    spec.gated = config.flag({"is_gated_act"}, gated);
    spec.width = config.integer({"d_ff"}, defaults.feedForward);
    return spec;
}

StackSpec describeT5Stack(const LayerSpec& common, StackKind kind, int layers, float epsilon)
{
    LayerSpec layer = common;
    if (kind == StackKind::kDecoder) {
        layer.cross = layer.self;
        layer.cross->relative.reset();
        layer.self.causal = true;
        layer.self.relative->bidirectional = false;
    }
    StackSpec stack;
    stack.kind = kind;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.norm = NormKind::kRmsNorm;
    stack.epsilon = epsilon;
    stack.placement = NormPlacement::kPre;
    return stack;
}

template <const T5Defaults& kDefaults>
ArchSpec describeT5(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"d_model", "hidden_size"}, 512, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, kDefaults.vocabulary);
    const int layers = config.integer({"num_layers", "num_hidden_layers"}, kDefaults.layers, 1, 1024);
    const int decoderLayers = config.integer({"num_decoder_layers"}, layers, 1, 1024);
    const int heads = config.integer({"num_heads", "num_attention_heads"}, kDefaults.heads, 1, 4096);
    const float epsilon = config.epsilon({"layer_norm_epsilon"}, 1e-6F);

    LayerSpec layer;
    layer.self = plainAttention(heads, config.integer({"d_kv", "head_dim"}, 64, 1, 1 << 14), false);
    layer.self.scale = 1.0F;
    RelativeSpec relative;
    relative.buckets = config.integer({"relative_attention_num_buckets"}, 32, 4, 1 << 16);
    relative.maxDistance = config.integer({"relative_attention_max_distance"}, 128, 2, 1 << 24);
    if (relative.buckets % 2 != 0 || relative.maxDistance <= relative.buckets / 2)
        config.fault("relative_attention_num_buckets", "found ", relative.buckets, " for distances up to ",
                     relative.maxDistance, ", expected an even number less than twice the distance");
    layer.self.relative = relative;
    layer.feedForward = describeFeedForward(config, kDefaults);

    arch.encoder = describeT5Stack(layer, StackKind::kEncoder, layers, epsilon);
    arch.decoder = describeT5Stack(layer, StackKind::kDecoder, decoderLayers, epsilon);
    arch.head.present = true;
    config.consider({"n_positions"}); // of early files: distances have no maximum
    if (config.flag({"tie_word_embeddings"}, kDefaults.tied))
        arch.head.scale = 1.0F / std::sqrt(static_cast<float>(arch.width));
    return arch;
}

AttentionWeights bindT5Attention(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                                 Index width)
{
    const Index inner = Index{spec.heads} * spec.headWidth;
    AttentionWeights weights;
    weights.query = binder.linear(prefix + ".q", inner, width, Binder::Bias::kNone);
    weights.key = binder.linear(prefix + ".k", inner, width, Binder::Bias::kNone);
    weights.value = binder.linear(prefix + ".v", inner, width, Binder::Bias::kNone);
    weights.output = binder.linear(prefix + ".o", width, inner, Binder::Bias::kNone);
    return weights;
}

FeedForwardWeights bindT5FeedForward(Binder& binder, const std::string& prefix, const FeedForwardSpec& spec,
                                     Index width)
{
    FeedForwardWeights weights;
    if (spec.gated)
        weights.gate = binder.linear(prefix + ".wi_0", spec.width, width, Binder::Bias::kNone);
    weights.up
        = binder.linear(prefix + (spec.gated ? ".wi_1" : ".wi"), spec.width, width, Binder::Bias::kNone);
    weights.down = binder.linear(prefix + ".wo", width, spec.width, Binder::Bias::kNone);
    return weights;
}

/// biasPerLayer: every layer has a table of biases, not only the first.
StackWeights bindT5Stack(Binder& binder, const ArchSpec& arch, StackKind kind, const WeightMatrix& shared,
                         bool biasPerLayer)
{
    const StackSpec& spec = *arch.stack(kind);
    const std::string name(stackName(kind));
    const Index width = arch.width;
    StackWeights stack;
    stack.embedding = shared;
    binder.ignoreCopy(name + ".embed_tokens.weight", shared);
    // Some old files have a table for cross-attention, which was never used.
    binder.ignore(name + ".block.0.layer.1.EncDecAttention.relative_attention_bias.weight");
    const AttentionSpec& self = spec.layers.front().self;
    const auto biases = [&](std::size_t layer) {
        return std::make_shared<const Matrix>(binder.matrix(
            concat(name, ".block.", layer, ".layer.0.SelfAttention.relative_attention_bias.weight"),
            self.relative->buckets, self.heads));
    };
    if (!biasPerLayer)
        stack.relativeBias = biases(0);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i) {
        const std::string prefix = concat(name, ".block.", i, ".layer.");
        const LayerSpec& what = spec.layers[i];
        LayerWeights layer;
        layer.self = bindT5Attention(binder, prefix + "0.SelfAttention", what.self, width);
        layer.selfNorm = binder.norm(prefix + "0.layer_norm", width, false);
        if (biasPerLayer)
            layer.relativeBias = biases(i);
        if (what.cross) {
            layer.cross = bindT5Attention(binder, prefix + "1.EncDecAttention", *what.cross, width);
            layer.crossNorm = binder.norm(prefix + "1.layer_norm", width, false);
        }
        const std::string last = prefix + (what.cross ? "2" : "1");
        layer.feedForward = bindT5FeedForward(binder, last + ".DenseReluDense", what.feedForward, width);
        layer.feedForwardNorm = binder.norm(last + ".layer_norm", width, false);
        stack.layers.push_back(std::move(layer));
    }
    stack.finalNorm = binder.norm(name + ".final_layer_norm", width, false);
    return stack;
}

template <const T5Defaults& kDefaults>
ModelWeights bindT5(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    const bool tied = config.flag({"tie_word_embeddings"}, kDefaults.tied);
    binder.setPrefixes({"", "transformer."});
    const WeightMatrix embedding = bindSharedEmbedding(binder, arch);
    ModelWeights weights;
    weights.encoder = bindT5Stack(binder, arch, StackKind::kEncoder, embedding, kDefaults.biasPerLayer);
    weights.decoder = bindT5Stack(binder, arch, StackKind::kDecoder, embedding, kDefaults.biasPerLayer);
    weights.head.projection.weight = bindProjection(binder, "lm_head.weight", arch, embedding, tied);
    return weights;
}

} // namespace

constexpr TokenDefaults kT5Tokens{.end = 1, .pad = 0, .start = 0};

const Family families::kT5{"t5", describeT5<kFirstT5>, bindT5<kFirstT5>, kT5Tokens};
const Family families::kMt5{"mt5", describeT5<kManyLanguages>, bindT5<kManyLanguages>, kT5Tokens};
const Family families::kUmt5{"umt5", describeT5<kBiasedLayers>, bindT5<kBiasedLayers>, kT5Tokens};

} // namespace headlight
