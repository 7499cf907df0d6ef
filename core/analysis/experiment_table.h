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
        InputMean mean; ///< of the changes by runs; without runs, of the estimates
        std::vector<double> each; ///< one per input; NaN = none
        InputMean estimate
            = {}; ///< by the gradient, beside a run; without a mean = there is only one of both
        // Of an only input:
        std::string token = {}; ///< at the edited position
        std::string best = {}; ///< the most likely token at the last measured row
        std::optional<double> divergence = {}; ///< KL(before ‖ after), mean over the rows, in nats
    };
    std::string metric; ///< a word of Metric
    std::string by; ///< what took the place of what was removed: a word of Donor, or "hiding"
    bool estimated = false; ///< nothing was run but gradients
    InputMean base; ///< the measure without the edits
    std::vector<Row> rows;
    std::string json; ///< as `headlight sweep --json` prints it
    std::string csv; ///< as it writes FILE.csv
    std::vector<double> baseEach = {}; ///< `base`, one number per input; NaN = none
};

} // namespace headlight
