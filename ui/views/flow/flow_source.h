#pragma once

#include "core/trace/trace.h"
#include "ui/picture/cell_grid.h"
#include "ui/views/flow/flow_layout.h"

namespace headlight {

/// The recorded numbers of a box, in the form used for pictures.
struct FlowNumbers
{
    AttentionMap map; ///< null = not recorded
    MapKind kind = MapKind::kScores;
    Shade shade = Shade::kDifference; ///< which number a tile shows

    bool isNull() const { return map.isNull() || !map.has(kind) || map.queries() == 0 || map.keys() == 0; }
    Index cells() const { return isNull() ? 0 : map.queries() * map.keys(); }
};

/// What a trace has recorded for a box of kMatrix; null for other boxes.
FlowNumbers flowNumbers(const Trace& trace, const FlowBox& box);

} // namespace headlight
