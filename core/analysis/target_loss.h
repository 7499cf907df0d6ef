#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/edit/interventions.h"
#include "core/trace/attention_map.h"

#include <memory>
#include <vector>

namespace headlight {

class Model;

/// Input of targetLoss(). Encoder–decoder and decoder-only models.
struct LossRequest
{
    std::shared_ptr<const Model> model;
    std::vector<TokenLabel> source; ///< the encoder's input; labels marked as padding count as such
    std::vector<TokenLabel> input; ///< the decoder's input, start token first
    TokenLabel last; ///< the token after the last of them
    Interventions interventions; ///< edits that take numbers from other runs are rejected
};

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

/// Runs the decoder once over the whole line, and then token by token (with a cache if the edits keep past
/// rows unchanged). Errors: kCancelled; kBadArgument if the model has no decoder with a head, there are no
/// tokens or unknown ids, the line exceeds the model's positions, or an edit does not fit.
Result<TargetLoss> targetLoss(const LossRequest& given, const Job& job);

} // namespace headlight
