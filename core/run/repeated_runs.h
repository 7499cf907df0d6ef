#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/run/execute.h"
#include "core/trace/trace.h"

#include <functional>
#include <vector>

namespace headlight {

/// Result of repeating a run with dropout under different seeds: for every sentence, one trace of means and
/// one of standard deviations (over the runs, with Bessel's correction). Masks, biases and tokens are those
/// of the runs; router probabilities, chosen experts and shares of sinks are those of the last run.
struct RepeatedRuns
{
    std::vector<Trace> mean, spread;
};

/// The lane plus the tokens that decoding it produced, so that a single pass covers them all.
LaneInput continuedLane(const Model& model, LaneInput lane, const Trace& decoded);

/// Runs `times` (at least 1) times; the seed of every dropout edit increases by one each time. `take` gets
/// the traces of each run. Returns kCancelled when stopped.
Result<void> eachRun(const RunRequest& request, int times, const Job& job,
                     const std::function<void(const std::vector<Trace>&)>& take);

/// The same, averaged. Matrices are always recorded as such. `take` may be empty.
Result<RepeatedRuns> repeatedRuns(const RunRequest& request, int times, const Job& job,
                                  const std::function<void(const std::vector<Trace>&)>& take = {});

} // namespace headlight
