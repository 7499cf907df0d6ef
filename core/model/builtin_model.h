#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace headlight {

/// The folder of a model that comes with the program, by name ("en-fr"). Looked for in $HEADLIGHT_MODELS
/// where that is set, then from where the running program stands: share/headlight/models beside its bin
/// folder (installed), or resources/models in a folder above it (a build tree). kFileNotFound names the
/// places.
Result<std::filesystem::path> builtinModelFolder(std::string_view name = "en-fr");

/// The same for a program at `program`; what the function above calls with the running one's path.
Result<std::filesystem::path> builtinModelFolder(std::string_view name, const std::filesystem::path& program);

/// All model folders that come with the program, "en-fr" first, the others by name: what has a config.json
/// in the first of the places above that has any. The small ones of the introductions ("text-0", …), in the
/// folder texts there, come last.
std::vector<std::filesystem::path> builtinModelFolders();
std::vector<std::filesystem::path> builtinModelFolders(const std::filesystem::path& program);

} // namespace headlight
