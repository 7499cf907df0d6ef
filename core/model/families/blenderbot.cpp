// Blenderbot: BART with the norms before the sub-layers, an extra norm after each stack and none after the
// embeddings.
#include "core/model/families/bart_layout.h"

namespace headlight {

namespace {

ArchSpec describeBlenderbot(ConfigReader& config)
{
    BartDefaults defaults{8008, "gelu", true};
    defaults.width = 2560;
    defaults.encoderLayers = 2;
    defaults.decoderLayers = 24;
    defaults.heads = 32;
    defaults.feedForward = 10240;
    ArchSpec arch = describeBartLayout(config, defaults);
    // Fields of early files: the class in transformers supports one value of each. The published ones say
    // "do_blenderbot_90_layernorm" and are the same model.
    config.consider({"do_blenderbot_90_layernorm", "layernorm_variant"});
    setPreNorm(config, arch);
    config.expectFlag("static_position_embeddings", false);
    config.expectFlag("normalize_embedding", false);
    config.expectInteger("extra_pos_embeddings", 0);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder})
        stack->positions = learnedPositions(config.integer({"max_position_embeddings"}, 128));
    return arch;
}

ModelWeights bindBlenderbot(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    BartBinding binding;
    binding.finalNorm = true;
    binding.learnedPositions = true;
    binding.tied = config.flag({"tie_word_embeddings"}, true);
    return bindBartLayout(binder, arch, binding);
}

} // namespace

const Family families::kBlenderbot{
    "blenderbot",
    describeBlenderbot,
    bindBlenderbot,
    {.begin = 1, .end = 2, .pad = 0, .start = 1, .forcedEnd = 2, .encoderNgram = 3}};

} // namespace headlight
