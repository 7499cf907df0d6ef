#pragma once

#include "core/math/matrix.h"
#include "core/trace/attention_map.h"
#include "ui/state/focus.h"

#include <algorithm>
#include <memory>

namespace headlight {

/// One row of a map, all keys. The last few long rows are cached, because every view asks for the row under
/// the mouse and 131,072 weights take more than a millisecond to compute. UI thread.
std::shared_ptr<const RowVector> sharedRow(const AttentionMap& map, MapKind kind, Index query);

/// One number of a map, as from AttentionMap::at(); uses sharedRow() if the number needs its whole row.
float sharedNumber(const AttentionMap& map, MapKind kind, Index query, Index key);

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

/// The cell with the query or key that it lacks: where its column or row has the largest weight. What lies
/// outside the map is lacking. The query stays lacking where the column is slow.
Cell completed(const AttentionMap& map, Cell cell);

} // namespace headlight
