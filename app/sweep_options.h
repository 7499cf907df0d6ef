#pragma once

#include "app/figure_options.h"
#include "app/origin.h"
#include "app/over_inputs_options.h"
#include "app/run_options.h"

#include "core/analysis/experiment_words.h"
#include "core/run/experiment_inputs.h"

#include <memory>
#include <optional>
#include <string>

namespace headlight {

/// The input that a reference is.
struct ReferenceOptions
{
    std::optional<std::string> text, ids, target, targetIds;

    /// The input of --reference-text or --reference-ids; unset = neither is given.
    Result<std::optional<ReferenceInput>> input() const;
};

/// The command line of sweep.
struct SweepOptions : ExperimentWords
{
    PassOptions pass;
    OverInputsOptions over;
    ReferenceOptions other;
    std::optional<std::string> pairs, output;
    PlotOptions plot; ///< with --sort
    bool json = false;

    void addTo(CommandLine& line);
    /// The inputs, before their rows and tokens are chosen.
    Result<ExperimentSource> source(const std::shared_ptr<const Model>& model) const;
};

} // namespace headlight
