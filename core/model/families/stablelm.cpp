// StableLM: Llama's layout with norms that have a mean and a bias, and rotation of a quarter of every head.
#include "core/model/families/llama_layout.h"

#include <string>

namespace headlight {

namespace {

ArchSpec describeStableLm(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config,
                                        {.vocabulary = 50304,
                                         .width = 2560,
                                         .feedForward = 6912,
                                         .kvHeads = 32,
                                         .length = 4096,
                                         .partial = 0.25F,
                                         .epsilon = 1e-5F,
                                         .epsilonField = "layer_norm_eps",
                                         .norm = NormKind::kLayerNorm});
    arch.decoder->parallelResidual = config.flag({"use_parallel_residual"}, false);
    return arch;
}

/// The gains of each head are a separate tensor; this joins them in one row.
NormWeights bindEachHead(Binder& binder, const std::string& prefix, int heads, Index width)
{
    NormWeights all;
    all.gain.resize(heads * width);
    for (int head = 0; head < heads; ++head) {
        const RowVector own = binder.vector(concat(prefix, ".norms.", head, ".weight"), width);
        if (own.size() == width)
            all.gain.segment(head * width, width) = own;
    }
    return all;
}

void bindStableLmHeadNorms(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                           AttentionWeights& weights)
{
    weights.queryNorm = bindEachHead(binder, prefix + ".q_layernorm", spec.heads, spec.headWidth);
    weights.keyNorm = bindEachHead(binder, prefix + ".k_layernorm", spec.kvHeads, spec.headWidth);
}

ModelWeights bindStableLm(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    LlamaBinding binding{.inputBias = config.flag({"use_qkv_bias"}, false), .normBias = true};
    if (config.flag({"qk_layernorm"}, false))
        binding.attentionExtras = bindStableLmHeadNorms;
    return bindLlamaLayout(binder, config, arch, binding);
}

} // namespace

const Family families::kStableLm{"stablelm", describeStableLm, bindStableLm, {.begin = 0, .end = 0}};

} // namespace headlight
