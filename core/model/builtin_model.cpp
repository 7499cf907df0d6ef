#include "core/model/builtin_model.h"

#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include <sys/auxv.h>

namespace headlight {

namespace {

// A build tree is build/PRESET/bin below the checkout; tests and other build folders may lie deeper.
constexpr int kLevelsAbove = 6;

std::filesystem::path runningProgram()
{
    std::error_code error;
    std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error)
        return program;
    // A bare chroot has no /proc; the kernel also hands every program the path it was started by.
    const auto* const started
        = reinterpret_cast<const char*>(getauxval(AT_EXECFN)); // NOLINT(performance-no-int-to-ptr)
    return std::filesystem::absolute(started != nullptr ? started : "", error);
}

} // namespace

Result<std::filesystem::path> builtinModelFolder(std::string_view name)
{
    return builtinModelFolder(name, runningProgram());
}

Result<std::filesystem::path> builtinModelFolder(std::string_view name, const std::filesystem::path& program)
{
    std::vector<std::filesystem::path> places;
    if (const char* const models = std::getenv("HEADLIGHT_MODELS"))
        places.push_back(std::filesystem::path(models) / name);
    std::filesystem::path folder = program.parent_path();
    places.push_back(folder.parent_path() / "share" / "headlight" / "models" / name);
    for (int level = 0; level < kLevelsAbove && folder.has_relative_path(); ++level) {
        folder = folder.parent_path();
        places.push_back(folder / "resources" / "models" / name);
    }
    for (const std::filesystem::path& place : places) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(place / "config.json", ignored))
            return place;
    }
    Error error{ErrorCode::kFileNotFound, "the built-in model was not found", std::string(name), {}, {}};
    for (const std::filesystem::path& place : places)
        error.details.push_back("looked in " + place.string());
    return error;
}

} // namespace headlight
