#pragma once

#include "core/nn/attention.h"
#include "core/nn/feed_forward.h"
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

/// ∂m/∂ the inputs of an attention sub-layer.
struct AttentionGradient
{
    Matrix input; ///< [n × width]
    Matrix memory; ///< [m × width of the encoder]; no rows unless cross-attention
};

/// selfAttention() and crossAttention() backwards. x [n × width] is the input, memory the encoder's output
/// (null for self-attention), gradient [n × width] that of the sub-layer's output. Weights are computed again
/// from the recorded queries and keys, a block of rows at a time.
AttentionGradient attentionBack(const BackwardPass& pass, const AttentionCall& call, const MatrixView& x,
                                const Matrix* memory, const MatrixView& gradient);

/// feedForward() of a layer, or its mixtureOfExperts(), backwards: from ∂m/∂output to ∂m/∂x, both [n ×
/// width].
Matrix feedForwardBack(const BackwardPass& pass, const LayerRef& layer, const LayerSpec& spec,
                       const LayerWeights& weights, const MatrixView& x, const MatrixView& gradient);

} // namespace headlight
