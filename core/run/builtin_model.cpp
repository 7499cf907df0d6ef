#include "core/run/builtin_model.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace headlight {

Result<std::filesystem::path> builtinModelFolder()
{
    namespace fs = std::filesystem;
    std::vector<fs::path> places;
    if (const char* folder = std::getenv("HEADLIGHT_MODELS"))
        places.emplace_back(fs::path(folder) / "en-fr");
    std::error_code none;
    const fs::path program = fs::read_symlink("/proc/self/exe", none);
    if (!program.empty()) {
        places.push_back(program.parent_path() / "../share/headlight/models/en-fr");
        // build/PRESET/app/headlight and build/PRESET/tests/…: the tree is some steps up.
        fs::path up = program.parent_path();
        for (int step = 0; step < 6 && up.has_relative_path(); ++step, up = up.parent_path())
            places.push_back(up / "resources/models/en-fr");
    }
    std::string tried;
    for (const fs::path& place : places) {
        if (fs::exists(place / "config.json", none))
            return place.lexically_normal();
        tried += (tried.empty() ? "" : ", ") + place.lexically_normal().string();
    }
    Error error{ErrorCode::kFileNotFound, "the built-in model is not there; looked in " + tried, {}, {}, {}};
    return error;
}

} // namespace headlight
