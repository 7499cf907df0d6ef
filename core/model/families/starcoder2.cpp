// StarCoder 2: Llama's layout with norms that have a mean and a bias, a plain feed-forward and a window.
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

ArchSpec describeStarcoder2(ConfigReader& config)
{
    LlamaDefaults defaults;
    defaults.vocabulary = 49152;
    defaults.width = 3072;
    defaults.feedForward = 12288;
    defaults.layers = 30;
    defaults.heads = 24;
    defaults.kvHeads = 2;
    defaults.length = 4096;
    defaults.epsilon = 1e-5F;
    defaults.epsilonField = "norm_epsilon";
    defaults.norm = NormKind::kLayerNorm;
    defaults.activation = "gelu_pytorch_tanh";
    defaults.gated = false;
    ArchSpec arch = describeLlamaLayout(config, defaults);
    config.expectText("norm_type", "layer_norm");
    config.expectText("mlp_type", "default");
    if (config.find({"sliding_window"}) != nullptr)
        setWindows(config, *arch.decoder, config.integer({"sliding_window"}, 1, 1, 1 << 28));
    return arch;
}

ModelWeights bindStarcoder2(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    LlamaBinding binding;
    binding.inputBias = binding.outputBias = binding.feedForwardBias = config.flag({"use_bias"}, true);
    binding.normBias = true;
    binding.up = ".c_fc";
    binding.down = ".c_proj";
    binding.tied = true;
    return bindLlamaLayout(binder, config, arch, binding);
}

} // namespace

const Family families::kStarcoder2{
    "starcoder2", describeStarcoder2, bindStarcoder2, {.begin = 50256, .end = 50256}};

} // namespace headlight
