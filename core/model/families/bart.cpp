// BART: the layout of the paper's transformer with learned positions and a norm after the embeddings.
#include "core/model/families/bart_layout.h"

namespace headlight {

namespace {

/// Unused rows at the start of the position table.
constexpr int kPositionOffset = 2;

ArchSpec describeBart(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {50265, "gelu", false});
    // Fields of early files: the class in transformers supports one value of each.
    for (const char* const off : {"normalize_before", "add_final_layer_norm", "add_bias_logits",
                                  "static_position_embeddings", "do_blenderbot_90_layernorm"})
        config.expect(off, false);
    config.expect("normalize_embedding", true);
    config.expect("extra_pos_embeddings", kPositionOffset);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder}) {
        stack->placement = NormPlacement::kPost;
        stack->positions
            = learnedPositions(config.integer({"max_position_embeddings"}, 1024), kPositionOffset);
    }
    return arch;
}

ModelWeights bindBart(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindBartLayout(binder, arch,
                          {.embeddingNorm = true,
                           .learnedPositions = true,
                           .tied = config.flag({"tie_word_embeddings"}, true)});
}

} // namespace

const Family families::kBart{
    "bart", describeBart, bindBart, {.begin = 0, .end = 2, .pad = 1, .start = 2, .forcedEnd = 2}};

} // namespace headlight
