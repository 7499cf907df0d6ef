#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace headlight {

/// Benchmarks of long inputs on a small random model: time and memory of passes that keep the operands of
/// every head's matrix, for 512 tokens to `longest`, with the exponents of their growth; and a trace of
/// 131,072 tokens (queries and keys of two layers of two heads, a temporary file of 268 MB): opening, a row,
/// a rectangle, statistics.
Result<nlohmann::ordered_json> measureLong(int longest);

/// Writes such a trace, with a causal mask stored as a rule, for viewing it in the window.
Result<void> writeLongTrace(const std::filesystem::path& path, std::int64_t tokens);

/// The same as a readable table.
std::string longTable(const nlohmann::ordered_json& report);

} // namespace headlight
