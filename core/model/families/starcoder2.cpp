// StarCoder 2: Llama's layout with norms that have a mean and a bias, a plain feed-forward and a window.
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

ArchSpec describeStarcoder2(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config,
                                        {.vocabulary = 49152,
                                         .width = 3072,
                                         .feedForward = 12288,
                                         .layers = 30,
                                         .heads = 24,
                                         .kvHeads = 2,
                                         .length = 4096,
                                         .epsilon = 1e-5F,
                                         .epsilonField = "norm_epsilon",
                                         .norm = NormKind::kLayerNorm,
                                         .activation = "gelu_pytorch_tanh",
                                         .gated = false});
    config.expect("norm_type", "layer_norm");
    config.expect("mlp_type", "default");
    if (config.find({"sliding_window"}) != nullptr)
        setWindows(config, *arch.decoder, config.integer({"sliding_window"}, 1, 1, 1 << 28));
    return arch;
}

ModelWeights bindStarcoder2(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    const bool bias = config.flag({"use_bias"}, true);
    return bindLlamaLayout(binder, config, arch,
                           {.inputBias = bias,
                            .outputBias = bias,
                            .feedForwardBias = bias,
                            .normBias = true,
                            .tied = true,
                            .up = ".c_fc",
                            .down = ".c_proj"});
}

} // namespace

const Family families::kStarcoder2{
    "starcoder2", describeStarcoder2, bindStarcoder2, {.begin = 50256, .end = 50256}};

} // namespace headlight
