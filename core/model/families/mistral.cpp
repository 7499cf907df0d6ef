// Mistral 7B and its relatives: Llama's layout with a sliding window in every layer.
#include "core/model/families/llama_layout.h"

#include <string>

namespace headlight {

namespace {

ArchSpec describeMistral(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config, {.feedForward = 14336, .kvHeads = 8, .length = 4096 * 32});
    for (const char* const bias : {"attention_bias", "mlp_bias"})
        config.expect(bias, false);
    // Later versions of the model have null: no window.
    if (!config.isNull("sliding_window"))
        setWindows(config, *arch.decoder, config.integer({"sliding_window"}, 4096, 1, 1 << 28));
    return arch;
}

ModelWeights bindMistral(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(binder, config, arch, {});
}

// Mixtral: Mistral's layout with a mixture of experts in place of every feed-forward.

ArchSpec describeMixtral(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(
        config, {.feedForward = 14336, .kvHeads = 8, .length = 4096 * 32, .theta = 1e6F, .epsilon = 1e-5F});
    config.expect("attention_bias", false);
    ExpertsSpec experts = readExperts(config, {"num_local_experts", "num_experts"}, 8, 2);
    experts.normalised = true;
    for (LayerSpec& layer : arch.decoder->layers)
        layer.experts = experts;
    if (config.find({"sliding_window"}) != nullptr)
        setWindows(config, *arch.decoder, config.integer({"sliding_window"}, 1, 1, 1 << 28));
    return arch;
}

ExpertsWeights bindMixtralExperts(Binder& binder, const std::string& prefix, const LayerSpec& spec,
                                  Index width)
{
    constexpr auto kNone = Binder::Bias::kNone;
    const Index hidden = spec.feedForward.width;
    const std::string moe = prefix + ".block_sparse_moe.";
    ExpertsWeights weights;
    weights.router = binder.linear(moe + "gate", spec.experts->count, width, kNone);
    for (int i = 0; i < spec.experts->count && !binder.stopped(); ++i) {
        const std::string one = concat(moe, "experts.", i);
        FeedForwardWeights& expert = weights.experts.emplace_back();
        expert.gate = binder.linear(one + ".w1", hidden, width, kNone);
        expert.up = binder.linear(one + ".w3", hidden, width, kNone);
        expert.down = binder.linear(one + ".w2", width, hidden, kNone);
    }
    return weights;
}

ModelWeights bindMixtral(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(binder, config, arch, {.experts = bindMixtralExperts});
}

} // namespace

const Family families::kMistral{"mistral", describeMistral, bindMistral, {.begin = 1, .end = 2}};
const Family families::kMixtral{"mixtral", describeMixtral, bindMixtral, {.begin = 1, .end = 2}};

} // namespace headlight
