#pragma once

#include "core/run/experiment_inputs.h"

#include <memory>
#include <string>

namespace headlight {

/// An experiment, and what its result names.
struct MadeExperiment
{
    Experiment experiment;
    std::string referenceName; ///< a file, "inputs", an option; empty = the donor needs none
    std::string referenceDigest;
};

/// Makes the experiment that the words describe. Errors in them are reported before anything is tried.
Result<MadeExperiment> makeExperiment(const ExperimentWords& words, const std::shared_ptr<const Model>& model,
                                      const std::shared_ptr<ExperimentInputs>& inputs, const Job& job);

/// An edit's name in results: the head, what is patched where, sender and receiver.
std::string nameOf(const ExperimentEdit& edit);

} // namespace headlight
