// Phi 1 to 2: attention and feed-forward in parallel after one norm, biases everywhere, part of every head
// rotated.
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

ArchSpec describePhi(ConfigReader& config)
{
    LlamaDefaults defaults;
    defaults.vocabulary = 51200;
    defaults.width = 2048;
    defaults.feedForward = 8192;
    defaults.layers = 24;
    defaults.partial = 0.5F;
    defaults.epsilon = 1e-5F;
    defaults.epsilonField = "layer_norm_eps";
    defaults.norm = NormKind::kLayerNorm;
    defaults.activation = "gelu_new";
    defaults.gated = false;
    ArchSpec arch = describeLlamaLayout(config, defaults);
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

} // namespace

const Family families::kPhi{"phi", describePhi, bindPhi, {.begin = 1, .end = 2}};

} // namespace headlight
