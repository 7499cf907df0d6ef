#pragma once

#include "core/analysis/sweep_result.h"
#include "core/run/execute.h"

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// One input run repeatedly, each time with one more edit.
struct SweepRequest
{
    std::shared_ptr<const Model> model;
    LaneInput lane; ///< includes the target for encoder–decoder models
    Interventions interventions; ///< active in every run
    std::vector<Intervention> variants; ///< any edit of masks or heads
    /// Further edits of each variant, which read the same reference; empty = none has any.
    std::vector<std::vector<Intervention>> with = {};
    /// Runs of the variants' references, one entry per variant; unset = they are run.
    std::optional<ReferenceRuns> given = {};
    /// The position whose next token (encoder-only: whose own token) is examined. Unset = all positions; the
    /// chosen tokens are then those of ownTokens(), and the most likely ones where there is none.
    std::optional<Index> row;
    /// Only these positions, if `row` is unset; at each, the base's most likely token is examined (the
    /// prediction for a mask token). Empty = as described for `row`.
    std::vector<Index> rows;
    bool follows = false; ///< with `rows`: the same tokens as without any rows
    /// The chosen token with `row` or `rows`; unset = as described there, but a loss is that of ownTokens().
    std::optional<TokenId> token;
    std::vector<TokenId> tokens = {}; ///< one per row, instead of these rules
    std::vector<TokenId> losses = {}; ///< with `tokens`: as in MeasuredTokens
    std::optional<TokenId> minus = {}; ///< for Metric::kLogitDifference
    ReferenceCache* references = nullptr; ///< as in RunRequest
};

/// Gives the same results as running the variants one by one, but skips what a variant does not change: a
/// head of layer 5 is run from layer 5 on, variants that begin at the same layer are lanes of one batch, and
/// batches share the machine's cores. `partial` (may be empty) gets the result so far after each batch, from
/// several threads but one at a time. Returns kCancelled when stopped; `partial` has then received what was
/// known.
Result<SweepResult> sweep(const SweepRequest& request, const Job& job,
                          const std::function<void(const SweepResult&)>& partial);

} // namespace headlight
