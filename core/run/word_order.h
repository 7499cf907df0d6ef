#pragma once

#include "core/analysis/word_order.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <memory>
#include <vector>

namespace headlight {

class Model;

/// Runs a sentence and its reversal through the first stack, each with and without positions. tokens: input
/// of the encoder or of the only stack. Non-finite numbers are a warning of the job, as in a run. Errors:
/// kCancelled; kBadArgument if there are no tokens, or if the model does not know their ids; kBadFile if the
/// weights have changed on the disk.
Result<WordOrder> wordOrder(const std::shared_ptr<const Model>& model, const std::vector<TokenLabel>& tokens,
                            const Job& job);

/// Expected duration of wordOrder() in seconds for this many tokens.
double wordOrderSeconds(const Model& model, Index tokens);

} // namespace headlight
