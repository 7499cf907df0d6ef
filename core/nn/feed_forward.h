#pragma once

#include "core/math/matrix.h"
#include "core/nn/arch_spec.h"
#include "core/nn/forward_context.h"
#include "core/nn/weights.h"

#include <functional>

namespace headlight {

class Workers;

/// The position-wise network of a layer ("Attention Is All You Need", 3.3), gated where the spec says so:
/// x [n × width] → [n × width]. `tapped`, if there is one, is given the hidden units [n × d_ff] before the
/// last matrix reads them; it may change them. A single matrix has none.
Matrix feedForward(const FeedForwardSpec& spec, const FeedForwardWeights& weights, const MatrixView& x,
                   Workers* workers, const std::function<void(Matrix& hidden)>& tapped = {});

/// A mixture of experts in its place, all lanes: every token through its best experts, weighted by the
/// router's probabilities and summed, and through the shared one where there is one. Records the
/// probabilities and the choice; an expert that an edit switches off adds nothing, the router is as it was.
Matrix mixtureOfExperts(const ForwardContext& context, const LayerRef& layer, const LayerSpec& spec,
                        const ExpertsWeights& weights, const MatrixView& x);

/// What a router decides for the rows of x.
struct Routing
{
    Matrix probabilities; ///< [n × experts], as the model uses them
    IndexMatrix chosen; ///< [n × perToken], best first
    Matrix weights; ///< [n × perToken] of the chosen ones in the sum
};
/// logits [n × experts]; of equal ones the first expert is the better one.
Routing routed(const ExpertsSpec& spec, Matrix logits);

} // namespace headlight
