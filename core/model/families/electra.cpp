// ELECTRA: BERT with a separate width for embeddings, projected once before the first layer. The generator
// has a masked-LM head; the discriminator opens without logits.
#include "core/model/families/bert_layout.h"

namespace headlight {

namespace {

ArchSpec describeElectra(ConfigReader& config)
{
    ArchSpec arch = describeBertLayout(config, {.width = 256, .heads = 4, .feedForward = 1024});
    arch.encoder->positions = learnedPositions(config.integer({"max_position_embeddings"}, 512));
    arch.head.activation = Activation::kGelu; // whatever hidden_act says
    return arch;
}

ModelWeights bindElectra(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"electra.", ""});
    const Index embedding = config.integer({"embedding_size"}, 128, 1, 1 << 16);
    ModelWeights weights;
    weights.encoder = bindBertStack(binder, arch, {}, embedding);
    if (embedding != arch.width)
        weights.encoder->projectIn
            = binder.linear("embeddings_project", arch.width, embedding, Binder::Bias::kRequired);
    weights.head = bindMaskedHead(binder, arch,
                                  {"generator_predictions.dense",
                                   "generator_predictions.LayerNorm",
                                   "generator_lm_head.weight",
                                   {"generator_lm_head.bias"}},
                                  weights.encoder->embedding, config.flag({"tie_word_embeddings"}, true));
    return weights;
}

} // namespace

const Family families::kElectra{"electra", describeElectra, bindElectra, {.pad = 0}};

} // namespace headlight
