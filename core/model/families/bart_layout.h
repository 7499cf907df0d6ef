#pragma once

#include "core/model/families/family.h"

namespace headlight {

/// Shared by vaswani, marian, bart, mbart, pegasus, blenderbot and m2m_100: the fields of their config.json
/// and the names of their tensors.

/// Defaults that differ between the families' configuration classes.
struct BartDefaults
{
    int vocabulary = 50265;
    std::string activation = "gelu";
    bool normBefore = false;
    int width = 1024;
    int encoderLayers = 12, decoderLayers = 12;
    int heads = 16;
    int feedForward = 4096;
    bool scaled = false; ///< scale_embedding
    bool freeWidths = false; ///< head_dim and value_head_dim may differ from d_model / heads
};

/// Both stacks with their layers; the family adds positions and head.
ArchSpec describeBartLayout(ConfigReader& config, const BartDefaults& defaults);

/// For families whose class always has norms before the sub-layers and one after each stack, whatever the
/// fields of early files say; contradicting fields cause a warning.
void setPreNorm(ConfigReader& config, ArchSpec& arch);
/// The positions of both stacks: tables of max_position_embeddings rows (`length` if it is absent) after
/// `offset` extra ones, or what the scheme computes. Contradicting fields of early files cause a warning.
void setLearnedPositions(ConfigReader& config, ArchSpec& arch, int length, int offset);
void setSinusoids(ConfigReader& config, ArchSpec& arch, PositionSpec positions);

/// A family's choices for its weights.
struct BartBinding
{
    bool attentionBias = true;
    bool embeddingNorm = false; ///< layernorm_embedding
    bool finalNorm = false; ///< encoder.layer_norm, decoder.layer_norm
    bool headBias = false; ///< lm_head.bias, if it is stored
    bool learnedPositions = false; ///< embed_positions.weight [maximum + offset × width]
    enum class Tables : unsigned char {
        kShared, ///< shared.weight; the stacks may store copies of it
        kOwn, ///< encoder.embed_tokens.weight and decoder.embed_tokens.weight
        kAsStored, ///< separate tables if the checkpoint has two that differ in content or size
    };
    Tables tables = Tables::kShared;
    Index sourceVocabulary = 0; ///< rows of the encoder's table
};
ModelWeights bindBartLayout(Binder& binder, ConfigReader& config, const ArchSpec& arch,
                            const BartBinding& binding);

} // namespace headlight
