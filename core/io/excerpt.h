#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headlight {

/// Text from a file, safe to show in a message of one line: control characters and invalid UTF-8 become
/// '?', and "..." replaces what exceeds `limit` bytes.
std::string excerpt(std::string_view found, std::size_t limit = 120);

/// The same between quotation marks.
std::string quotedExcerpt(std::string_view found, std::size_t limit = 120);

} // namespace headlight
