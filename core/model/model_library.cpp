#include "core/model/model_library.h"

#include "core/base/text_list.h"
#include "core/io/checkpoint.h"
#include "core/io/excerpt.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
#include "core/model/adapter/adapter.h"
#include "core/model/builtin_model.h"
#include "core/model/families/family.h"
#include "core/model/quantisation.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <system_error>
#include <utility>

namespace headlight {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "models--";
constexpr std::size_t kLongestRef = 256;

bool isSnapshot(const fs::path& folder)
{
    return fs::is_regular_file(statusOf(folder / "config.json"))
        || fs::is_regular_file(statusOf(folder / "adapter_config.json"));
}

/// The commit named by refs/main; empty if there is none.
std::string mainCommit(const fs::path& modelFolder)
{
    const fs::path ref = modelFolder / "refs" / "main";
    if (!fs::is_regular_file(statusOf(ref)))
        return {}; // opening a pipe would wait for its writer
    std::ifstream file(ref, std::ios::binary);
    std::array<char, kLongestRef> text = {};
    file.read(text.data(), text.size());
    std::string commit(text.data(), static_cast<std::size_t>(file.gcount()));
    commit.erase(commit.find_last_not_of(" \t\r\n") + 1);
    return isPlainName(commit) ? commit : std::string();
}

constexpr std::size_t kLargestConfig = std::size_t{1} << 20U;
/// A folder with thousands of models is not meant for a list: nobody could choose from it.
constexpr std::size_t kMostModels = 500;
constexpr std::size_t kLongestBase = 200;

bool isModel(const fs::path& folder)
{
    return isSnapshot(folder) || fs::is_regular_file(statusOf(folder / "cfg.json"));
}

std::vector<fs::path> foldersIn(const fs::path& place)
{
    std::vector<fs::path> folders;
    std::error_code fault;
    for (fs::directory_iterator entry(place, fault), end; !fault && entry != end; entry.increment(fault)) {
        std::error_code ignored;
        if (entry->is_directory(ignored) && !entry->path().filename().string().starts_with('.'))
            folders.push_back(entry->path());
    }
    std::ranges::sort(folders);
    return folders;
}

/// Why the family cannot be opened; stores config.json's family in `family` if it names one.
std::string obstacleOf(const fs::path& folder, std::string& family)
{
    if (fs::is_regular_file(statusOf(folder)))
        return obstacleOfGguf(folder, family);
    JsonLimits limits{.bytes = kLargestConfig};
    if (fs::is_regular_file(statusOf(folder / "cfg.json")) && !fs::exists(statusOf(folder / "config.json"))) {
        family = "transformer_lens"; // opening tells whether the tensors agree
        return locateWeights(folder) ? "" : "it has no weights";
    }
    const auto config = readJsonFile(folder / "config.json", limits);
    if (!config)
        return "its config.json cannot be read";
    const auto type = modelTypeOf(*config);
    if (!type)
        return "its config.json names no model_type and no known architecture";
    family = *type;
    const Family* const known = findFamily(family);
    if (const auto quantiser = quantiserInWords(*config, known ? known->quantised : std::string_view()))
        return "its weights are quantised by " + *quantiser;
    if (known == nullptr)
        return "models of the type \"" + family + "\" are not supported";
    if (!locateWeights(folder))
        return "it has no weights";
    return {};
}

/// The same for an adapter, based on its base model.
std::string obstacleOfAdapter(const fs::path& folder, FoundModel& found)
{
    const auto config = readAdapterConfig(folder);
    if (!config)
        return "its adapter_config.json has an unsupported setting: " + config.error().message;
    found.adapterOf = config->base.empty() ? "an unknown model" : bounded(config->base, kLongestBase);
    const auto base = adapterBase(folder);
    if (!base)
        return "its base model, " + found.adapterOf + ", was not found";
    return obstacleOf(*base, found.family);
}

FoundModel describe(FoundModel::Origin origin, const fs::path& folder, std::string name)
{
    FoundModel found;
    found.origin = origin;
    found.folder = folder;
    found.name = std::move(name);
    found.obstacle
        = isAdapterFolder(folder) ? obstacleOfAdapter(folder, found) : obstacleOf(folder, found.family);
    return found;
}

class Scan
{
public:
    explicit Scan(std::stop_token stop)
        : m_stop(std::move(stop))
    { }

