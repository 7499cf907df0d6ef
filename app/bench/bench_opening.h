#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>

namespace headlight {

/// Measures the time to open a model, and from there to the first heatmap of 20 tokens: {"parameters",
/// "open_ms", "first_map_ms"}, the shortest of several openings. Without a folder, a GPT-2-sized checkpoint
/// (124 million random numbers, half a gigabyte) is written to the temporary folder and removed afterwards.
/// adapter: opened with the model; empty = none.
Result<nlohmann::ordered_json> measureOpening(const std::optional<std::filesystem::path>& folder,
                                              const std::filesystem::path& adapter = {});

} // namespace headlight
