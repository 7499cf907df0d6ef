#pragma once

#include "core/options/map_options.h"
#include "core/trace/trace.h"
#include "ui/picture/heatmap_picture.h"
#include "ui/picture/picture_axes.h"
#include "ui/picture/shown_maps.h"

#include <QString>

#include <optional>

namespace headlight {

class Workspace;

/// What the heatmap shows. A value; refers to recorded numbers, computes none.
struct HeatmapContent
{
    Trace trace; ///< of the shown run, or the mean or spread of several; null = nothing to show
    HeadRef head; ///< the main one
    MapKind kind = MapKind::kWeights; ///< the kind in focus, or weights where it is not recorded
    MapOptions options; ///< those in focus, without what the maps cannot have
    ShownMaps shown;
    AttentionMap plain; ///< map of the main head, as recorded
    AttentionMap grid; ///< the same in the grid of the whole output while stepping through a decoding
    Cell future; ///< first row and column of the picture that the decoding has not reached
    std::optional<MapKind> differenceOf; ///< the maps are after − before of this kind
    std::optional<ManyRuns> manyRuns; ///< the maps are the mean or spread of several runs
    AttentionMap mean, spread; ///< of the main head, if `manyRuns` is set
    PictureAxes axes;
    std::optional<TokenLabel> written; ///< token after the last row

    /// What the workspace and the focus ask for.
    static HeatmapContent of(const Workspace& workspace, const Focus& focus);

    /// The cell, or an empty one if the decoding has not reached it.
    Cell computedPart(const Cell& cell) const;
    /// How it is drawn, in the given colours.
    HeatmapOptions look(const QString& colourMap) const;
};

} // namespace headlight
