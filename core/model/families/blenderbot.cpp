// Blenderbot: BART with the norms before the sub-layers, an extra norm after each stack and none after the
// embeddings.
#include "core/model/families/bart_layout.h"

namespace headlight {

namespace {

ArchSpec describeBlenderbot(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config,
                                       {.vocabulary = 8008,
                                        .activation = "gelu",
                                        .normBefore = true,
                                        .width = 2560,
                                        .encoderLayers = 2,
                                        .decoderLayers = 24,
                                        .heads = 32,
                                        .feedForward = 10240});
    // Fields of early files: the class in transformers supports one value of each. The published ones say
    // "do_blenderbot_90_layernorm" and are the same model.
    config.consider({"do_blenderbot_90_layernorm", "layernorm_variant"});
    setPreNorm(config, arch);
    config.expect("static_position_embeddings", false);
    config.expect("normalize_embedding", false);
    config.expect("extra_pos_embeddings", 0);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder})
        stack->positions = learnedPositions(config.integer({"max_position_embeddings"}, 128));
    return arch;
}

ModelWeights bindBlenderbot(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindBartLayout(
        binder, arch,
        {.finalNorm = true, .learnedPositions = true, .tied = config.flag({"tie_word_embeddings"}, true)});
}

} // namespace

const Family families::kBlenderbot{
    "blenderbot",
    describeBlenderbot,
    bindBlenderbot,
    {.begin = 1, .end = 2, .pad = 0, .start = 1, .forcedEnd = 2, .encoderNgram = 3}};

} // namespace headlight
