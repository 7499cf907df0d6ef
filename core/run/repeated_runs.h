#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/run/execute.h"
#include "core/trace/trace.h"

#include <vector>

namespace headlight {

/// What a run with dropout gives when it is repeated with other seeds: for every sentence a trace whose
/// numbers are means, and one whose numbers are standard deviations (of the runs, with Bessel's correction).
/// Masks, biases and tokens are those of the runs.
struct RepeatedRuns
{
    std::vector<Trace> mean, spread;
};

/// The lane with the tokens that a decoding of it wrote, so that a pass sees them all at once.
LaneInput continuedLane(const Model& model, LaneInput lane, const Trace& decoded);

/// Runs `times` (at least 1) times; the seed of every dropout edit grows by one each time. Matrices are
/// always recorded as such. kCancelled when stopped.
Result<RepeatedRuns> repeatedRuns(const RunRequest& request, int times, const Job& job);

} // namespace headlight
