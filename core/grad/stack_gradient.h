#pragma once

#include "core/grad/backward_pass.h"
#include "core/nn/embedding.h"
#include "core/nn/stack.h"

#include <map>
#include <optional>

namespace headlight {

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
