#pragma once

#include "core/analysis/head_statistics.h"
#include "core/trace/trace.h"
#include "ui/picture/cell_grid.h"

#include <functional>
#include <stop_token>
#include <utility>
#include <vector>

namespace headlight {

// The numbers of all heads, read on any thread and delivered some heads at a time.

/// Whether reading all cells of some head's map takes seconds, so that some of its rows are shown first.
bool anySlow(const Trace& trace, const std::vector<HeadRef>& heads);

/// Tiles of each head's map. Of slow maps, first evenly spaced rows exactly, then all rows, one head after
/// the other. A head without numbers, whose layer was not run, has a null grid.
using HeadGrids = std::vector<std::pair<HeadRef, CellGrid>>;
void readThumbnails(const Trace& trace, const std::vector<HeadRef>& heads, MapKind kind,
                    const std::stop_token& stop, const std::function<void(HeadGrids)>& show);

/// Number of recorded numbers that would take about as long to read as the statistics of all heads.
Index statisticsEffort(const Trace& trace, const std::vector<HeadRef>& heads);
/// Heads without recorded weights are left out.
using StatisticsOfHeads = std::vector<std::pair<HeadRef, HeadStatistics>>;
void readStatistics(const Trace& trace, const std::vector<HeadRef>& heads, const std::stop_token& stop,
                    const std::function<void(StatisticsOfHeads)>& show);

} // namespace headlight
