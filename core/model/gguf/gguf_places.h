#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

/// Where other programs keep their GGUF files; empty places are skipped.
struct GgufPlaces
{
    std::filesystem::path ollama; ///< models folder with manifests and blobs
    std::vector<std::filesystem::path> lmStudio; ///< PUBLISHER/REPOSITORY/FILE.gguf
    std::filesystem::path llamaCpp; ///< FILE.gguf

    /// $OLLAMA_MODELS, else ~/.ollama/models; ~/.lmstudio/models and ~/.cache/lm-studio/models; $LLAMA_CACHE,
    /// else $XDG_CACHE_HOME/llama.cpp, else ~/.cache/llama.cpp.
    static GgufPlaces usual();
};

/// The path in an environment variable; nothing if it is unset or empty.
std::optional<std::filesystem::path> placeFrom(const char* variable);

struct FoundGguf
{
    std::filesystem::path file;
    std::string name; ///< "llama3:8b" (Ollama), "publisher/name" (LM Studio), "name"
};

/// The files in these places, each place sorted by name. A split file is listed as its first part.
std::vector<FoundGguf> findGgufFiles(const GgufPlaces& places, const std::stop_token& stop);
/// The files directly in a folder.
std::vector<FoundGguf> ggufFilesIn(const std::filesystem::path& folder);

/// Why the file cannot be opened, without the final stop; empty if it can. Reads metadata and the tensor
/// list, not the weights. Stores the architecture in `family`.
std::string obstacleOfGguf(const std::filesystem::path& path, std::string& family);

} // namespace headlight
