#pragma once

#include "core/grad/backward_pass.h"
#include "core/nn/attention.h"

namespace headlight {

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

} // namespace headlight
