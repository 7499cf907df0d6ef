#pragma once

#include "core/base/result.h"

#include <string>

namespace headlight {

/// Writes the scenes of a session file and its sheet of Matrices, if it has one, to a PDF, as "Export scenes
/// as PDF" of the window does, without a display. `language`: a code of languages(). Errors name the file,
/// what was found and the remedy.
Result<void> writeHandOut(const std::string& session, const std::string& output, const std::string& language);

} // namespace headlight
