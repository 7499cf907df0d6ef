#pragma once

#include "core/trace/trace.h"
#include "ui/state/map_options.h"
#include "ui/views/heatmap/cell_sentence.h"

#include <vector>

namespace headlight {

class Workspace;

// While a decoding is stepped through, nothing moves: its rows appear in the grid of the whole output.

/// The trace of the whole output while a part of it is looked at; null otherwise.
Trace wholeOutput(const Workspace& workspace);

/// Puts the shown maps into the grid of the whole output and notes where the future begins. A null trace, or
/// differences, change nothing.
void placeInWhole(HeatmapContent& content, const Trace& whole, const std::vector<HeadRef>& heads,
                  const MapOptions& options);

/// The cell; empty where the decoding has not come to it.
Cell computedPart(const HeatmapContent& content, const Cell& cell);

} // namespace headlight
