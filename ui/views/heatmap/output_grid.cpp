#include "ui/views/heatmap/output_grid.h"

#include "core/analysis/map_in_place.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <algorithm>

namespace headlight {

Trace wholeOutput(const Workspace& workspace)
{
    const Snapshot& run = *workspace.snapshot();
    const Snapshot& shown = workspace.showsUnedited() ? *run.unedited : run;
    const bool stepping = workspace.step() >= 0 && workspace.beamNode() < 0 && shown.finished;
    return stepping ? shown.trace : Trace();
}

void placeInWhole(HeatmapContent& content, const Trace& whole, const std::vector<HeadRef>& heads,
                  const MapOptions& options)
{
    content.future = {};
    if (whole.isNull() || content.differenceOf)
        return;
    const ShownMaps all = shownMaps(whole, heads, options);
    for (std::size_t i = 0; i < std::min(content.shown.maps.size(), all.maps.size()); ++i) {
        AttentionMap& map = content.shown.maps[i];
        const Index rows = map.queries(), columns = map.keys();
        map = mapInPlaceOf(map, all.maps[i]);
        if (i == 0 && rows < map.queries())
            content.future.query = static_cast<int>(rows);
        if (i == 0 && columns < map.keys())
            content.future.key = static_cast<int>(columns);
    }
}

Cell computedPart(const HeatmapContent& content, const Cell& cell)
{
    const auto isAhead
        = [](std::optional<int> at, std::optional<int> first) { return at && first && *at >= *first; };
    return isAhead(cell.query, content.future.query) || isAhead(cell.key, content.future.key) ? Cell() : cell;
}

} // namespace headlight
