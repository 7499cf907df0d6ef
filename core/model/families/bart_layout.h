#pragma once

#include "core/model/families/family.h"

namespace headlight {

/// What vaswani, marian, bart, mbart, pegasus, blenderbot and m2m_100 share: the fields of their config.json
/// and the names of their tensors.

/// The defaults that differ between the families' configuration classes.
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
    bool freeWidths = false; ///< head_dim and value_head_dim need not be d_model / heads
};

/// Both stacks with their layers; positions and head are left to the family.
ArchSpec describeBartLayout(ConfigReader& config, const BartDefaults& defaults);

/// For families whose class has norms before the sub-layers and one after each stack, whatever the fields of
/// the first files say: those are a warning where they say otherwise.
void setPreNorm(ConfigReader& config, ArchSpec& arch);

/// What a family decides about the weights.
struct BartBinding
{
    bool attentionBias = true;
    bool embeddingNorm = false; ///< layernorm_embedding
    bool finalNorm = false; ///< encoder.layer_norm, decoder.layer_norm
    bool headBias = false; ///< lm_head.bias, where it is stored
    bool learnedPositions = false; ///< embed_positions.weight [maximum + offset × width]
    bool tied = true;
    enum class Tables : unsigned char {
        kShared, ///< shared.weight, of which the stacks may store copies
        kOwn, ///< encoder.embed_tokens.weight and decoder.embed_tokens.weight
        kAsStored, ///< their own where the checkpoint has two that differ, or two sizes
    };
    Tables tables = Tables::kShared;
    Index sourceVocabulary = 0; ///< rows of the encoder's own table
};
ModelWeights bindBartLayout(Binder& binder, const ArchSpec& arch, const BartBinding& binding);

} // namespace headlight
