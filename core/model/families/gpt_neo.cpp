// GPT-Neo: like GPT-2, but scores are not scaled, every other layer has a window, and the projections are
// separate.
#include "core/model/families/decoder_layout.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

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
        config.fault("attention_types", "the kinds do not add up to the number of layers, ", layers);
        return {};
    }
    return kinds;
}

ArchSpec describeGptNeo(ConfigReader& config)
{
    ArchSpec arch = describeDecoder(config,
                                    {.width = {{"hidden_size"}, 2048},
                                     .layers = {{"num_layers", "num_hidden_layers"}, 24},
                                     .heads = {{"num_heads", "num_attention_heads"}, 16},
                                     .vocabulary = 50257,
                                     .activation = "activation_function",
                                     .usualActivation = "gelu_new",
                                     .feedForward = "intermediate_size",
                                     .epsilon = "layer_norm_epsilon"});
    StackSpec& stack = *arch.decoder;
    for (LayerSpec& layer : stack.layers)
        layer.self.scale = 1.0F;
    const Index window = config.integer({"window_size"}, 256, 1, 1 << 28);
    const std::vector<std::string> kinds = layerKinds(config, stack.layers.size());
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i] == "local")
            stack.layers[i].self.window = window;
        else if (kinds[i] != "global")
            config.fault("attention_types", "found \"", kinds[i], "\", expected global or local");
    }
    stack.positions = learnedPositions(config.integer({"max_position_embeddings"}, 2048));
    return arch;
}

ModelWeights bindGptNeo(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindDecoder(binder, config, arch,
                       {.fused = DecoderNames::Fused::kNo,
                        .query = ".attn.attention.q_proj",
                        .key = ".attn.attention.k_proj",
                        .value = ".attn.attention.v_proj",
                        .output = ".attn.attention.out_proj",
                        .inputBias = false});
}

} // namespace

const Family families::kGptNeo{"gpt_neo", describeGptNeo, bindGptNeo, {.begin = 50256, .end = 50256}};

} // namespace headlight
