#pragma once

#include "app/sweep_inputs.h"

#include "core/run/experiment.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

namespace headlight {

/// An experiment, and what its result names.
struct MadeSweep
{
    Experiment experiment;
    std::string referenceName; ///< a file, "inputs", an option; empty = the donor needs none
    std::string referenceDigest;
};

/// Makes the experiment that the options describe. Errors in an option are usage errors, reported before
/// anything is tried.
Result<MadeSweep> makeSweep(const SweepOptions& options, const std::shared_ptr<const Model>& model,
                            const std::shared_ptr<SweepInputs>& inputs);

/// An edit's name in results: the head, what is patched where, sender and receiver.
std::string nameOf(const ExperimentEdit& edit);

} // namespace headlight