    void add(FoundModel::Origin origin, const fs::path& folder, std::string name)
    {
        if (!done())
            m_found.push_back(describe(origin, folder, std::move(name)));
    }

    void addFolder(const fs::path& place)
    {
        using Origin = FoundModel::Origin;
        if (isModel(place))
            return add(Origin::kFolder, place, modelNameOf(place));
        addFiles(place, "");
        for (const fs::path& folder : foldersIn(place)) {
            if (done())
                return;
            const std::string name = folder.filename().string();
            if (isModel(folder)) {
                add(Origin::kFolder, folder, name);
                continue;
            }
            addFiles(folder, name + "/");
            for (const fs::path& inner : foldersIn(folder)) {
                if (!done() && isModel(inner))
                    add(Origin::kFolder, inner, name + "/" + inner.filename().string());
                else if (!done())
                    addFiles(inner, name + "/");
            }
        }
    }

    void addHub(const fs::path& cache)
    {
        for (const fs::path& folder : foldersIn(cache)) {
            const std::string name = hubModelName(folder.filename().string());
            if (name.empty() || done())
                continue;
            if (const auto snapshot = hubSnapshot(folder))
                add(FoundModel::Origin::kHub, *snapshot, name);
        }
    }

    void addOtherPrograms(const GgufPlaces& places)
    {
        for (const FoundGguf& file : findGgufFiles(places, m_stop))
            add(FoundModel::Origin::kOtherProgram, file.file, file.name);
    }

    std::vector<FoundModel> take() { return std::move(m_found); }

private:
    /// Adds the GGUF files directly in a folder.
    void addFiles(const fs::path& folder, const std::string& prefix)
    {
        for (const FoundGguf& file : ggufFilesIn(folder))
            add(FoundModel::Origin::kFolder, file.file, prefix + file.name);
    }

    bool done() const { return m_stop.stop_requested() || m_found.size() >= kMostModels; }

    std::stop_token m_stop;
    std::vector<FoundModel> m_found;
};

} // namespace

fs::path hubCacheFolder()
{
    for (const char* const whole : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"})
        if (const auto folder = placeFrom(whole))
            return *folder;
    if (const auto home = placeFrom("HF_HOME"))
        return *home / "hub";
    if (const auto caches = placeFrom("XDG_CACHE_HOME"))
        return *caches / "huggingface" / "hub";
    if (const auto home = placeFrom("HOME"))
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

std::vector<FoundModel> findModels(const ModelPlaces& places, const std::stop_token& stop)
{
    Scan scan(stop);
    for (const fs::path& folder : builtinModelFolders())
        scan.add(FoundModel::Origin::kBuiltin, folder, folder.filename().string());
    for (const fs::path& place : places.folders)
        scan.addFolder(place);
    if (!places.hub.empty())
        scan.addHub(places.hub);
    scan.addOtherPrograms(places.gguf);
    return scan.take();
}

Result<fs::path> resolveModel(const std::string& given)
{
    if (given.empty() || isListed(given))
        return fs::path(given);
    if (given.find('/') == std::string::npos) {
        if (auto builtin = builtinModelFolder(given))
            return builtin;
    }
    const fs::path cache = hubCacheFolder();
    if (const auto snapshot = findInHub(cache, given))
        return *snapshot;
    return Error{ErrorCode::kFileNotFound,
                 "found no folder, no built-in model (" + namesOfBuiltins()
                     + ") and no model of this name in Hugging Face's cache"
                     + (cache.empty() ? "" : " (" + cache.string() + ")"),
                 given};
}

} // namespace headlight
