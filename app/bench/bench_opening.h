#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>

namespace headlight {

/// Measures how long opening a model takes and how long after it the first heatmap of 20 tokens is there:
/// {"parameters", "open_ms", "first_map_ms"}, the shortest of several openings. Without a folder a
/// GPT-2-sized checkpoint (124 million random numbers, half a gigabyte) is made in the temporary folder and
/// taken away again. adapter: put over the model; empty: none.
Result<nlohmann::ordered_json> measureOpening(const std::optional<std::filesystem::path>& folder,
                                              const std::filesystem::path& adapter = {});

} // namespace headlight
