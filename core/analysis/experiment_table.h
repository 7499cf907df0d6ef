#pragma once

#include "core/analysis/measure.h"
#include "core/edit/interventions.h"

#include <string>
#include <vector>

namespace headlight {

/// The result of an experiment, for showing it.
struct ExperimentTable
{
    struct Row
    {
        std::string name; ///< of the edit: its heads
        std::vector<Intervention> edits; ///< made together
        InputMean mean;
        std::vector<double> each; ///< one per input; NaN = none
        InputMean run = {}; ///< by runs, where the other numbers are estimates; without a mean = not run
    };
    std::string metric; ///< a word of Metric
    std::string by; ///< what took the place of what was removed: a word of Donor, or "hiding"
    InputMean base; ///< the measure without the edits
    std::vector<Row> rows;
    std::string json; ///< as `headlight sweep --json` prints it
    std::string csv; ///< as it writes FILE.csv
};

} // namespace headlight
