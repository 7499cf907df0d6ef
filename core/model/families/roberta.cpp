// RoBERTa, XLM-RoBERTa and CamemBERT: BERT with positions counted over the ids that are not padding, starting
// at the pad id.
#include "core/model/families/bert_layout.h"

namespace headlight {

namespace {

ArchSpec describeWithVocabulary(ConfigReader& config, int vocabulary)
{
    ArchSpec arch = describeBertLayout(config, {.vocabulary = vocabulary});
    setRobertaPositions(config, arch);
    return arch;
}

ArchSpec describeRoberta(ConfigReader& config)
{
    return describeWithVocabulary(config, 50265);
}

ArchSpec describeXlmRoberta(ConfigReader& config)
{
    return describeWithVocabulary(config, 30522);
}

ModelWeights bindRoberta(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"roberta.", ""});
    ModelWeights weights;
    weights.encoder = bindBertStack(binder, arch, {}, arch.width);
    weights.head = bindMaskedHead(binder, arch,
                                  {"lm_head.dense",
                                   "lm_head.layer_norm",
                                   "lm_head.decoder.weight",
                                   {"lm_head.bias", "lm_head.decoder.bias"}},
                                  weights.encoder->embedding, config.flag({"tie_word_embeddings"}, true));
    return weights;
}

constexpr TokenDefaults kRobertaTokens{.begin = 0, .end = 2, .pad = 1};

} // namespace

const Family families::kRoberta{"roberta", describeRoberta, bindRoberta, kRobertaTokens};
const Family families::kXlmRoberta{"xlm-roberta", describeXlmRoberta, bindRoberta, kRobertaTokens};
const Family families::kCamembert{"camembert", describeXlmRoberta, bindRoberta, kRobertaTokens};

} // namespace headlight
