#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// Files of texts; "-" is standard input. Errors name the file.

/// The name of the file in messages.
std::string textFileName(const std::string& file);
/// The bytes of the file.
Result<std::string> contentOf(const std::string& file);
/// The text of the file in UTF-8, without a byte order mark; every line ends with "\n".
Result<std::string> textOfFile(const std::string& file);
/// Lines without their line ends.
std::vector<std::string> linesOf(std::string_view text);
/// The texts of the file, one per line. None is an error, and so is a blank line unless it is at the end.
Result<std::vector<std::string>> textLines(const std::string& file);

} // namespace headlight
