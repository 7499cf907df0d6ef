#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/forward.h"
#include "core/sampling/decode_step.h"
#include "core/sampling/options.h"

#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// Sentences that are decoded together, as lanes of one batch.
struct SentenceBatch
{
    TokenBatch source; ///< the encoder's input; not used for decoder-only models
    std::vector<std::vector<TokenId>>
        prompts; ///< the decoder's first input, of the same length in every lane
    std::vector<LaneLengths> lengths;
};

/// New tokens of one sentence, the end token included, and why they end.
struct WrittenOutput
{
    std::vector<TokenId> ids;
    StopReason stop = StopReason::kLength;
};

/// The greedy outputs of several sentences without edits, one token of each at a time, so that the decoder
/// reads its weights once per step for all of them. Records nothing. An output is unset if the sentence alone
/// might get another one, because its products have other last digits: where the best token of a step is
/// hardly ahead of the second, or a logit is not finite. Errors: kCancelled.
Result<std::vector<std::optional<WrittenOutput>>> writeTogether(const std::shared_ptr<const Model>& model,
                                                                const SentenceBatch& batch,
                                                                const DecodeOptions& options, const Job& job);

} // namespace headlight
