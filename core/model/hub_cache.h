#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The cache that Hugging Face's tools download into: HUB/models--OWNER--NAME/snapshots/COMMIT, whose files
/// are links into HUB/models--OWNER--NAME/blobs; refs/main says which commit is the newest.

/// $HF_HUB_CACHE, else $HUGGINGFACE_HUB_CACHE, else $HF_HOME/hub, else $XDG_CACHE_HOME/huggingface/hub, else
/// ~/.cache/huggingface/hub. It need not exist; empty where not even a home folder is known.
std::filesystem::path hubCacheFolder();

/// "OWNER/NAME", or "NAME" where there is no owner, for a folder named "models--OWNER--NAME"; empty for
/// any other name.
std::string hubModelName(std::string_view folderName);

/// The snapshot of a model folder of the cache that refs/main names, else the one that was changed last;
/// only snapshots that have a config.json, or an adapter's.
std::optional<std::filesystem::path> hubSnapshot(const std::filesystem::path& modelFolder);

/// The snapshot of "OWNER/NAME" (or "NAME") in a cache. A name that would lead out of the cache is not found.
std::optional<std::filesystem::path> findInHub(const std::filesystem::path& cache, std::string_view name);

/// What a person calls the model of a folder: "opus-mt-en-de" for a folder of that name and for a snapshot
/// of Helsinki-NLP/opus-mt-en-de in the cache.
std::string modelNameOf(const std::filesystem::path& folder);

} // namespace headlight
