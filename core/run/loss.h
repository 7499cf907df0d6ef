#pragma once

#include "core/analysis/target_loss.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/edit/interventions.h"

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

/// Runs the decoder once over the whole line, and then token by token (with a cache if the edits keep past
/// rows unchanged). Non-finite numbers are a warning of the job, as in a run. Errors: kCancelled;
/// kBadArgument if the model has no decoder with a head, there are no tokens or unknown ids, the line exceeds
/// the model's positions, or an edit does not fit; kBadFile if the weights have changed on the disk.
Result<TargetLoss> targetLoss(const LossRequest& given, const Job& job);

/// Expected duration of targetLoss() in seconds. Fails where that does.
Result<double> estimatedSeconds(const LossRequest& given);

} // namespace headlight
