// RoBERTa, XLM-RoBERTa and CamemBERT: BERT with positions counted over ids but padding, from the pad id on.
#include "core/model/families/bert_layout.h"

#include <memory>

namespace headlight {

namespace {

template <int kVocabulary>
ArchSpec describeRoberta(ConfigReader& config)
{
    ArchSpec arch = describeBertLayout(config, {.vocabulary = kVocabulary});
    setRobertaPositions(config, arch);
    return arch;
}

HeadWeights bindRobertaHead(Binder& binder, ConfigReader& config, const ArchSpec& arch,
                            const WeightMatrix& embedding)
{
    return bindMaskedHead(binder, config, arch,
                          {"lm_head.dense",
                           "lm_head.layer_norm",
                           "lm_head.decoder.weight",
                           {"lm_head.bias", "lm_head.decoder.bias"}},
                          embedding);
}

ModelWeights bindRoberta(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"roberta.", ""});
    ModelWeights weights;
    weights.encoder = bindBertStack(binder, arch, {}, arch.width);
    weights.head = bindRobertaHead(binder, config, arch, weights.encoder->embedding);
    return weights;
}

// MPNet: RoBERTa's embeddings without segments, and relative position biases shared by all layers.

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
        config.fault("relative_attention_num_buckets", "found ", rows, ", expected at least ", kMpnetBuckets,
                     ", the number of buckets for distances");
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
    weights.head = bindRobertaHead(binder, config, arch, weights.encoder->embedding);
    return weights;
}

constexpr TokenDefaults kRobertaTokens{.begin = 0, .end = 2, .pad = 1};

} // namespace

const Family families::kRoberta{"roberta", describeRoberta<50265>, bindRoberta, kRobertaTokens};
const Family families::kXlmRoberta{"xlm-roberta", describeRoberta<30522>, bindRoberta, kRobertaTokens};
const Family families::kCamembert{"camembert", describeRoberta<30522>, bindRoberta, kRobertaTokens};
const Family families::kMpnet{"mpnet", describeMpnet, bindMpnet, kRobertaTokens};

} // namespace headlight
