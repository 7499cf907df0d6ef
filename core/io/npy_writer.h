#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// An array as numpy.save writes it: floats in rows. `values` fill the shape.
std::string npyFile(std::span<const std::int64_t> shape, std::span<const float> values);
/// A list of texts as numpy.save writes it (dtype U; a text keeps no zeros at its end).
std::string npyTextFile(std::span<const std::string> texts);

/// A zip archive of stored entries, names and contents, as numpy.savez writes it. At most 4 GB in all:
/// empty if it would be more.
std::string storedZip(std::span<const std::pair<std::string, std::string>> entries);

} // namespace headlight
