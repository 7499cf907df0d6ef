#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// An array as written by numpy.save: floats in rows. `values` must fill the shape.
std::string npyFile(std::span<const std::int64_t> shape, std::span<const float> values);
/// A list of texts as written by numpy.save (dtype U; trailing zeros of a text are lost).
std::string npyTextFile(std::span<const std::string> texts);

/// A zip archive of stored entries (names and contents), as written by numpy.savez. Empty if it would exceed
/// 4 GB.
std::string storedZip(std::span<const std::pair<std::string, std::string>> entries);

} // namespace headlight
