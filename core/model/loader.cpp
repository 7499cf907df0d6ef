#include "core/io/checkpoint.h"
#include "core/io/json_file.h"
#include "core/model/binder.h"
#include "core/model/families/family.h"
#include "core/model/generation_settings.h"
#include "core/model/model.h"

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <set>
#include <utility>

namespace headlight {

namespace {

/// Share of the machine's memory that F32 weights may take before half precision is kept.
constexpr double kMemoryShare = 0.6;
constexpr std::size_t kFaultsShown = 40;

std::string joined(const std::vector<std::string>& parts)
{
    std::string all;
    for (const std::string& part : parts)
        all += (all.empty() ? "" : ", ") + part;
    return all;
}

std::int64_t physicalMemory()
{
    return std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGE_SIZE);
}

bool keepsHalf(const Checkpoint& checkpoint, LoadOptions::Precision precision)
{
    if (precision != LoadOptions::Precision::kAutomatic)
        return precision == LoadOptions::Precision::kAsStored;
    std::int64_t asFloat = 0;
    for (const auto& [name, tensor] : checkpoint.tensors())
        asFloat += tensor.elementCount() * 4;
    return static_cast<double>(asFloat) > kMemoryShare * static_cast<double>(physicalMemory());
}

std::string weightTypes(const Checkpoint& checkpoint)
{
    std::set<std::string> names;
    for (const auto& [name, tensor] : checkpoint.tensors())
        names.insert(std::string(dtypeName(tensor.dtype)));
    return joined({names.begin(), names.end()});
}

Error tensorError(const Checkpoint& checkpoint, const std::vector<std::string>& faults)
{
    Error error;
    error.code = ErrorCode::kMissingTensor;
    error.file = checkpoint.path().string();
    error.message = std::to_string(faults.size()) + (faults.size() == 1 ? " tensor is" : " tensors are")
        + " not as config.json says";
    error.details.assign(faults.begin(),
                         faults.begin() + static_cast<std::ptrdiff_t>(std::min(faults.size(), kFaultsShown)));
    if (faults.size() > kFaultsShown)
        error.details.push_back("and " + std::to_string(faults.size() - kFaultsShown) + " more");
    return error;
}

/// "opus-mt-en-de" for a folder of that name; a snapshot of the hub's cache lies deeper:
/// models--gpt2/snapshots/HASH.
std::string modelName(const std::filesystem::path& folder)
{
    std::error_code none;
    std::filesystem::path absolute = std::filesystem::absolute(folder, none).lexically_normal();
    if (absolute.filename().empty())
        absolute = absolute.parent_path();
    if (absolute.parent_path().filename() == "snapshots") {
        const std::string cached = absolute.parent_path().parent_path().filename().string();
        const std::size_t mark = cached.rfind("--");
        if (mark != std::string::npos)
            return cached.substr(mark + 2);
    }
    return absolute.filename().string();
}

Result<Tokenizers> tokenizersOrNone(const std::filesystem::path& folder)
{
    auto tokenizers = loadTokenizers(folder);
    if (!tokenizers && tokenizers.error().code == ErrorCode::kFileNotFound)
        return Tokenizers{};
    return tokenizers;
}

Result<const Family*> familyOf(const nlohmann::json& config, const std::string& file)
{
    const auto type = requireString(config, "model_type", file);
    if (!type)
        return type.error();
    const Family* family = findFamily(*type);
    if (!family)
        return unsupported(file, "model_type",
                           "found '" + *type + "', expected one of " + joined(knownFamilies()));
    return family;
}

} // namespace

Result<std::shared_ptr<const Model>> loadModel(const std::filesystem::path& folder,
                                               const LoadOptions& options, const Job& job)
{
    const std::filesystem::path configPath = folder / "config.json";
    const auto config = readJsonFile(configPath);
    if (!config)
        return config.error();
    const auto family = familyOf(*config, configPath.string());
    if (!family)
        return family.error();

    ConfigReader reader(*config, configPath.string());
    auto spec = std::make_shared<ArchSpec>((*family)->describe(reader));
    spec->family = (*family)->modelType;
    if (!reader.faults().empty())
        return reader.error();

    const auto checkpoint = Checkpoint::open(folder, job);
    if (!checkpoint)
        return checkpoint.error();
    Binder::Options binding;
    binding.keepHalf = keepsHalf(**checkpoint, options.precision);
    Binder binder(**checkpoint, binding, job);
    auto weights = std::make_shared<ModelWeights>((*family)->bind(binder, reader, *spec));
    if (job.stopped())
        return Error{ErrorCode::kCancelled, "opening was cancelled", folder.string(), {}, {}};
    if (!reader.faults().empty())
        return reader.error();
    if (!binder.faults().empty())
        return tensorError(**checkpoint, binder.faults());
    // Families leave the projection empty where the checkpoint has no language-model head.
    if (!weights->head.projection.present() && spec->head.present) {
        spec->head.present = false;
        job.warning((*checkpoint)->path().string() + ": has no language-model head; there are no logits");
    }
    if (const auto unknown = binder.unknown(); !unknown.empty())
        job.warning((*checkpoint)->path().string() + ": tensors that are not used: " + joined(unknown));

    auto tokenizers = tokenizersOrNone(folder);
    if (!tokenizers)
        return tokenizers.error();
    const auto generation = readGenerationSettings(folder, *config, *spec, (*family)->tokens, job);
    if (!generation)
        return generation.error();

    Model::Parts parts;
    parts.name = modelName(folder);
    parts.folder = folder;
    parts.configJson = config->dump(2);
    parts.spec = std::move(spec);
    parts.weights = std::move(weights);
    parts.tokenizers = std::move(*tokenizers);
    parts.generation = *generation;
    parts.weightTypes = weightTypes(**checkpoint);
    parts.parameters = binder.parameters();
    parts.memoryBytes = binder.memoryBytes();
    parts.halfPrecision = binder.heldHalf();
    return std::make_shared<const Model>(std::move(parts));
}

} // namespace headlight
