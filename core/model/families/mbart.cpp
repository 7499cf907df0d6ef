// mBART: BART with the norms before the sub-layers and an extra norm after each stack.
#include "core/model/families/bart_layout.h"

namespace headlight {

namespace {

/// Unused rows at the start of the position table.
constexpr int kMbartOffset = 2;

ArchSpec describeMbart(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {50265, "gelu", true});
    setPreNorm(config, arch);
    config.expect("normalize_embedding", true);
    config.expect("static_position_embeddings", false);
    config.expect("extra_pos_embeddings", kMbartOffset);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder})
        stack->positions = learnedPositions(config.integer({"max_position_embeddings"}, 1024), kMbartOffset);
    return arch;
}

ModelWeights bindMbart(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindBartLayout(binder, arch,
                          {.embeddingNorm = true,
                           .finalNorm = true,
                           .learnedPositions = true,
                           .tied = config.flag({"tie_word_embeddings"}, true)});
}

} // namespace

const Family families::kMbart{
    "mbart", describeMbart, bindMbart, {.begin = 0, .end = 2, .pad = 1, .forcedEnd = 2}};

} // namespace headlight
