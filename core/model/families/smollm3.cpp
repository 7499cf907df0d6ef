// SmolLM 3: Llama's layout, but some layers have no positions at all.
#include "core/model/families/llama_layout.h"

#include <vector>

namespace headlight {

namespace {

/// Whether each layer rotates queries and keys. The field's name says the opposite of its meaning.
std::vector<bool> turningLayers(ConfigReader& config, std::size_t layers)
{
    const auto every = static_cast<std::size_t>(config.integer({"no_rope_layer_interval"}, 4, 1, 1 << 20));
    std::vector<bool> turning(layers);
    for (std::size_t i = 0; i < layers; ++i)
        turning[i] = (i + 1) % every != 0;
    if (config.find({"no_rope_layers"}) == nullptr)
        return turning;
    const std::vector<float> marks = config.reals("no_rope_layers");
    if (marks.size() != layers) {
        config.fault("no_rope_layers", "found ", marks.size(), " numbers, expected ", layers,
                     ", one for each layer");
        return turning;
    }
    for (std::size_t i = 0; i < layers; ++i)
        turning[i] = marks[i] != 0.0F;
    return turning;
}

ArchSpec describeSmolLm3(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config,
                                        {.vocabulary = 128256,
                                         .width = 2048,
                                         .layers = 36,
                                         .heads = 16,
                                         .kvHeads = 4,
                                         .length = 32768,
                                         .theta = 2e6F});
    std::vector<LayerSpec>& layers = arch.decoder->layers;
    const std::vector<bool> turning = turningLayers(config, layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (!turning[i])
            layers[i].self.rotary = nullptr;
    const bool wanted = config.flag({"use_sliding_window"}, false);
    const int window = config.integer({"sliding_window"}, 0, 1, 1 << 28);
    const bool named = config.find({"layer_types"}) != nullptr;
    const std::vector<bool> sliding = slidingLayers(config, layers.size(), [](int) { return false; });
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (!(named ? sliding[i] : wanted && !turning[i]))
            continue;
        if (named && window == 0)
            config.fault("sliding_window", "found null, expected a number: layer_types names sliding layers");
        layers[i].self.window = window;
    }
    return arch;
}

ModelWeights bindSmolLm3(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(
        binder, config, arch,
        withAttentionBias(config, {.feedForwardBias = config.flag({"mlp_bias"}, false), .tied = true}));
}

} // namespace

const Family families::kSmolLm3{
    "smollm3", describeSmolLm3, bindSmolLm3, {.begin = 128000, .end = 128001, .pad = 128004}};

} // namespace headlight
