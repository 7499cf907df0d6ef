// Pegasus: the paper's transformer with the norms before the sub-layers and Marian's sinusoids.
#include "core/model/families/bart_layout.h"

namespace headlight {

namespace {

ArchSpec describePegasus(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {50265, "gelu", true});
    setPreNorm(config, arch);
    config.expect("static_position_embeddings", true);
    config.expect("normalize_embedding", false);
    config.consider({"extra_pos_embeddings"}); // of early files: the sinusoids begin with 0
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder}) {
        stack->positions.scheme = PositionScheme::kSinusoidalHalves;
        stack->positions.trained = config.integer({"max_position_embeddings"}, 1024);
    }
    return arch;
}

ModelWeights bindPegasus(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindBartLayout(binder, arch,
                          {.finalNorm = true, .tied = config.flag({"tie_word_embeddings"}, true)});
}

} // namespace

const Family families::kPegasus{
    "pegasus", describePegasus, bindPegasus, {.end = 1, .pad = 0, .start = 0, .forcedEnd = 1}};

} // namespace headlight
