#include "ui/views/heatmap/heatmap_content.h"

#include "core/analysis/map_transform.h"
#include "core/base/text_list.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/words/next_token.h"

#include <algorithm>
#include <vector>

namespace headlight {

namespace {

/// The trace of the whole output while only part of it is shown; otherwise null.
Trace wholeOutput(const Workspace& workspace)
{
    const auto shown = workspace.shownRun();
    const bool stepping = workspace.step() >= 0 && workspace.beamNode() < 0 && shown->finished;
    return stepping ? shown->trace : Trace();
}

void chooseMaps(HeatmapContent& content, const Workspace& workspace, const std::vector<HeadRef>& heads)
{
    const Trace before = workspace.showsDifference() ? workspace.uneditedTrace() : Trace();
    if (!before.isNull()) {
        content.shown = shownDifferences(before, content.trace, heads, content.options, content.kind);
        if (!content.shown.maps.empty()) {
            content.differenceOf = content.kind;
            return;
        }
    }
    content.shown = shownMaps(content.trace, heads, content.options);
}

/// Puts the shown maps into the grid of the whole output and notes where the future begins: while stepping
/// through a decoding, nothing moves.
void placeInWhole(HeatmapContent& content, const Trace& whole, const std::vector<HeadRef>& heads)
{
    const ShownMaps all = shownMaps(whole, heads, content.options);
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

} // namespace

HeatmapContent HeatmapContent::of(const Workspace& workspace, const Focus& focus)
{
    const Trace single = workspace.shownTrace();
    if (single.isNull())
        return {};
    const Snapshot& snapshot = *workspace.snapshot();
    const std::vector<HeadRef> heads = listFrom(focus.heads(), &SelectedHead::head);
    HeatmapContent content;
    content.options = focus.mapOptions();
    content.trace = single;
    content.head = focus.head();
    if (const Trace many = workspace.manyRunsTrace(); !many.isNull()) {
        content.trace = many;
        content.manyRuns = ManyRuns{snapshot.runs, workspace.version() == RunVersion::kSpread};
        content.mean = snapshot.mean.attention(content.head);
        content.spread = snapshot.spread.attention(content.head);
        if (content.manyRuns->spread)
            content.options.transform = {}; // the deviation of a sum is not the sum of the deviations
    }
    content.plain = content.grid = content.trace.attention(content.head);
    if (!content.manyRuns && content.plain.has(focus.map()))
        content.kind = focus.map();
    chooseMaps(content, workspace, heads);
    content.written = content.manyRuns && !snapshot.steps.empty() // rows of the whole text, not of the step
        ? std::optional(snapshot.steps.back().token)
        : writtenToken(workspace);
    if (const Trace whole = content.manyRuns ? Trace() : wholeOutput(workspace); !whole.isNull()) {
        content.grid = mapInPlaceOf(content.plain, whole.attention(content.head));
        if (!content.differenceOf)
            placeInWhole(content, whole, heads);
        // The last row of the whole grid is not the step's row.
        if (!snapshot.steps.empty())
            content.written = snapshot.steps.back().token;
    }
    if (content.options.transform.words)
        content.axes = PictureAxes::ofWords(content.grid);
    return content;
}

Cell HeatmapContent::computedPart(const Cell& cell) const
{
    const auto isAhead
        = [](std::optional<int> at, std::optional<int> first) { return at && first && *at >= *first; };
    return isAhead(cell.query, future.query) || isAhead(cell.key, future.key) ? Cell() : cell;
}

HeatmapOptions HeatmapContent::look(const QString& colourMap) const
{
    HeatmapOptions look = heatmapOptions(options, colourMap);
    look.differenceOf = differenceOf;
    look.written = written;
    look.manyRuns = manyRuns;
    if (manyRuns && manyRuns->spread)
        look.weightRange = WeightRange::kMaximum;
    return look;
}

} // namespace headlight
