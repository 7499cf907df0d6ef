#pragma once

#include "core/trace/attention_map.h"

#include <algorithm>

namespace headlight {

/// Whether reading a column of the map takes too long for the UI thread: computed weights need their whole
/// row, so a column needs the whole map until its rows are normalised (ui/widgets/column_reading.h). Rows are
/// always fast.
inline bool isColumnSlow(const AttentionMap& map, MapKind kind)
{
    constexpr Index kCells = Index{1} << 26;
    const bool wholeRows = kind == MapKind::kWeights || kind == MapKind::kNormWeighted;
    const Index effort = map.effort(kind);
    return wholeRows && effort > 1 && map.queries() > kCells / effort / std::max<Index>(map.keys(), 1)
        && !map.isNormalised(kind);
}

} // namespace headlight
