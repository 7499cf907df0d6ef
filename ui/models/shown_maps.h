#pragma once

#include "core/trace/trace.h"
#include "ui/state/map_options.h"

#include <vector>

namespace headlight {

/// The maps that a picture of some heads shows.
struct ShownMaps
{
    /// One for each head, or a single one of all heads together; transformed as the options say.
    std::vector<AttentionMap> maps;
    std::vector<HeadRef> heads; ///< that are shown
    int missing = 0; ///< heads that the trace lacks
    int unlike = 0; ///< heads that cannot be combined with the first one: their tokens are others

    bool isCombined() const { return maps.size() == 1 && heads.size() > 1; }
};

/// What the heatmap and its figures show. Computes nothing: maps are read when they are drawn.
ShownMaps shownMaps(const Trace& trace, const std::vector<HeadRef>& heads, const MapOptions& options);

} // namespace headlight
