#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/edit/interventions.h"
#include "core/trace/attention_map.h"

#include <memory>
#include <vector>

namespace headlight {

class Model;

/// What the loss of a target line is computed for. Encoder–decoder and decoder-only models.
struct LossRequest
{
    std::shared_ptr<const Model> model;
    std::vector<TokenLabel> source; ///< what the encoder reads; labels marked as padding count as such
    std::vector<TokenLabel> input; ///< what the decoder is fed, start token first
    TokenLabel last; ///< what follows the last of them
    Interventions interventions; ///< edits that take numbers from other runs are refused
};

/// One position of the decoder: having read `input`, how unlikely was `target`.
struct TokenLoss
{
    TokenLabel input, target; ///< the target is the input, shifted by one
    double onePass = 0; ///< −log p of the target in nats: one pass over the whole line, as in training
    double stepByStep = 0; ///< the same from a pass that has seen the tokens up to here only, as in decoding
    double logitDifference = 0; ///< largest difference of the two rows of logits
};

/// The training loss of a line (teacher forcing): with a causal mask one pass gives at every position what
/// decoding would have given there ("Attention Is All You Need", 3.1 and 3.2.3).
struct TargetLoss
{
    std::vector<TokenLoss> tokens;

    double sum() const; ///< nats
    double mean() const; ///< nats per token; 0 without tokens
    /// Largest |one pass − step by step| of the losses; beyond rounding, a later token has leaked.
    double largestDifference() const;
};

/// Runs the decoder once over the whole line, and then token by token (with a cache where the edits let rows
/// stay what they are). Errors: kCancelled; a bad argument where the model has no decoder with a head, there
/// are no tokens or ids that it does not know, the line is longer than the model's positions, or an edit does
/// not fit.
Result<TargetLoss> targetLoss(const LossRequest& given, const Job& job);

} // namespace headlight
