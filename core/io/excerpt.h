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

/// Text from a file that is shown as it is (a name, a token), at most `limit` bytes of it and "…" behind:
/// never cut in the middle of a character.
std::string bounded(std::string text, std::size_t limit);

} // namespace headlight
