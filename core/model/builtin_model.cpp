#include "core/model/builtin_model.h"

#include "core/base/machine.h"
#include "core/base/text_list.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include <sys/auxv.h>

namespace headlight {

namespace {

// A build tree is build/PRESET/bin below the checkout; tests and other build folders may be deeper.
constexpr int kLevelsAbove = 6;

std::filesystem::path runningProgram()
{
    std::error_code error;
    std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error)
        return program;
    // A bare chroot has no /proc; the kernel also passes every program the path by which it was started.
    const auto* const started
        = reinterpret_cast<const char*>(getauxval(AT_EXECFN)); // NOLINT(performance-no-int-to-ptr)
    return std::filesystem::absolute(started != nullptr ? started : "", error);
}

constexpr std::string_view kFirst = "en-fr"; ///< opened by default
constexpr std::string_view kTexts = "texts"; ///< folder with the small models of the introductions

/// Folders that may contain built-in models, in order of preference.
std::vector<std::filesystem::path> placesFor(const std::filesystem::path& running)
{
    const std::filesystem::path program = packageProgram(running);
    std::vector<std::filesystem::path> places;
    if (const char* const models = std::getenv("HEADLIGHT_MODELS"))
        places.emplace_back(models);
    std::filesystem::path folder = program.parent_path();
    places.push_back(folder.parent_path() / "share" / "headlight" / "models");
    for (int level = 0; level < kLevelsAbove && folder.has_relative_path(); ++level) {
        folder = folder.parent_path();
        places.push_back(folder / "resources" / "models");
    }
    return places;
}

bool isBuiltinFolder(const std::filesystem::path& folder)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(folder / "config.json", ignored);
}

std::vector<std::filesystem::path> builtinFoldersIn(const std::filesystem::path& place)
{
    std::vector<std::filesystem::path> found;
    std::error_code ignored;
    for (std::filesystem::directory_iterator entry(place, ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        if (isBuiltinFolder(entry->path()))
            found.push_back(entry->path());
    }
    return found;
}

} // namespace

Result<std::filesystem::path> builtinModelFolder(std::string_view name)
{
    return builtinModelFolder(name, runningProgram());
}

Result<std::filesystem::path> builtinModelFolder(std::string_view name, const std::filesystem::path& program)
{
    std::vector<std::filesystem::path> places = placesFor(program);
    for (std::filesystem::path& place : places) {
        if (isBuiltinFolder(place / kTexts / name))
            return place / kTexts / name;
        place /= name;
        if (isBuiltinFolder(place))
            return place;
    }
    Error error{ErrorCode::kFileNotFound, "the built-in model was not found", std::string(name)};
    for (const std::filesystem::path& place : places)
        error.details.push_back("looked in " + place.string());
    return error;
}

std::vector<std::filesystem::path> builtinModelFolders()
{
    return builtinModelFolders(runningProgram());
}

std::string namesOfBuiltins()
{
    return joined(builtinModelFolders(), ", ",
                  [](const std::filesystem::path& folder) { return folder.filename().string(); });
}

std::vector<std::filesystem::path> builtinModelFolders(const std::filesystem::path& program)
{
    for (const std::filesystem::path& place : placesFor(program)) {
        std::vector<std::filesystem::path> found = builtinFoldersIn(place);
        if (found.empty())
            continue;
        std::ranges::sort(found, [](const auto& a, const auto& b) {
            const bool aFirst = a.filename() == kFirst;
            const bool bFirst = b.filename() == kFirst;
            return aFirst != bFirst ? aFirst : a < b;
        });
        std::vector<std::filesystem::path> texts = builtinFoldersIn(place / kTexts);
        std::ranges::sort(texts);
        found.insert(found.end(), texts.begin(), texts.end());
        return found;
    }
    return {};
}

} // namespace headlight
