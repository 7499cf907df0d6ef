#pragma once

#include "core/math/matrix.h"
#include "core/nn/arch_spec.h"
#include "core/nn/forward_context.h"
#include "core/nn/weights.h"

#include <functional>

namespace headlight {

class Workers;

/// The position-wise network of a layer ("Attention Is All You Need", 3.3), gated if the spec says so: x [n ×
/// width] → [n × width]. `tapped` (may be empty) receives the hidden units [n × d_ff] before the last matrix
/// reads them, and may change them. A single matrix has no hidden units.
Matrix feedForward(const FeedForwardSpec& spec, const FeedForwardWeights& weights, const MatrixView& x,
                   Workers* workers, const std::function<void(Matrix& hidden)>& tapped = {});

/// A mixture of experts in its place, all lanes: each token goes through its best experts, summed with the
/// router's probabilities as weights, and through the shared expert if there is one. Records the
/// probabilities and the choice. An expert that an edit switches off adds nothing; the router is unaffected.
Matrix mixtureOfExperts(const ForwardContext& context, const LayerRef& layer, const LayerSpec& spec,
                        const ExpertsWeights& weights, const MatrixView& x);

/// A router's decisions for the rows of x.
struct Routing
{
    Matrix probabilities; ///< [n × experts], as the model uses them
    IndexMatrix chosen; ///< [n × perToken], best first
    Matrix weights; ///< [n × perToken] weights of the chosen experts in the sum
};
/// logits [n × experts]; the first expert wins a tie.
Routing routed(const ExpertsSpec& spec, Matrix logits);

} // namespace headlight
