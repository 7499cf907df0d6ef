#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headlight {

/// Makes text from a file safe for a one-line message: replaces control characters and invalid UTF-8 by '?',
/// and cuts it to `limit` bytes with "...".
std::string excerpt(std::string_view found, std::size_t limit = 120);

/// The same in quotation marks.
std::string quotedExcerpt(std::string_view found, std::size_t limit = 120);

/// Text from a file that is shown unchanged (a name, a token): at most `limit` bytes of it, then "…". Never
/// cuts a character.
std::string bounded(std::string text, std::size_t limit);

} // namespace headlight
