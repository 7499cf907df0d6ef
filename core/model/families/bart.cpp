// BART and its relatives, which have the layout of the paper's transformer.
#include "core/model/families/bart_layout.h"

namespace headlight {

namespace {

/// Unused rows at the start of the position tables of BART and mBART.
constexpr int kPositionOffset = 2;

// BART: learned positions, a norm after the embeddings.
ArchSpec describeBart(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {});
    // Fields of early files: the class in transformers supports one value of each.
    for (const char* const off :
         {"normalize_before", "add_final_layer_norm", "add_bias_logits", "do_blenderbot_90_layernorm"})
        config.expect(off, false);
    config.expect("normalize_embedding", true);
    setLearnedPositions(config, arch, 1024, kPositionOffset);
    for (StackSpec* stack : {&*arch.encoder, &*arch.decoder})
        stack->placement = NormPlacement::kPost;
    return arch;
}

ModelWeights bindBart(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindBartLayout(binder, config, arch, {.embeddingNorm = true, .learnedPositions = true});
}

// mBART: BART with the norms before the sub-layers and an extra norm after each stack.
ArchSpec describeMbart(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {.normBefore = true});
    setPreNorm(config, arch);
    config.expect("normalize_embedding", true);
    setLearnedPositions(config, arch, 1024, kPositionOffset);
    return arch;
}

ModelWeights bindMbart(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindBartLayout(binder, config, arch,
                          {.embeddingNorm = true, .finalNorm = true, .learnedPositions = true});
}

// Pegasus: the norms before the sub-layers and Marian's sinusoids.
ArchSpec describePegasus(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config, {.normBefore = true});
    setPreNorm(config, arch);
    config.expect("normalize_embedding", false);
    config.consider({"extra_pos_embeddings"}); // of early files: the sinusoids begin with 0
    setSinusoids(config, arch, {.scheme = PositionScheme::kSinusoidalHalves});
    return arch;
}

/// The weights of Pegasus, M2M-100 and NLLB.
ModelWeights bindWithSinusoids(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindBartLayout(binder, config, arch, {.finalNorm = true});
}

// Blenderbot: mBART without the norm after the embeddings.
ArchSpec describeBlenderbot(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(config,
                                       {.vocabulary = 8008,
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
    config.expect("normalize_embedding", false);
    setLearnedPositions(config, arch, 128, 0);
    return arch;
}

ModelWeights bindBlenderbot(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    return bindBartLayout(binder, config, arch, {.finalNorm = true, .learnedPositions = true});
}

constexpr int kM2mPad = 1;

// M2M-100 and NLLB: norms before the sub-layers, sinusoids that count only ids that are not padding.
ArchSpec describeM2m(ConfigReader& config)
{
    ArchSpec arch = describeBartLayout(
        config, {.vocabulary = 128112, .activation = "relu", .normBefore = true, .scaled = true});
    setPreNorm(config, arch);
    config.expect("normalize_embedding", false);
    if (arch.width < 4)
        config.fault("d_model", "found ", arch.width,
                     ", expected at least 4: sinusoidal positions need two frequencies");
    arch.padId = config.integer({"pad_token_id"}, kM2mPad, 0, 1 << 24);
    PositionSpec positions;
    positions.scheme = PositionScheme::kSinusoidalStretched;
    positions.counting = PositionCounting::kNonPadIds;
    positions.offset = static_cast<Index>(arch.padId) + 1;
    setSinusoids(config, arch, positions);
    return arch;
}

} // namespace

const Family families::kBart{
    "bart", describeBart, bindBart, {.begin = 0, .end = 2, .pad = 1, .start = 2, .forcedEnd = 2}};
const Family families::kMbart{
    "mbart", describeMbart, bindMbart, {.begin = 0, .end = 2, .pad = 1, .forcedEnd = 2}};
const Family families::kPegasus{
    "pegasus", describePegasus, bindWithSinusoids, {.end = 1, .pad = 0, .start = 0, .forcedEnd = 1}};
const Family families::kBlenderbot{
    "blenderbot",
    describeBlenderbot,
    bindBlenderbot,
    {.begin = 1, .end = 2, .pad = 0, .start = 1, .forcedEnd = 2, .encoderNgram = 3}};
const Family families::kM2m100{
    "m2m_100", describeM2m, bindWithSinusoids, {.begin = 0, .end = 2, .pad = kM2mPad, .start = 2}};

} // namespace headlight
