// Mistral 7B and its relatives: Llama's layout with a sliding window in every layer.
#include "core/model/families/llama_layout.h"

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
    LlamaBinding binding;
    return bindLlamaLayout(binder, config, arch, binding);
}

} // namespace

const Family families::kMistral{"mistral", describeMistral, bindMistral, {.begin = 1, .end = 2}};

} // namespace headlight
