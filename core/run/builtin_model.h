#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace headlight {

/// The folder of the English→French model that comes with the program: $HEADLIGHT_MODELS/en-fr where that
/// is set, else beside the program as installed (../share/headlight/models), else in the source tree that
/// it was built from.
Result<std::filesystem::path> builtinModelFolder();

} // namespace headlight
