// M2M-100 and NLLB: norms before the sub-layers, sinusoids that count only ids that are not padding.
#include "core/model/families/bart_layout.h"

namespace headlight {

namespace {

constexpr int kM2mPad = 1;

ArchSpec describeM2m(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(
        config, {.vocabulary = 128112, .activation = "relu", .normBefore = true, .scaled = true});
    setPreNorm(config, arch);
    config.expect("static_position_embeddings", true);
    config.expect("normalize_embedding", false);
    if (arch.width < 4)
        config.fault("d_model",
                     "found " + std::to_string(arch.width)
                         + ", expected at least 4: sinusoidal positions need two frequencies");
    arch.padId = config.integer({"pad_token_id"}, kM2mPad, 0, 1 << 24);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder}) {
        stack->positions.scheme = PositionScheme::kSinusoidalStretched;
        stack->positions.counting = PositionCounting::kNonPadIds;
        stack->positions.offset = static_cast<Index>(arch.padId) + 1;
        stack->positions.trained = config.integer({"max_position_embeddings"}, 1024);
    }
    return arch;
}

ModelWeights bindM2m(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindBartLayout(binder, arch,
                          {.finalNorm = true, .tied = config.flag({"tie_word_embeddings"}, true)});
}

} // namespace

const Family families::kM2m100{
    "m2m_100", describeM2m, bindM2m, {.begin = 0, .end = 2, .pad = kM2mPad, .start = 2}};

} // namespace headlight
