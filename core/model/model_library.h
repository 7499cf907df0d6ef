#pragma once

#include "core/base/result.h"
#include "core/model/gguf/gguf_places.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

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
