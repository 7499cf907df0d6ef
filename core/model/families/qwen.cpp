// Qwen 2 (also 2.5): Llama's layout with biases on queries, keys and values. Qwen 3: no biases, but a
// norm on the queries and keys of each head.
#include "core/model/families/family.h"
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
    return bindLlamaLayout(binder, config, arch,
                           withAttentionBias(config, {.attentionExtras = bindHeadNorms}));
}

// Qwen 2 MoE and Qwen 3 MoE: Qwen's attention with mixtures of experts in some or all layers; Qwen 2's also
// have an expert that runs for every token.

LlamaDefaults qwenMoeDefaults()
{
    return {.vocabulary = 151936, .width = 2048, .layers = 24, .length = 32768};
}

ArchSpec describeQwen2Moe(ConfigReader& config)
{
    LlamaDefaults defaults = qwenMoeDefaults();
    defaults.feedForward = 5632;
    defaults.heads = defaults.kvHeads = 16;
    ArchSpec arch = describeLlamaLayout(config, defaults);
    StackSpec& stack = *arch.decoder;
    setQwenWindows(config, stack);
    config.expect("use_mrope", false);
    ExpertsSpec experts = readExperts(config, {"num_experts"}, 60, 4);
    experts.normalised = config.flag({"norm_topk_prob"}, false);
    FeedForwardSpec expert = stack.layers.front().feedForward;
    experts.shared = expert;
    experts.shared->width = config.integer({"shared_expert_intermediate_size"}, 5632);
    expert.width = config.integer({"moe_intermediate_size"}, 1408);
    setSparseLayers(config, stack, experts, expert);
    return arch;
}

ModelWeights bindQwen2Moe(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(binder, config, arch,
                           {.inputBias = config.flag({"qkv_bias"}, true), .experts = bindQwenExperts});
}

ArchSpec describeQwen3Moe(ConfigReader& config)
{
    LlamaDefaults defaults = qwenMoeDefaults();
    defaults.feedForward = 6144;
    defaults.kvHeads = 4;
    ArchSpec arch = describeLlamaLayout(config, defaults);
    StackSpec& stack = *arch.decoder;
    config.consider({"max_window_layers", "sliding_window"}); // unlike in Qwen 3, every layer has the window
    if (config.flag({"use_sliding_window"}, false) && !config.isNull("sliding_window"))
        setWindows(config, stack, config.integer({"sliding_window"}, 4096, 1, 1 << 28));
    ExpertsSpec experts = readExperts(config, {"num_experts"}, 128, 8);
    experts.normalised = config.flag({"norm_topk_prob"}, false);
    FeedForwardSpec expert = stack.layers.front().feedForward;
    expert.width = config.integer({"moe_intermediate_size"}, 768);
    setSparseLayers(config, stack, experts, expert);
    return arch;
}

ModelWeights bindQwen3Moe(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(
        binder, config, arch,
        withAttentionBias(config, {.attentionExtras = bindHeadNorms, .experts = bindQwenExperts}));
}

} // namespace

const Family families::kQwen2{"qwen2", describeQwen2, bindQwen2};
const Family families::kQwen3{"qwen3", describeQwen3, bindQwen3};
const Family families::kQwen2Moe{"qwen2_moe", describeQwen2Moe, bindQwen2Moe};
const Family families::kQwen3Moe{"qwen3_moe", describeQwen3Moe, bindQwen3Moe};

} // namespace headlight
