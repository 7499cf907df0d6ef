#pragma once

#include "core/analysis/sweep_result.h"
#include "core/run/execute.h"

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// One input run again and again, each time with one more edit.
struct SweepRequest
{
    std::shared_ptr<const Model> model;
    LaneInput lane; ///< with its target, for encoder–decoder models
    Interventions interventions; ///< in force in every run
    std::vector<Intervention> variants; ///< any edit of masks or heads
    /// The position whose next token (encoder-only: whose own token) is looked at; unset: all of them,
    /// and the chosen tokens are those that follow in the input (encoder-only: the input's own).
    std::optional<Index> row;
    /// Without a row: only these positions, at each the base's most likely token (what stands in masks).
    /// Empty: as described for `row`.
    std::vector<Index> rows;
    std::optional<TokenId> token; ///< with a row: the chosen token; unset: the base's most likely one
    ReferenceCache* references = nullptr; ///< as in RunRequest
};

/// Gives what the runs one by one would give. What a variant does not change is not run again: a head of
/// layer 5 is run from layer 5 on; variants that begin at the same layer are lanes of one batch; batches
/// share the machine's cores. `partial` (may be empty) gets the result so far after each batch, from
/// several threads but one at a time. kCancelled when stopped; what was known by then went to `partial`.
Result<SweepResult> sweep(const SweepRequest& request, const Job& job,
                          const std::function<void(const SweepResult&)>& partial);

} // namespace headlight
