#pragma once

#include "core/base/job.h"
#include "core/edit/edit_plan.h"
#include "core/run/execute.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <functional>
#include <memory>

namespace headlight {

/// Runs one sentence through the unedited model, and records these quantities as matrices.
Result<Trace> recordRun(const std::shared_ptr<const Model>& model, const LaneInput& lane,
                        const SiteSet& sites, const Job& job);

/// What the heads of the unedited model put out on average.
struct HeadMeans
{
    Trace overall; ///< one row per head: its mean over all rows of all sentences
    Trace byPosition; ///< row i: the mean over the sentences that have a position i
};

/// Sentences from which head outputs are taken.
struct DonorSentences
{
    std::size_t count = 0;
    /// Gives a sentence with its decoder's input. Called by several threads at once.
    std::function<Result<LaneInput>(std::size_t sentence, const Job& job)> lane;
};

/// Averages over all rows but padding, start and special tokens included, in double precision. Sentences run
/// beside each other, but are added in order; memory does not grow with their number.
Result<HeadMeans> headMeans(const std::shared_ptr<const Model>& model, const DonorSentences& sentences,
                            const Job& job);

/// The head outputs of `from` for an input of these lengths. Rows beyond its end are those of `beyond` (one
/// row per head), or its own last row if that is null.
Trace stretched(const Trace& from, const SequenceLengths& lengths, const Trace* beyond);

} // namespace headlight
