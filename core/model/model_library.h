#pragma once

#include "core/base/result.h"
#include "core/model/gguf/gguf_places.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

/// A model folder, GGUF file or LoRA adapter that can be offered.
struct FoundModel
{
    enum class Origin : unsigned char { kBuiltin, kFolder, kHub, kOtherProgram };
    Origin origin = Origin::kFolder;
    std::filesystem::path folder;
    std::string name; ///< "gpt2", "Helsinki-NLP/opus-mt-en-de"
    std::string
        family; ///< "model_type" of config.json, architecture of a GGUF file; empty where it says none
    std::string adapterOf = {}; ///< of a LoRA adapter: the base that it names; empty: this is a model
    std::string obstacle; ///< why it cannot be opened, as a sentence without the final stop; empty: it can
};

/// Where models are looked for.
struct ModelPlaces
{
    std::vector<std::filesystem::path> folders; ///< each with model folders in it, or is one itself
    std::filesystem::path hub; ///< Hugging Face's cache; empty: not looked at
    GgufPlaces gguf = {}; ///< of other programs
};

/// The built-in models, then those below the folders (two levels: NAME, OWNER/NAME), then those of the
/// cache and those of other programs, each kind by name. Reads config.json and the headers of GGUF files;
/// places that are not there are left out.
std::vector<FoundModel> findModels(const ModelPlaces& places, const std::stop_token& stop);

/// The folder that a person means: the path itself where it exists, else the built-in model of that name
/// ("en-gpt"), else the newest snapshot in Hugging Face's cache ("gpt2", "Helsinki-NLP/opus-mt-en-de").
/// kFileNotFound says what was looked for.
Result<std::filesystem::path> resolveModel(const std::string& given);

} // namespace headlight
