#pragma once

#include "core/trace/trace.h"

#include <vector>

namespace headlight {

/// What a router made of the tokens of one layer.
struct ExpertUse
{
    Matrix probabilities; ///< [tokens × experts]; no rows: not recorded, or the layer has no experts
    IndexMatrix chosen; ///< [tokens × k], best first; no rows: not recorded
    std::vector<int> load; ///< per expert: real tokens that chose it
    int tokens = 0; ///< real ones, without padding
    int perToken = 0; ///< k

    int experts() const { return static_cast<int>(load.size()); }
    /// Which of a token's experts this one is, 0: the best; -1: it was not chosen.
    int rank(Index token, int expert) const;
};

ExpertUse expertUse(const Trace& trace, StackKind stack, int layer);

/// The layers of a stack that have experts, as far as the trace says.
std::vector<int> expertLayers(const TraceInfo& info, StackKind stack);

} // namespace headlight
