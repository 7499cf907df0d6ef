#pragma once

#include "core/decode/session.h"

#include <memory>
#include <vector>

namespace headlight {

/// One finished hypothesis of a beam search.
struct Hypothesis
{
    std::vector<SessionStep> steps; ///< one per new token, the end token included when it was produced
    double sum = 0.0; ///< of log-probabilities
    double score = 0.0; ///< sum / length^penalty, length = number of new tokens
    bool ended = false; ///< by an end token, not by the length
};

struct BeamResult
{
    std::vector<Hypothesis> hypotheses; ///< best first
    std::shared_ptr<const TraceChunk> root;
};

/// Beam search by the rule of transformers without early stopping: of the best 2·beams continuations of
/// a step, an end token among the first `beams` closes a hypothesis and the first `beams` others go on;
/// it stops when `beams` hypotheses are closed and the best sum so far, divided by its length, cannot
/// beat the worst of them; at the length limit the open beams join. Width 1 is greedy decoding.
Result<BeamResult> beamSearch(const DecodeSetup& setup, const Job& job);

} // namespace headlight
