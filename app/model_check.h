#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>

namespace headlight {

/// `headlight models --check`: a model against the probe in its folder.
struct ModelCheck
{
    std::string model; ///< as --model takes it
    std::optional<std::string> output; ///< unset: standard output
    bool json = false;
    bool quiet = false;
};

/// Prints the differences by kind. An error where there is no probe, and where the model differs from it.
Result<void> checkModel(const ModelCheck& check);

} // namespace headlight
