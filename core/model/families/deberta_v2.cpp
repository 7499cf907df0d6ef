// DeBERTa v2 and v3: BERT with disentangled attention (He et al. 2021).
#include "core/math/layers.h"
#include "core/model/families/bert_layout.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr int kDebertaWidth = 1536;

/// "a|b" in lower case, without spaces around the parts.
std::vector<std::string> partsOf(std::string text)
{
    std::vector<std::string> parts;
    std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, '|');)
        parts.push_back(part);
    return parts;
}

/// pos_att_type: a list, or a text separated by bars.
std::vector<std::string> termNames(ConfigReader& config)
{
    const nlohmann::json* const found = config.find({"pos_att_type"});
    if (found == nullptr)
        return {};
    std::vector<std::string> names
        = found->is_string() ? partsOf(config.text({"pos_att_type"}, "")) : config.texts("pos_att_type");
    std::erase(names, "");
    for (const std::string& name : names)
        if (name != "c2p" && name != "p2c")
            config.fault("pos_att_type", "found \"", name, "\", expected c2p and p2c");
    return names;
}

/// The terms of the scores, and the number of terms by which scores are divided.
std::pair<DisentangledSpec, int> describeTerms(ConfigReader& config)
{
    const std::vector<std::string> names = termNames(config);
    DisentangledSpec spec;
    spec.contentToPosition = std::ranges::count(names, "c2p") > 0;
    spec.positionToContent = std::ranges::count(names, "p2c") > 0;
    const int length = config.integer({"max_position_embeddings"}, 512, 1, 1 << 20);
    const int stated = config.integer({"max_relative_positions"}, -1, -1, 1 << 20);
    spec.maxDistance = stated < 1 ? length : stated;
    spec.buckets = std::max(0, config.integer({"position_buckets"}, -1, -1, 1 << 20));
    spec.span = spec.buckets > 0 ? spec.buckets : spec.maxDistance;
    if (spec.buckets > 0 && (spec.buckets < 2 || spec.maxDistance - 1 <= spec.buckets / 2))
        config.fault("position_buckets", "found ", spec.buckets, " for distances up to ", spec.maxDistance,
                     ", expected at least 2, and half of them less than the distance minus 1");
    const int terms = 1 + (spec.contentToPosition ? 1 : 0) + (spec.positionToContent ? 1 : 0);
    return {spec, terms};
}

bool normalisesRows(ConfigReader& config)
{
    const std::vector<std::string> kinds = partsOf(config.text({"norm_rel_ebd"}, "none"));
    for (const std::string& kind : kinds)
        if (kind != "none" && kind != "layer_norm")
            config.fault("norm_rel_ebd", "found \"", kind, "\", expected none or layer_norm");
    return std::ranges::count(kinds, "layer_norm") > 0;
}

std::optional<ConvolutionSpec> describeConvolution(ConfigReader& config)
{
    const int taps = config.integer({"conv_kernel_size"}, 0, 0, 1 << 10);
    const Activation activation = readActivation(config, {"conv_act"}, "tanh");
    const int groups = config.integer({"conv_groups"}, 1);
    if (taps == 0)
        return std::nullopt;
    if (taps % 2 == 0)
        config.fault("conv_kernel_size", "found ", taps, ", expected an odd number");
    if (groups != 1)
        config.fault("conv_groups", "found ", groups, ", expected 1");
    return ConvolutionSpec{taps, activation};
}

ArchSpec describeDeberta(ConfigReader& config)
{
    ArchSpec arch = describeBertLayout(config,
                                       {.vocabulary = 128100,
                                        .width = kDebertaWidth,
                                        .layers = 24,
                                        .heads = 24,
                                        .feedForward = 6144,
                                        .segments = 0,
                                        .epsilon = 1e-7F});
    StackSpec& stack = *arch.encoder;
    AttentionSpec self = stack.layers.front().self;
    const int each = config.integer({"attention_head_size"}, self.headWidth, 1, 1 << 14);
    if (each * self.heads != arch.width)
        config.fault("attention_head_size", "found ", each, " for ", self.heads,
                     " heads, expected their product to be hidden_size, ", arch.width);
    const auto [terms, count] = describeTerms(config);
    self.scale = 1.0F / std::sqrt(static_cast<float>(self.headWidth * count));
    if (config.flag({"relative_attention"}, false) && count > 1)
        self.disentangled = terms;
    for (LayerSpec& layer : stack.layers)
        layer.self = self;
    const int length = config.integer({"max_position_embeddings"}, 512, 1, 1 << 20);
    if (config.flag({"position_biased_input"}, true))
        stack.positions = learnedPositions(length);
    else
        stack.positions.trained = length;
    stack.projection = EmbeddingProjection::kBeforeNorm;
    stack.blankPadding = true;
    stack.convolution = describeConvolution(config);
    arch.head.activation = stack.layers.front().feedForward.activation;
    normalisesRows(config);
    return arch;
}

