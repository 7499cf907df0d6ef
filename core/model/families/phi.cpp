// Phi 1 to 2: attention and feed-forward in parallel after one norm, biases everywhere, part of every head
// rotated.
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

ArchSpec describePhi(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config,
                                        {.vocabulary = 51200,
                                         .width = 2048,
                                         .feedForward = 8192,
                                         .layers = 24,
                                         .partial = 0.5F,
                                         .epsilon = 1e-5F,
                                         .epsilonField = "layer_norm_eps",
                                         .norm = NormKind::kLayerNorm,
                                         .activation = "gelu_new",
                                         .gated = false});
    arch.decoder->parallelResidual = true;
    return arch;
}

/// One norm each for queries and keys, with a bias, shared by all heads.
void bindPhiHeadNorms(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                      AttentionWeights& weights)
{
    weights.queryNorm = binder.norm(prefix + ".q_layernorm", spec.headWidth, true);
    weights.keyNorm = binder.norm(prefix + ".k_layernorm", spec.headWidth, true);
}

ModelWeights bindPhi(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    LlamaBinding binding;
    binding.inputBias = binding.outputBias = binding.feedForwardBias = binding.normBias = true;
    binding.headBias = true;
    binding.output = ".dense";
    binding.up = ".fc1";
    binding.down = ".fc2";
    binding.finalNorm = "final_layernorm";
    if (config.flag({"qk_layernorm"}, false))
        binding.attentionExtras = bindPhiHeadNorms;
    return bindLlamaLayout(binder, config, arch, binding);
}

// Phi-3 (also 3.5 mini and Phi-4 mini): Llama's layout with fused projections. The rotary scaling of the long
// variants (longrope) is supported up to the original length: longer inputs need other frequencies.

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

const Family families::kPhi{"phi", describePhi, bindPhi, {.begin = 1, .end = 2}};
const Family families::kPhi3{"phi3", describePhi3, bindPhi3, {.begin = 1, .end = 32000, .pad = 32000}};

} // namespace headlight
