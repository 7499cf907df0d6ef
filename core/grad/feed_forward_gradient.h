#pragma once

#include "core/grad/backward_pass.h"
#include "core/nn/feed_forward.h"

namespace headlight {

/// feedForward() of a layer, or its mixtureOfExperts(), backwards: from ∂m/∂output to ∂m/∂x, both [n ×
/// width].
Matrix feedForwardBack(const BackwardPass& pass, const LayerRef& layer, const LayerSpec& spec,
                       const LayerWeights& weights, const MatrixView& x, const MatrixView& gradient);

} // namespace headlight
