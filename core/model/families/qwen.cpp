// Qwen 2 (also 2.5): Llama's layout with biases on queries, keys and values. Qwen 3: no biases, but a
// norm on the queries and keys of each head.
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

LlamaDefaults qwenDefaults()
{
    return {.vocabulary = 151936, .feedForward = 22016, .kvHeads = 32, .length = 32768};
}

ArchSpec describeQwen2(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config, qwenDefaults());
    setQwenWindows(config, *arch.decoder);
    config.expect("use_mrope", false);
    return arch;
}

ModelWeights bindQwen2(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(binder, config, arch, {.inputBias = true});
}

ArchSpec describeQwen3(ConfigReader& config)
{
    LlamaDefaults defaults = qwenDefaults();
    defaults.headWidth = 128;
    ArchSpec arch = describeLlamaLayout(config, defaults);
    setQwenWindows(config, *arch.decoder);
    return arch;
}

ModelWeights bindQwen3(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    const bool bias = config.flag({"attention_bias"}, false);
    return bindLlamaLayout(binder, config, arch,
                           {.inputBias = bias, .outputBias = bias, .attentionExtras = bindSharedHeadNorms});
}

} // namespace

const Family families::kQwen2{"qwen2", describeQwen2, bindQwen2};
const Family families::kQwen3{"qwen3", describeQwen3, bindQwen3};

} // namespace headlight
