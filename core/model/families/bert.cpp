// BERT.
#include "core/model/families/bert_layout.h"

namespace headlight {

namespace {

ArchSpec describeBert(ConfigReader& config)
{
    ArchSpec arch = describeBertLayout(config, {});
    arch.encoder->positions = learnedPositions(config.integer({"max_position_embeddings"}, 512));
    arch.head.activation = arch.encoder->layers.front().feedForward.activation;
    return arch;
}

ModelWeights bindBert(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"bert.", ""});
    ModelWeights weights;
    weights.encoder = bindBertStack(binder, arch, {}, arch.width);
    weights.head = bindMaskedHead(binder, arch,
                                  {"cls.predictions.transform.dense",
                                   "cls.predictions.transform.LayerNorm",
                                   "cls.predictions.decoder.weight",
                                   {"cls.predictions.bias", "cls.predictions.decoder.bias"}},
                                  weights.encoder->embedding, config.flag({"tie_word_embeddings"}, true));
    return weights;
}

} // namespace

const Family families::kBert{"bert", describeBert, bindBert, {.pad = 0}};

} // namespace headlight
