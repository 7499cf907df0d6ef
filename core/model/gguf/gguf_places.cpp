#include "core/model/gguf/gguf_places.h"

#include "core/io/excerpt.h"
#include "core/io/gguf.h"
#include "core/io/json_file.h"
#include "core/model/gguf/gguf_config.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

namespace headlight {

namespace {

namespace fs = std::filesystem;

/// Folders with thousands of files are not model folders.
constexpr std::size_t kMostGgufFiles = 500;
constexpr std::size_t kLargestManifest = std::size_t{1} << 20U;

std::vector<fs::path> entriesOf(const fs::path& folder, bool folders)
{
    std::vector<fs::path> found;
    std::error_code fault;
    for (fs::directory_iterator entry(folder, fault), end;
         !fault && entry != end && found.size() < kMostGgufFiles; entry.increment(fault)) {
        std::error_code ignored;
        if (entry->path().filename().string().starts_with('.'))
            continue;
        if (folders ? entry->is_directory(ignored) : entry->is_regular_file(ignored))
            found.push_back(entry->path());
    }
    std::ranges::sort(found);
    return found;
}

/// "-00002-of-00005" at the end of a name; false for the first part.
bool isLaterPart(const std::string& stem)
{
    constexpr std::size_t kLength = std::string_view("-00002-of-00005").size();
    if (stem.size() < kLength || stem.compare(stem.size() - 9, 4, "-of-") != 0)
        return false;
    return stem.compare(stem.size() - kLength, 6, "-00001") != 0 && stem[stem.size() - kLength] == '-';
}

/// The blob with the weights in an Ollama manifest; empty if it names none.
std::optional<fs::path> blobOf(const fs::path& manifest, const fs::path& blobs)
{
    JsonLimits limits{.bytes = kLargestManifest};
    const auto read = readJsonFile(manifest, limits);
    const nlohmann::json* const layers = read ? findField(*read, "layers") : nullptr;
    if (layers == nullptr || !layers->is_array())
        return std::nullopt;
    for (const nlohmann::json& layer : *layers) {
        const auto digest = textMember(layer, "digest");
        if (textMember(layer, "mediaType") != "application/vnd.ollama.image.model" || !digest)
            continue;
        constexpr std::string_view kKind = "sha256:";
        const std::string hash = digest->starts_with(kKind) ? digest->substr(kKind.size()) : std::string();
        const bool plain
            = !hash.empty() && hash.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
        std::error_code ignored;
        const fs::path blob = blobs / ("sha256-" + hash);
        if (plain && fs::is_regular_file(blob, ignored))
            return blob;
    }
    return std::nullopt;
}

/// The model's name in Ollama, from the manifest NAMESPACE/MODEL/TAG.
std::string ollamaName(const fs::path& tag)
{
    const fs::path model = tag.parent_path();
    const std::string owner = model.parent_path().filename().string();
    return (owner == "library" ? "" : owner + "/") + model.filename().string() + ":"
        + tag.filename().string();
}

/// manifests/REGISTRY/NAMESPACE/MODEL/TAG
void addOllama(const fs::path& models, const std::stop_token& stop, std::vector<FoundGguf>& found)
{
    for (const fs::path& registry : entriesOf(models / "manifests", true))
        for (const fs::path& space : entriesOf(registry, true))
            for (const fs::path& model : entriesOf(space, true))
                for (const fs::path& tag : entriesOf(model, false)) {
                    if (stop.stop_requested() || found.size() >= kMostGgufFiles)
                        return;
                    if (const auto blob = blobOf(tag, models / "blobs"))
                        found.push_back({*blob, ollamaName(tag)});
                }
}

/// rope_freqs.weight: each frequency is divided by its entry (Llama 3's scaling).
Result<void> divideFrequencies(const GgufFile& file, ArchSpec& spec)
{
    constexpr const char* kName = "rope_freqs.weight";
    const TensorView* const tensor = file.tensor(kName);
    if (tensor == nullptr)
        return {};
    for (LayerSpec& layer : spec.decoder->layers) {
        if (!layer.self.rotary)
            continue;
        auto rotary = std::make_shared<RotarySpec>(*layer.self.rotary);
        std::vector<float>& frequencies = rotary->inverseFrequencies;
        if (tensor->elementCount() != static_cast<std::int64_t>(frequencies.size()))
            return badFile(file.path().string(), kName, "found the shape ", tensor->shapeText(),
                           ", expected [", frequencies.size(), "], half the dimensions that rotate");
        std::vector<float> divisors(frequencies.size());
        convertToFloat(*tensor, 0, divisors);
        for (std::size_t i = 0; i < divisors.size(); ++i) {
            if (!(divisors[i] > 0.0F) || !std::isfinite(divisors[i]))
                return badFile(file.path().string(), kName, "found a number that is not positive and finite");
            frequencies[i] /= divisors[i];
        }
        layer.self.rotary = std::move(rotary);
    }
    return {};
}

} // namespace

std::optional<fs::path> placeFrom(const char* variable)
{
    const char* const value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional(fs::path(value));
}

GgufPlaces GgufPlaces::usual()
{
    GgufPlaces places;
    const auto home = placeFrom("HOME");
    const auto caches = placeFrom("XDG_CACHE_HOME");
    if (const auto ollama = placeFrom("OLLAMA_MODELS"))
        places.ollama = *ollama;
    else if (home)
        places.ollama = *home / ".ollama" / "models";
    if (home)
        places.lmStudio = {*home / ".lmstudio" / "models", *home / ".cache" / "lm-studio" / "models"};
    if (const auto llama = placeFrom("LLAMA_CACHE"))
        places.llamaCpp = *llama;
    else if (caches)
        places.llamaCpp = *caches / "llama.cpp";
    else if (home)
        places.llamaCpp = *home / ".cache" / "llama.cpp";
    return places;
}

std::vector<FoundGguf> ggufFilesIn(const fs::path& folder)
{
    std::vector<FoundGguf> found;
    for (const fs::path& file : entriesOf(folder, false))
        if (file.extension() == ".gguf" && !isLaterPart(file.stem().string()))
            found.push_back({file, file.stem().string()});
    return found;
}

std::vector<FoundGguf> findGgufFiles(const GgufPlaces& places, const std::stop_token& stop)
{
    std::vector<FoundGguf> found;
    if (!places.ollama.empty())
        addOllama(places.ollama, stop, found);
    for (const fs::path& models : places.lmStudio)
        for (const fs::path& publisher : entriesOf(models, true))
            for (const fs::path& repository : entriesOf(publisher, true))
                for (FoundGguf& one : ggufFilesIn(repository))
                    found.push_back({one.file, publisher.filename().string() + "/" + one.name});
    if (!places.llamaCpp.empty())
        for (FoundGguf& one : ggufFilesIn(places.llamaCpp))
            found.push_back(std::move(one));
    if (found.size() > kMostGgufFiles)
        found.resize(kMostGgufFiles);
    return found;
}

std::string obstacleOfGguf(const fs::path& path, std::string& family)
{
    const auto file = GgufFile::open(path);
    if (!file)
        return "it cannot be read: " + (file.error().field.empty() ? "" : file.error().field + ": ")
            + file.error().message;
    const GgufValue* const name = file->find("general.architecture");
    const auto architecture = name != nullptr ? name->text() : std::nullopt;
    if (architecture)
        family = excerpt(*architecture);
    const auto config = readGgufConfig(*file);
    if (config)
        return {};
    if (config.error().code == ErrorCode::kUnsupported && config.error().field == "general.architecture")
        return "models of the architecture \"" + family + "\" are not supported";
    return config.error().field + ": " + config.error().message;
}

Result<void> refineGgufSpec(const GgufFile& file, const GgufConfig& config, ArchSpec& spec)
{
    if (!spec.decoder)
        return {};
    StackSpec& stack = *spec.decoder;
    if (stack.norm == NormKind::kRmsNormPlusOne)
        stack.norm = NormKind::kRmsNorm;
    if (config.scoreScale)
        for (LayerSpec& layer : stack.layers)
            layer.self.scale = *config.scoreScale;
    return divideFrequencies(file, spec);
}

} // namespace headlight
