#pragma once

#include "core/base/error.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

class Checkpoint;

// Checkpoints of GPTQ, AWQ, bitsandbytes and others hold weights as packed integers with scales beside them,
// under names that say nothing of it to a reader of plain weights. They are refused, before anything else is
// said of them.

/// What quantised the weights, in words: "gptq (4 bits)"; nothing where config.json speaks of none, or of
/// `readable`, which the family reads as it is.
std::optional<std::string> quantiserInWords(const nlohmann::json& config, std::string_view readable);

/// kUnsupported where config.json (called `file` in the message) says that the weights are quantised.
std::optional<Error> refuseQuantised(const nlohmann::json& config, const std::string& file,
                                     std::string_view readable);
/// The same where only the tensors' names or dtypes tell. Of a GGUF file nothing is refused.
std::optional<Error> refuseQuantised(const Checkpoint& checkpoint);
/// The same where neither tells, but a file that AutoGPTQ or AutoAWQ write beside the weights.
std::optional<Error> refuseQuantisedFolder(const std::filesystem::path& folder);

} // namespace headlight
