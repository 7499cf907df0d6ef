#pragma once

#include "core/trace/trace.h"
#include "ui/picture/cell_grid.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace headlight {

/// Whether reading all cells of a map takes seconds, so that some of its rows should be shown first.
bool isSlow(const AttentionMap& map);

struct SlowThumbnails
{
    const Trace& trace;
    const std::vector<HeadRef>& heads;
    MapKind kind = MapKind::kWeights;
    Index tiles = 1; ///< in each direction
};

/// Reads evenly spaced rows of every head exactly, then all rows, one head after the other. Calls `show` with
/// each thumbnail as soon as it is read, and first with a null grid for each head without numbers, whose
/// layer was not run. On any thread.
void readSlowThumbnails(const SlowThumbnails& wanted, const std::stop_token& stop,
                        const std::function<void(const HeadRef&, CellGrid)>& show);

} // namespace headlight
