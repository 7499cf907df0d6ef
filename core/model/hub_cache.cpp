#include "core/model/hub_cache.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <system_error>

namespace headlight {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "models--";
constexpr std::size_t kLongestRef = 256;

std::optional<fs::path> fromEnvironment(const char* variable)
{
    const char* const value = std::getenv(variable);
    if (value == nullptr || *value == '\0')
        return std::nullopt;
    return fs::path(value);
}

/// Whether a name is a single part of a path that stays in its folder.
bool isPlainName(std::string_view name)
{
    return !name.empty() && name != "." && name != ".."
        && name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

bool isSnapshot(const fs::path& folder)
{
    std::error_code ignored;
    return fs::is_regular_file(folder / "config.json", ignored)
        || fs::is_regular_file(folder / "adapter_config.json", ignored);
}

/// The commit named by refs/main; empty if there is none.
std::string mainCommit(const fs::path& modelFolder)
{
    std::error_code ignored;
    const fs::path ref = modelFolder / "refs" / "main";
    if (!fs::is_regular_file(ref, ignored))
        return {}; // opening a pipe would wait for its writer
    std::ifstream file(ref, std::ios::binary);
    std::array<char, kLongestRef> text = {};
    file.read(text.data(), text.size());
    std::string commit(text.data(), static_cast<std::size_t>(file.gcount()));
    commit.erase(commit.find_last_not_of(" \t\r\n") + 1);
    return isPlainName(commit) ? commit : std::string();
}

} // namespace

fs::path hubCacheFolder()
{
    for (const char* const whole : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"}) {
        if (const auto folder = fromEnvironment(whole))
            return *folder;
    }
    if (const auto home = fromEnvironment("HF_HOME"))
        return *home / "hub";
    if (const auto caches = fromEnvironment("XDG_CACHE_HOME"))
        return *caches / "huggingface" / "hub";
    if (const auto home = fromEnvironment("HOME"))
        return *home / ".cache" / "huggingface" / "hub";
    return {};
}

std::string hubModelName(std::string_view folderName)
{
    if (!folderName.starts_with(kPrefix) || folderName.size() == kPrefix.size())
        return {};
    std::string name(folderName.substr(kPrefix.size()));
    if (const std::size_t mark = name.find("--"); mark != std::string::npos)
        name.replace(mark, 2, "/");
    return name;
}

std::optional<fs::path> hubSnapshot(const fs::path& modelFolder)
{
    const fs::path snapshots = modelFolder / "snapshots";
    if (const std::string commit = mainCommit(modelFolder); !commit.empty() && isSnapshot(snapshots / commit))
        return snapshots / commit;
    std::optional<fs::path> newest;
    fs::file_time_type newestTime;
    std::error_code ignored;
    for (fs::directory_iterator entry(snapshots, ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        std::error_code gone;
        const fs::file_time_type time = fs::last_write_time(entry->path(), gone);
        if (gone || !isSnapshot(entry->path()) || (newest && time <= newestTime))
            continue;
        newest = entry->path();
        newestTime = time;
    }
    return newest;
}

std::optional<fs::path> findInHub(const fs::path& cache, std::string_view name)
{
    const std::size_t slash = name.find('/');
    const std::string_view owner = slash == std::string_view::npos ? "" : name.substr(0, slash);
    const std::string_view last = slash == std::string_view::npos ? name : name.substr(slash + 1);
    if (cache.empty() || !isPlainName(last) || (slash != std::string_view::npos && !isPlainName(owner)))
        return std::nullopt;
    std::string folder(kPrefix);
    if (!owner.empty())
        folder.append(owner).append("--");
    return hubSnapshot(cache / folder.append(last));
}

std::string modelNameOf(const fs::path& folder)
{
    std::error_code none;
    fs::path absolute = fs::absolute(folder, none).lexically_normal();
    if (absolute.filename().empty())
        absolute = absolute.parent_path();
    if (absolute.parent_path().filename() == "snapshots") {
        const std::string cached = hubModelName(absolute.parent_path().parent_path().filename().string());
        if (!cached.empty())
            return cached.substr(cached.rfind('/') + 1);
    }
    return absolute.extension() == ".gguf" ? absolute.stem().string() : absolute.filename().string();
}

} // namespace headlight
