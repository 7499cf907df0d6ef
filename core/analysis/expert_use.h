#pragma once

#include "core/trace/trace.h"

#include <vector>

namespace headlight {

/// A router's decisions for the tokens of one layer.
struct ExpertUse
{
    Matrix probabilities; ///< [tokens × experts]; no rows if not recorded, or if the layer has no experts
    IndexMatrix chosen; ///< [tokens × k], best first; no rows = not recorded
    std::vector<int> load; ///< per expert: number of real tokens that chose it
    int tokens = 0; ///< number of real tokens, without padding
    int perToken = 0; ///< k

    int experts() const { return static_cast<int>(load.size()); }
    /// Rank of this expert among those of a token, 0 = best; -1 = not chosen.
    int rank(Index token, int expert) const;
};

ExpertUse expertUse(const Trace& trace, StackKind stack, int layer);

/// The layers of a stack that have experts, according to the trace.
std::vector<int> expertLayers(const TraceInfo& info, StackKind stack);

} // namespace headlight
