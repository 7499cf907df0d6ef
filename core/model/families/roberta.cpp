// RoBERTa: BERT with positions counted over the ids that are not padding, from the pad id on.
#include "core/model/families/bert_layout.h"

namespace headlight {

namespace {

constexpr int kPad = 1;

ArchSpec describeRoberta(ConfigReader& config)
{
    BertDefaults defaults;
    defaults.vocabulary = 50265;
    ArchSpec arch = describeBertLayout(config, defaults);
    const int rows = config.integer({"max_position_embeddings"}, 512);
    const int pad = config.integer({"pad_token_id"}, kPad, 0, 1 << 24);
    arch.padId = pad;
    if (rows > pad + 1)
        arch.encoder->positions = learnedPositions(rows - pad - 1, pad + 1);
    else
        config.fault("max_position_embeddings",
                     "found " + std::to_string(rows) + ", expected more than pad_token_id + 1, which is "
                         + std::to_string(pad + 1) + ": positions are counted from there");
    arch.encoder->positions.counting = PositionCounting::kNonPadIds;
    return arch;
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

} // namespace

const Family kRoberta{"roberta", describeRoberta, bindRoberta, {.begin = 0, .end = 2, .pad = kPad}};

} // namespace headlight
