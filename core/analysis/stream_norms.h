#pragma once

#include "core/trace/trace.h"

namespace headlight {

/// Sizes of the residual stream of one stack and of the updates of its sub-layers, as L2 norms of the vectors
/// at each position. Matrices without rows: not recorded, or the model has no such sub-layer.
struct StreamNorms
{
    Matrix stream; ///< [layers + 1 × positions]: before each layer, and after the last
    Matrix attention; ///< [layers × positions]: added by self-attention
    Matrix cross; ///< [layers × positions]: added by cross-attention
    Matrix feedForward; ///< [layers × positions]

    /// Cosine of an update with the stream at the start of its layer: −1 removes, 0 is new, +1 strengthens
    /// what is there.
    Matrix attentionCosine, crossCosine, feedForwardCosine; ///< [layers × positions]
};

StreamNorms streamNorms(const Trace& trace, StackKind stack);

} // namespace headlight
