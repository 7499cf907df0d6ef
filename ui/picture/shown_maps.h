#pragma once

#include "core/analysis/map_comparison.h"
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
    int unlike = 0; ///< heads that cannot be combined with the first one, since their tokens differ
    /// Of each map, where the maps are differences: between what, and at which tokens; else empty.
    std::vector<MapComparison> differences;

    bool isCombined() const { return maps.size() == 1 && heads.size() > 1; }
};

/// The maps that the heatmap and its figures show. Computes nothing: maps are read when they are drawn.
ShownMaps shownMaps(const Trace& trace, const std::vector<HeadRef>& heads, const MapOptions& options);

/// After − before, of what shownMaps() gives for both: maps in the places of `after`, to be read as
/// MapKind::kScores. Tokens meet by their texts; those that only one of the two has are NaN. A head of which
/// one of the two has no such numbers is missing.
ShownMaps shownDifferences(const Trace& before, const Trace& after, const std::vector<HeadRef>& heads,
                           const MapOptions& options, MapKind kind);

} // namespace headlight
