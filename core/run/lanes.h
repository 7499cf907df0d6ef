#pragma once

#include "core/edit/edit_plan.h"
#include "core/nn/embedding.h"
#include "core/nn/forward_context.h"
#include "core/run/execute.h"

#include <memory>
#include <vector>

namespace headlight {

/// The sentences of a request as the engine is fed with them.
struct PaddedLanes
{
    TokenBatch source; ///< the encoder's input, or the only stack's
    TokenBatch target; ///< encoder–decoder only
    std::vector<LaneLengths> lengths;
    std::vector<TokenAxis> sourceAxes, targetAxes; ///< labels, padding included
};

/// Pads to the longest and checks ids, segments and lengths against the model. An input longer than a
/// learned position table is kTooLong; beyond the length of training there is a warning.
Result<PaddedLanes> padLanes(const Model& model, const std::vector<LaneInput>& lanes, const Job& job);

/// Gives the lane padding at its end up to `length` tokens, as it would have beside a longer sentence.
void padLane(const Model& model, LaneInput& lane, std::size_t length);

/// Tokens of a sequence without the padding at its end.
Index realLength(const std::vector<TokenLabel>& tokens);

/// Labels of one sequence, shared by traces.
TokenAxis axisOf(std::vector<TokenLabel> labels);

/// The model's trace information with the active edits in words and as JSON.
std::shared_ptr<const TraceInfo> traceInfo(const Model& model, const Interventions& interventions);

} // namespace headlight
