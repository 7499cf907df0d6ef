#pragma once

#include "core/run/gradient.h"

#include <optional>
#include <vector>

namespace headlight {

/// What one cell of an attention map does to a number m of the output. A weight says how much is read, not
/// what it is good for; these numbers say that, each in its own way.
struct WeighedCell
{
    HeadRef head;
    Index query = 0;
    Index key = 0;
    double weight = 0; ///< between 0 and 1, both excluded
    double direct = 0; ///< what the cell adds to m by itself (keyEffects()); 0 in rows that are not measured
    double slope = 0; ///< weight · ∂m/∂weight
    double estimate = 0; ///< of `lost`, by the gradient
    std::optional<double> lost
        = {}; ///< what m loses if the key is masked here for this query; unset = not run
};

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
