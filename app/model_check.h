#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>

namespace headlight {

/// `headlight models --check`: compares a model with the probe in its folder.
struct ModelCheck
{
    std::string model; ///< value of --model
    std::optional<std::string> output; ///< unset = standard output
    bool json = false;
    bool quiet = false;
};

/// Prints the differences by kind. Fails if there is no probe, or if the model differs from it.
Result<void> checkModel(const ModelCheck& check);

} // namespace headlight
