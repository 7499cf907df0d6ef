// Llama 1 to 3.x, and models that adopted its layout (TinyLlama, SmolLM, …).
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

ArchSpec describeLlama(ConfigReader& config)
{
    config.expect("rope_interleaved", false);
    config.consider({"max_sequence_length"}); // Llama 1's own name; max_position_embeddings counts
    return describeLlamaLayout(config, {});
}

} // namespace

ModelWeights bindLlama(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    const bool bias = config.flag({"attention_bias"}, false);
    return bindLlamaLayout(
        binder, config, arch,
        {.inputBias = bias, .outputBias = bias, .feedForwardBias = config.flag({"mlp_bias"}, false)});
}

const Family families::kLlama{"llama", describeLlama, bindLlama, {.begin = 1, .end = 2}};

} // namespace headlight
