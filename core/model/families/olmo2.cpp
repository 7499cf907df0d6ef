// OLMo 2: Llama's layout with norms on the sub-layers' outputs, and norms of queries and keys over all heads
// together.
#include "core/model/families/llama_layout.h"

namespace headlight {

namespace {

ArchSpec describeOlmo2(ConfigReader& config)
{
    ArchSpec arch = describeLlamaLayout(config, {.vocabulary = 50304, .epsilon = 1e-5F});
    arch.decoder->placement = NormPlacement::kOutput;
    for (LayerSpec& layer : arch.decoder->layers)
        layer.self.headNorm = HeadNorm::kWhole;
    return arch;
}

ModelWeights bindOlmo2(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindLlamaLayout(binder, config, arch,
                           withAttentionBias(config, {.attentionExtras = bindHeadNorms}));
}

} // namespace

const Family families::kOlmo2{"olmo2", describeOlmo2, bindOlmo2, {.end = 50279, .pad = 1}};

} // namespace headlight