/// Binds the rows for relative positions, as the layers read them.
void bindRelativeRows(Binder& binder, ConfigReader& config, const ArchSpec& arch, StackWeights& stack)
{
    const auto& terms = arch.encoder->layers.front().self.disentangled;
    const bool normalised = normalisesRows(config);
    if (terms) {
        Matrix rows = binder.matrix("encoder.rel_embeddings.weight", Index{2} * terms->span, arch.width);
        if (normalised) {
            stack.relativeNorm = binder.norm("encoder.LayerNorm", arch.width, true);
            if (rows.size() > 0 && stack.relativeNorm.gain.size() > 0)
                normalize(rows, NormKind::kLayerNorm, stack.relativeNorm.gain, stack.relativeNorm.bias,
                          arch.encoder->epsilon);
        }
        stack.relativeRows = std::make_shared<const Matrix>(std::move(rows));
        return;
    }
    // Tables that no term reads.
    for (const char* const unused :
         {"encoder.rel_embeddings.weight", "encoder.LayerNorm.weight", "encoder.LayerNorm.bias"})
        binder.ignore(unused);
}

void bindConvolution(Binder& binder, const ArchSpec& arch, StackWeights& stack)
{
    if (!arch.encoder->convolution)
        return;
    const auto taps = static_cast<Index>(arch.encoder->convolution->taps);
    const Index width = arch.width;
    const std::vector<float> stored = binder.numbers("encoder.conv.conv.weight", {width, width, taps});
    stack.convolution.bias = binder.vector("encoder.conv.conv.bias", width);
    stack.convolution.norm = binder.norm("encoder.conv.LayerNorm", width, true);
    if (stored.empty())
        return;
    for (Index tap = 0; tap < taps; ++tap) {
        Matrix one(width, width);
        for (Index i = 0; i < one.size(); ++i)
            one.data()[i] = stored[static_cast<std::size_t>(i * taps + tap)];
        stack.convolution.taps.emplace_back(std::move(one));
    }
}

StackWeights bindDebertaStack(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    BertLayerNames names;
    names.query = ".attention.self.query_proj";
    names.key = ".attention.self.key_proj";
    names.value = ".attention.self.value_proj";
    const int embedding = config.integer({"embedding_size"}, arch.width, 1, 1 << 16);
    StackWeights stack = bindBertStack(binder, arch, names, embedding);
    if (embedding != arch.width)
        stack.projectIn = binder.linear("embeddings.embed_proj", arch.width, embedding, Binder::Bias::kNone);
    bindRelativeRows(binder, config, arch, stack);
    const bool shared = config.flag({"share_att_key"}, false);
    for (std::size_t i = 0; i < stack.layers.size(); ++i) {
        AttentionWeights& self = stack.layers[i].self;
        const auto& terms = arch.encoder->layers[i].self.disentangled;
        const std::string prefix = concat(names.layers, i, ".attention.self.pos_");
        const auto project = [&](const char* name) {
            return binder.linear(prefix + name, arch.width, arch.width, Binder::Bias::kRequired);
        };
        if (terms && terms->contentToPosition)
            self.positionKey = shared ? self.key : project("key_proj");
        if (terms && terms->positionToContent)
            self.positionQuery = shared ? self.query : project("query_proj");
    }
    bindConvolution(binder, arch, stack);
    return stack;
}

ModelWeights bindDeberta(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"deberta.", ""});
    ModelWeights weights;
    weights.encoder = bindDebertaStack(binder, config, arch);
    const MaskedHeadNames legacy; // BERT's
    const MaskedHeadNames own{"lm_predictions.lm_head.dense",
                              "lm_predictions.lm_head.LayerNorm",
                              "lm_predictions.lm_head.decoder.weight",
                              {"lm_predictions.lm_head.bias"}};
    // Published files use the old name of the head even though config.json does not say so.
    const bool asLegacy = config.flag({"legacy"}, true)
        && (binder.has(legacy.dense + ".weight") || !binder.has(own.dense + ".weight"));
    weights.head = bindMaskedHead(binder, config, arch, asLegacy ? legacy : own, weights.encoder->embedding);
    return weights;
}

} // namespace

const Family families::kDebertaV2{"deberta-v2", describeDeberta, bindDeberta, {.pad = 0}};

} // namespace headlight
