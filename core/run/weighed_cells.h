#pragma once

#include "core/analysis/weighed_cell.h"
#include "core/run/gradient.h"

#include <cstddef>
#include <functional>
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

/// The same of many inputs, at once on several threads, which also call `request`: what is asked of an input.
Result<std::vector<CellsOfInput>> weighedCells(
    std::size_t inputs, const std::function<Result<WeighedCellsRequest>(std::size_t input)>& request,
    const Job& job);

/// The mean loss of the tokens that follow in the input, or of all tokens if each row holds its own.
Result<Measure> lossOfInput(const Model& model, const LaneInput& lane);

} // namespace headlight
