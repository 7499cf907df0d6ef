// Cohere's Command R: attention and feed-forward in parallel after one norm without a bias; neighbouring
// pairs of dimensions are rotated; logits are scaled.
#include "core/model/families/llama_layout.h"

#include <string>

namespace headlight {

namespace {

ArchSpec describeCohere(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config,
                                        {.vocabulary = 256000,
                                         .width = 8192,
                                         .feedForward = 22528,
                                         .layers = 40,
                                         .heads = 64,
                                         .length = 8192,
                                         .interleaved = true,
                                         .epsilon = 1e-5F,
                                         .epsilonField = "layer_norm_eps",
                                         .norm = NormKind::kLayerNorm});
    arch.decoder->parallelResidual = true;
    arch.head.scale = config.real({"logit_scale"}, 0.0625F, -1e6F, 1e6F);
    return arch;
}

/// Gains [heads, headWidth].
void bindCohereHeadNorms(Binder& binder, const std::string& prefix, const AttentionSpec& spec,
                         AttentionWeights& weights)
{
    const auto rows = [&](const char* name, int heads) {
        NormWeights norm;
        const Matrix gains = binder.matrix(prefix + name, heads, spec.headWidth);
        norm.gain = Eigen::Map<const RowVector>(gains.data(), gains.size());
        return norm;
    };
    weights.queryNorm = rows(".q_norm.weight", spec.heads);
    weights.keyNorm = rows(".k_norm.weight", spec.kvHeads);
}

ModelWeights bindCohere(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    const bool normed = config.flag({"use_qk_norm"}, false);
    return bindLlamaLayout(
        binder, config, arch,
        withAttentionBias(config, {.tied = true, .attentionExtras = normed ? bindCohereHeadNorms : nullptr}));
}

} // namespace

const Family families::kCohere{"cohere", describeCohere, bindCohere, {.begin = 5, .end = 255001, .pad = 0}};

} // namespace headlight
