// Qwen 2 (also 2.5): Llama's layout with biases on queries, keys and values. Qwen 3: no biases, but a
// norm on the queries and keys of each head.
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

LlamaDefaults qwenDefaults()
{
    LlamaDefaults defaults;
    defaults.vocabulary = 151936;
    defaults.feedForward = 22016;
    defaults.kvHeads = 32;
    defaults.length = 32768;
    return defaults;
}

ArchSpec describeQwen2(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config, qwenDefaults());
    setQwenWindows(config, *arch.decoder);
    config.expectFlag("use_mrope", false);
    return arch;
}

ModelWeights bindQwen2(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    LlamaBinding binding;
    binding.inputBias = true;
    return bindLlamaLayout(binder, config, arch, binding);
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
    LlamaBinding binding;
    binding.inputBias = binding.outputBias = config.flag({"attention_bias"}, false);
    binding.attentionExtras = bindSharedHeadNorms;
    return bindLlamaLayout(binder, config, arch, binding);
}

} // namespace

const Family families::kQwen2{"qwen2", describeQwen2, bindQwen2};
const Family families::kQwen3{"qwen3", describeQwen3, bindQwen3};

} // namespace headlight
