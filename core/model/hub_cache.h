#pragma once

#include <filesystem>
#include <optional>
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

/// The snapshot of "OWNER/NAME" (or "NAME") in a cache. Empty also for names that would lead out of the
/// cache.
std::optional<std::filesystem::path> findInHub(const std::filesystem::path& cache, std::string_view name);

/// Display name for a folder's model: "opus-mt-en-de" for a folder of that name and for a snapshot of
/// Helsinki-NLP/opus-mt-en-de in the cache.
std::string modelNameOf(const std::filesystem::path& folder);

} // namespace headlight
