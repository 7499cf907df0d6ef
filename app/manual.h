#pragma once

#include <string>

namespace headlight {

/// Prints the manual page or a shell's completions, generated from the options that --help prints. `kind`:
/// man, bash, zsh or fish. Returns the program's exit status.
int printManual(const std::string& kind, const std::string& version);

} // namespace headlight
