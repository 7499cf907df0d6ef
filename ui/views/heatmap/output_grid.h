#pragma once

#include "core/trace/trace.h"
#include "ui/state/map_options.h"
#include "ui/views/heatmap/cell_sentence.h"

#include <vector>

namespace headlight {

class Workspace;

// While stepping through a decoding, nothing moves: rows appear in the grid of the whole output.

/// The trace of the whole output while only part of it is shown; otherwise null.
Trace wholeOutput(const Workspace& workspace);

/// Puts the shown maps into the grid of the whole output and notes where the future begins. Does nothing for
/// a null trace or for differences.
void placeInWhole(HeatmapContent& content, const Trace& whole, const std::vector<HeadRef>& heads,
                  const MapOptions& options);

/// The cell, or an empty one if the decoding has not reached it.
Cell computedPart(const HeatmapContent& content, const Cell& cell);

} // namespace headlight
