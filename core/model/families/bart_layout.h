#pragma once

#include "core/model/families/family.h"

namespace headlight {

/// What vaswani, marian and bart share: the fields of their config.json and the names of their tensors.

/// The defaults that differ between the families' configuration classes.
struct BartDefaults
{
    int vocabulary = 50265;
    std::string activation = "gelu";
    bool normBefore = false;
};

/// Both stacks with their layers; positions and head are left to the family.
ArchSpec describeBartLayout(ConfigReader& config, const BartDefaults& defaults);

/// What a family decides about the weights.
struct BartBinding
{
    bool attentionBias = true;
    bool embeddingNorm = false; ///< layernorm_embedding
    bool finalNorm = false; ///< encoder.layer_norm, decoder.layer_norm
    bool learnedPositions = false; ///< embed_positions.weight [maximum + offset × width]
    bool tied = true;
    /// Rows of the encoder's embedding where the stacks have one each; 0: they share one.
    int ownSourceVocabulary = 0;
};
ModelWeights bindBartLayout(Binder& binder, const ArchSpec& arch, const BartBinding& binding);

} // namespace headlight
