#pragma once

#include "core/analysis/weighed_cell.h"
#include "core/run/gradient.h"

#include <cstddef>
#include <functional>
#include <limits>
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

/// The cells of many inputs, several at once.
struct CellsOverInputs
{
    std::size_t inputs = 0;
    /// What is asked of an input; called by several threads.
    std::function<Result<WeighedCellsRequest>(std::size_t input, const Job& job)> request;
    std::size_t most = std::numeric_limits<std::size_t>::max(); ///< cells; more are refused
};

/// Fills `all`, one entry per input. Inputs that it holds already are not run again, so that what was stopped
/// goes on. Errors: those of overInputs() and of one input; kBadArgument for more than `most` cells.
Result<void> weighedCells(const CellsOverInputs& over, std::vector<CellsOfInput>& all, const Job& job);

/// The mean loss over all rows that have one of ownTokens().
Result<Measure> lossOfInput(const Model& model, const LaneInput& lane);

} // namespace headlight
