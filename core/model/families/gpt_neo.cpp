// GPT-Neo: like GPT-2, but scores are not scaled, every other layer has a window, and the projections are
// separate.
#include "core/model/families/family.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace headlight {

namespace {

/// Appends the kinds of one [[kinds…], repetitions]; stops at `layers` kinds. False if it is not such a pair.
bool unfold(const nlohmann::json& entry, std::size_t layers, std::vector<std::string>& kinds)
{
    if (!entry.is_array() || entry.size() != 2 || !entry[0].is_array() || !entry[1].is_number_integer())
        return false;
    const auto repeats = entry[1].get<std::int64_t>();
    for (std::int64_t i = 0; i < repeats && kinds.size() <= layers && !entry[0].empty(); ++i)
        for (const nlohmann::json& kind : entry[0])
            kinds.push_back(kind.is_string() ? kind.get<std::string>() : std::string());
    return true;
}

/// "global" or "local" per layer. attention_types is a list of [[kinds…], repetitions]; some files have the
/// unfolded attention_layers instead.
std::vector<std::string> layerKinds(ConfigReader& config, std::size_t layers)
{
    std::vector<std::string> kinds = config.texts("attention_layers");
    if (const nlohmann::json* types = config.find({"attention_types"}); types && kinds.empty()) {
        bool good = types->is_array();
        for (std::size_t i = 0; good && i < types->size(); ++i)
            good = unfold((*types)[i], layers, kinds);
        if (!good) {
            config.fault("attention_types", "expected a list of pairs of kinds and how often they repeat");
            return {};
        }
    } else if (kinds.empty()) {
        for (std::size_t i = 0; i < layers; ++i)
            kinds.emplace_back(i % 2 == 0 ? "global" : "local");
    }
    if (kinds.size() != layers) {
        config.fault("attention_types",
                     "the kinds do not add up to the number of layers, " + std::to_string(layers));
        return {};
    }
    return kinds;
}

ArchSpec describeGptNeo(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"hidden_size"}, 2048, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, 50257);
    const int layers = config.integer({"num_layers", "num_hidden_layers"}, 24, 1, 1024);
    const int heads = config.integer({"num_heads", "num_attention_heads"}, 16, 1, 4096);

    LayerSpec layer;
    layer.self = plainAttention(heads, headWidth(config, arch.width, heads, "num_heads"), true);
    layer.self.scale = 1.0F;
    layer.feedForward.activation = readActivation(config, {"activation_function"}, "gelu_new");
    layer.feedForward.width = config.integer({"intermediate_size"}, 4 * arch.width);

    StackSpec& stack = arch.decoder.emplace();
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    const Index window = config.integer({"window_size"}, 256, 1, 1 << 28);
    const std::vector<std::string> kinds = layerKinds(config, stack.layers.size());
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i] == "local")
            stack.layers[i].self.window = window;
        else if (kinds[i] != "global")
            config.fault("attention_types", "found \"" + kinds[i] + "\", expected global or local");
    }
    stack.epsilon = config.epsilon({"layer_norm_epsilon"}, 1e-5F);
    stack.placement = NormPlacement::kPre;
    stack.positions = learnedPositions(config.integer({"max_position_embeddings"}, 2048));
    arch.head.present = true;
    return arch;
}

LayerWeights bindGptNeoLayer(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width)
{
    const Index hidden = spec.feedForward.width;
    const std::string attention = prefix + ".attn.attention";
    LayerWeights layer;
    layer.self.query = binder.linear(attention + ".q_proj", width, width, Binder::Bias::kNone);
    layer.self.key = binder.linear(attention + ".k_proj", width, width, Binder::Bias::kNone);
    layer.self.value = binder.linear(attention + ".v_proj", width, width, Binder::Bias::kNone);
    layer.self.output = binder.linear(attention + ".out_proj", width, width, Binder::Bias::kRequired);
    layer.selfNorm = binder.norm(prefix + ".ln_1", width, true);
    layer.feedForward.up = binder.linear(prefix + ".mlp.c_fc", hidden, width, Binder::Bias::kRequired);
    layer.feedForward.down = binder.linear(prefix + ".mlp.c_proj", width, hidden, Binder::Bias::kRequired);
    layer.feedForwardNorm = binder.norm(prefix + ".ln_2", width, true);
    return layer;
}

ModelWeights bindGptNeo(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"transformer.", ""});
    const StackSpec& spec = *arch.decoder;
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding = binder.weight("wte.weight", arch.vocabulary, arch.width);
    stack.positions = binder.matrix("wpe.weight", spec.positions.maximum, arch.width);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(bindGptNeoLayer(binder, "h." + std::to_string(i), spec.layers[i], arch.width));
    stack.finalNorm = binder.norm("ln_f", arch.width, true);
    weights.head.projection.weight = bindProjection(binder, "lm_head.weight", arch, stack.embedding,
                                                    config.flag({"tie_word_embeddings"}, true));
    return weights;
}

} // namespace

const Family families::kGptNeo{"gpt_neo", describeGptNeo, bindGptNeo, {.begin = 50256, .end = 50256}};

} // namespace headlight
