#pragma once

#include "core/nn/forward_context.h"
#include "core/trace/record_plan.h"
#include "core/trace/trace.h"

namespace headlight {

/// The sites of a pass that backward passes read.
SiteSet sitesForBackwardPass();

/// What the backward pass of a stack reads and fills, for one sentence. Gradients have the shapes of what
/// they belong to and are taken at the recorded numbers, which edits have already changed.
struct BackwardPass
{
    const ForwardContext& forward; ///< of the pass: one lane, no cache; its tap records nothing
    const StackChunk& record; ///< what the pass recorded
    StackChunk& gradient; ///< receives ∂m/∂… of what the plan wants
    const RecordPlan& plan; ///< sites and sub-layers whose gradients are kept

    const EditPlan& edits() const { return forward.tap.edits(); }
    Workers* workers() const { return forward.workers; }
};

} // namespace headlight
