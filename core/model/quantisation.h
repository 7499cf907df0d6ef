#pragma once

#include "core/base/error.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

class Checkpoint;

// Checkpoints of GPTQ, AWQ, bitsandbytes and others store weights as packed integers with separate scales,
// under names that a reader of plain weights would misreport as missing tensors. They are rejected first.

/// The quantiser of the weights in words: "gptq (4 bits)"; empty if config.json mentions none, or only
/// `readable`, which the family can read.
std::optional<std::string> quantiserInWords(const nlohmann::json& config, std::string_view readable);

/// kUnsupported if config.json (called `file` in the message) says that the weights are quantised.
std::optional<Error> refuseQuantised(const nlohmann::json& config, const std::string& file,
                                     std::string_view readable);
/// The same if only the tensors' names or dtypes reveal it. Never rejects a GGUF file.
std::optional<Error> refuseQuantised(const Checkpoint& checkpoint);
/// The same if only a file that AutoGPTQ or AutoAWQ write next to the weights reveals it.
std::optional<Error> refuseQuantisedFolder(const std::filesystem::path& folder);

} // namespace headlight
