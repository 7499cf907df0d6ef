// MPNet: RoBERTa's embeddings without segments, and relative position biases shared by all layers.
#include "core/model/families/bert_layout.h"

#include <memory>

namespace headlight {

namespace {

/// Buckets of distances are computed with these values, whatever the size of the table.
constexpr int kMpnetBuckets = 32;
constexpr int kMpnetDistance = 128;

ArchSpec describeMpnet(ConfigReader& config)
{
    ArchSpec arch = describeBertLayout(config, {.vocabulary = 30527, .segments = 0});
    arch.encoder->segments = 0; // the class has none
    setRobertaPositions(config, arch);
    const int rows = config.integer({"relative_attention_num_buckets"}, kMpnetBuckets, 1, 1 << 16);
    if (rows < kMpnetBuckets)
        config.fault("relative_attention_num_buckets",
                     "found " + std::to_string(rows) + ", expected at least " + std::to_string(kMpnetBuckets)
                         + ", the number of buckets for distances");
    for (LayerSpec& layer : arch.encoder->layers)
        layer.self.relative = RelativeSpec{kMpnetBuckets, kMpnetDistance, true};
    return arch;
}

ModelWeights bindMpnet(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"mpnet.", ""});
    ModelWeights weights;
    weights.encoder = bindBertStack(binder, arch,
                                    {.query = ".attention.attn.q",
                                     .key = ".attention.attn.k",
                                     .value = ".attention.attn.v",
                                     .output = ".attention.attn.o",
                                     .selfNorm = ".attention.LayerNorm"},
                                    arch.width);
    weights.encoder->relativeBias = std::make_shared<const Matrix>(
        binder.matrix("encoder.relative_attention_bias.weight",
                      config.integer({"relative_attention_num_buckets"}, kMpnetBuckets, 1, 1 << 16),
                      arch.encoder->layers.front().self.heads));
    weights.head = bindMaskedHead(binder, arch,
                                  {"lm_head.dense",
                                   "lm_head.layer_norm",
                                   "lm_head.decoder.weight",
                                   {"lm_head.bias", "lm_head.decoder.bias"}},
                                  weights.encoder->embedding, config.flag({"tie_word_embeddings"}, true));
    return weights;
}

} // namespace

const Family families::kMpnet{"mpnet", describeMpnet, bindMpnet, {.begin = 0, .end = 2, .pad = 1}};

} // namespace headlight
