#pragma once

#include "core/trace/attention_map.h"

#include <vector>

namespace headlight {

/// One position of the decoder: how unlikely `target` was after reading `input`.
struct TokenLoss
{
    TokenLabel input, target; ///< the targets are the inputs, shifted by one
    double onePass = 0; ///< −log p of the target in nats, from one pass over the whole line, as in training
    double stepByStep = 0; ///< the same from a pass over the tokens up to here, as in decoding
    double logitDifference = 0; ///< largest difference between the two rows of logits
};

/// The training loss of a line (teacher forcing): with a causal mask, one pass gives the same result at every
/// position as decoding ("Attention Is All You Need", 3.1 and 3.2.3).
struct TargetLoss
{
    std::vector<TokenLoss> tokens;

    double sum() const; ///< nats
    double mean() const; ///< nats per token; 0 without tokens
    /// Largest |one pass − step by step| of the losses; if it exceeds rounding, a later token has leaked.
    /// NaN if any of them is.
    double largestDifference() const;
};

} // namespace headlight
