#pragma once

#include "core/analysis/stream_parts.h"

#include <stop_token>
#include <vector>

namespace headlight {

/// Attention rollout (Abnar and Zuidema 2020, section 3): after each layer, how much of each position comes
/// from each input token if attention alone moved information: the product of the layers' weights, averaged
/// over heads, [queries × keys] per layer. It knows neither values nor feed-forwards, so it says where
/// information could come from, not what it does. With `residual`, half of each layer is the identity. Empty
/// if a layer has no weights.
std::vector<DoubleMatrix> attentionRollout(const Trace& trace, StackKind stack, bool residual);

/// How different the maps of heads are: the Jensen–Shannon divergence of their rows, in bits (0 = the same, 1
/// = no key in common), averaged over rows that may attend to more than one key. Two heads with the same map
/// can still move different things. Sums over traces of one model.
class HeadDivergence
{
public:
    /// Heads with the same queries and keys.
    struct Group
    {
        StackKind stack = StackKind::kDecoder;
        AttentionKind kind = AttentionKind::kSelf;
        std::vector<HeadRef> heads;
        DoubleMatrix pooled; ///< [heads × heads]: mean over all rows
        DoubleMatrix ofInputs; ///< [heads × heads]: mean of the inputs' means
        Index rows = 0, inputs = 0; ///< counted
    };

    /// False if stopped; the trace is then counted in part.
    bool add(const Trace& trace, const std::stop_token& stop = {});
    /// The means; groups without rows are left out.
    std::vector<Group> means() const;

private:
    std::vector<Group> m_sums;
};

} // namespace headlight
