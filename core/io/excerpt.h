#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headlight {

/// What was found in a file, made fit for a message of one line: control characters and bytes that
/// are not UTF-8 become '?', and what is longer than `limit` bytes is cut with "...".
std::string excerpt(std::string_view found, std::size_t limit = 120);

/// The same between quotation marks.
std::string quotedExcerpt(std::string_view found, std::size_t limit = 120);

} // namespace headlight
