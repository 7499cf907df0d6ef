#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string_view>

namespace headlight {

/// Calls `read` with each line of a text file, without its line end, and its number from 1, until `read`
/// returns false.
Result<void> eachLine(const std::filesystem::path& file,
                      const std::function<bool(std::string_view line, std::size_t number)>& read);

} // namespace headlight
