#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

/// Where other programs keep their GGUF files; empty ones are not looked at.
struct GgufPlaces
{
    std::filesystem::path ollama; ///< models folder: manifests and blobs
    std::vector<std::filesystem::path> lmStudio; ///< PUBLISHER/REPOSITORY/FILE.gguf
    std::filesystem::path llamaCpp; ///< FILE.gguf

    /// $OLLAMA_MODELS, else ~/.ollama/models; ~/.lmstudio/models and ~/.cache/lm-studio/models; $LLAMA_CACHE,
    /// else $XDG_CACHE_HOME/llama.cpp, else ~/.cache/llama.cpp.
    static GgufPlaces usual();
};

struct FoundGguf
{
    std::filesystem::path file;
    std::string name; ///< "llama3:8b" (Ollama), "publisher/name" (LM Studio), "name"
};

/// The files of these places, those of each by name. Of a split file the first part stands for all.
std::vector<FoundGguf> findGgufFiles(const GgufPlaces& places, const std::stop_token& stop);
/// The files in a folder itself.
std::vector<FoundGguf> ggufFilesIn(const std::filesystem::path& folder);

/// Why the file cannot be opened, without the final stop; empty if it can. Reads metadata and the tensor
/// list, no weights. `family` becomes the architecture.
std::string obstacleOfGguf(const std::filesystem::path& path, std::string& family);

} // namespace headlight
