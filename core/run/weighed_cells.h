#pragma once

#include "core/analysis/weighed_cell.h"
#include "core/run/gradient.h"

#include <vector>

namespace headlight {

struct WeighedCellsRequest
{
    std::shared_ptr<const Model> model;
    LaneInput lane;
    Interventions interventions;
    Measure measure; ///< as in GradientRequest
    HeadPattern heads;
    bool run = false; ///< also runs the pass once per cell
};

/// All cells of the heads that match, by head, query and key. Errors: those of gradient() and effectOf().
Result<std::vector<WeighedCell>> weighedCells(const WeighedCellsRequest& request, const Job& job);

} // namespace headlight
