#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The folder of a model that comes with the program, by name ("en-fr"). Looked for in $HEADLIGHT_MODELS if
/// that is set, then relative to the running program: share/headlight/models next to its bin folder
/// (installed), or resources/models in a folder above it (a build tree). kFileNotFound names these places.
Result<std::filesystem::path> builtinModelFolder(std::string_view name = "en-fr");

/// The same for a program at `program`; the function above passes the running program's path.
Result<std::filesystem::path> builtinModelFolder(std::string_view name, const std::filesystem::path& program);

/// All folders of models that come with the program: those with a config.json in the first of the places
/// above that has any; "en-fr" first, then by name. The small models of the introductions ("text-0", …), in
/// the subfolder texts, come last.
std::vector<std::filesystem::path> builtinModelFolders();
/// Their names, with commas.
std::string namesOfBuiltins();
std::vector<std::filesystem::path> builtinModelFolders(const std::filesystem::path& program);

} // namespace headlight
