#pragma once

#include "core/base/result.h"
#include "core/model/gguf/gguf_places.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The download cache of Hugging Face's tools: HUB/models--OWNER--NAME/snapshots/COMMIT, whose files are
/// links into HUB/models--OWNER--NAME/blobs; refs/main names the newest commit.

/// $HF_HUB_CACHE, else $HUGGINGFACE_HUB_CACHE, else $HF_HOME/hub, else $XDG_CACHE_HOME/huggingface/hub, else
/// ~/.cache/huggingface/hub. It need not exist; empty if not even a home folder is known.
std::filesystem::path hubCacheFolder();

/// "OWNER/NAME", or "NAME" if there is no owner, for a folder named "models--OWNER--NAME"; empty for any
/// other name.
std::string hubModelName(std::string_view folderName);

/// The snapshot that refs/main names in a model folder of the cache, otherwise the one changed last; only
/// snapshots with a config.json, or an adapter's.
std::optional<std::filesystem::path> hubSnapshot(const std::filesystem::path& modelFolder);

/// The snapshot of "OWNER/NAME" (or "NAME") in a cache. Empty also for names that lead out of it.
std::optional<std::filesystem::path> findInHub(const std::filesystem::path& cache, std::string_view name);

/// Display name for a folder's model: "opus-mt-en-de" for a folder of that name and for a snapshot of
/// Helsinki-NLP/opus-mt-en-de in the cache.
std::string modelNameOf(const std::filesystem::path& folder);

/// A model folder, GGUF file or LoRA adapter to offer to the user.
struct FoundModel
{
    enum class Origin : unsigned char { kBuiltin, kFolder, kHub, kOtherProgram };
    Origin origin = Origin::kFolder;
    std::filesystem::path folder;
    std::string name; ///< "gpt2", "Helsinki-NLP/opus-mt-en-de"
    std::string family; ///< "model_type" of config.json, or architecture of a GGUF file; empty if not stated
    std::string adapterOf = {}; ///< base that a LoRA adapter names; empty = not an adapter
    std::string obstacle; ///< why it cannot be opened, as a sentence without the final stop; empty = it can
};

/// Where to look for models.
struct ModelPlaces
{
    std::vector<std::filesystem::path> folders; ///< each contains model folders or is one itself
    std::filesystem::path hub; ///< Hugging Face's cache; empty = not searched
    GgufPlaces gguf = {}; ///< folders of other programs
};

/// The built-in models, then those below the folders (two levels: NAME, OWNER/NAME), then those of the cache
/// and of other programs, each group sorted by name. Reads config.json and the headers of GGUF files; skips
/// places that do not exist.
std::vector<FoundModel> findModels(const ModelPlaces& places, const std::stop_token& stop);

/// The folder that the user means: the path itself if it exists, otherwise the built-in model of that name
/// ("en-gpt"), otherwise the newest snapshot in Hugging Face's cache ("gpt2", "Helsinki-NLP/opus-mt-en-de").
/// kFileNotFound says where it looked.
Result<std::filesystem::path> resolveModel(const std::string& given);

} // namespace headlight
