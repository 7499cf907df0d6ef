#pragma once

#include "core/nn/attention.h"
#include "core/nn/embedding.h"
#include "core/nn/feed_forward.h"
#include "core/nn/forward_context.h"
#include "core/nn/stack.h"
#include "core/trace/record_plan.h"
#include "core/trace/trace.h"

#include <map>
#include <optional>

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

/// ∂m/∂ what a stack reads.
struct StackGradient
{
    /// ∂m/∂ embeddings, and ∂m/∂ what positions and segments add to them, which is the same [n × width].
    Matrix embeddings;
    Matrix memory; ///< ∂m/∂ the encoder's output [m × width]; no rows without cross-attention
    /// ∂m/∂ the stream that each attention sub-layer hands on, after its sum and, for a post-norm, its norm
    /// [n × d_model]. None where the sub-layers are parallel.
    std::map<LayerRef, Matrix> sums;
};

/// runStack() backwards: from ∂m/∂ its output [n × width] to ∂m/∂ its input, layer by layer through the same
/// plans. memory: the encoder's output; null without cross-attention. Fills pass.gradient. Empty if stopped.
std::optional<StackGradient> stackBack(const BackwardPass& pass, const ArchSpec& arch, StackKind kind,
                                       const StackWeights& weights, const Matrix* memory, Matrix gradient);

/// applyHead() backwards: from ∂m/∂logits [n × vocabulary] to ∂m/∂rows [n × width]. logits are what the head
/// made of the rows.
Matrix headBack(const HeadSpec& spec, const HeadWeights& weights, const StackSpec& stack,
                const MatrixView& rows, const MatrixView& logits, Matrix gradient, Workers* workers);

} // namespace headlight
