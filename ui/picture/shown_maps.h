#pragma once

#include "core/analysis/map_comparison.h"
#include "core/options/map_options.h"
#include "core/trace/attention_map.h"
#include "core/trace/trace.h"

#include <vector>

namespace headlight {

/// The maps in a picture of some heads.
struct ShownMaps
{
    /// One for each head, or a single one for all heads together; transformed according to the options.
    std::vector<AttentionMap> maps;
    std::vector<HeadRef> heads; ///< heads shown
    int missing = 0; ///< heads that the trace lacks
    int unlike = 0; ///< heads that cannot be combined with the first because their tokens differ
    /// If the maps are differences: for each map, what it compares and which tokens; otherwise empty.
    std::vector<MapComparison> differences;

    bool isCombined() const { return maps.size() == 1 && heads.size() > 1; }
};

/// The maps shown by the heatmap and its figures. Computes nothing: maps are read when they are drawn.
ShownMaps shownMaps(const Trace& trace, const std::vector<HeadRef>& heads, const MapOptions& options);

/// After − before of what shownMaps() returns for both; read the maps as MapKind::kScores. Tokens are matched
/// by text; those that only one of the two has are NaN. A head without such numbers in one of the two counts
/// as missing.
ShownMaps shownDifferences(const Trace& before, const Trace& after, const std::vector<HeadRef>& heads,
                           const MapOptions& options, MapKind kind);

/// Wraps a matrix other than attention for use in pictures: its numbers are those of MapKind::kScores.
/// Columns are numbered, and so are rows without names.
AttentionMap tableMap(Matrix values, TokenAxis rows = nullptr);

} // namespace headlight
