// Phi-3 (also 3.5 mini and Phi-4 mini): Llama's layout with fused projections. The rotary scaling of the long
// variants (longrope) is supported up to the original length; longer inputs would need other frequencies and
// are rejected.
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

ArchSpec describePhi3(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config,
                                        {.vocabulary = 32064,
                                         .width = 3072,
                                         .feedForward = 8192,
                                         .length = 4096,
                                         .originalLength = 4096,
                                         .epsilon = 1e-5F});
    for (const char* const bias : {"attention_bias", "mlp_bias", "lm_head_bias"})
        config.expect(bias, false);
    for (const char* const factor : {"full_attn_mod", "interpolate_factor"})
        config.expect(factor, 1);
    if (config.find({"sliding_window"}))
        setWindows(config, *arch.decoder, config.integer({"sliding_window"}, 1, 1, 1 << 28));
    return arch;
}

ModelWeights bindPhi3(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(binder, config, arch, {.fused = true});
}

} // namespace

const Family families::kPhi3{"phi3", describePhi3, bindPhi3, {.begin = 1, .end = 32000, .pad = 32000}};

} // namespace headlight
