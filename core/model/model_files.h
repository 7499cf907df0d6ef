#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/checkpoint.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

struct ArchSpec;

/// The source of a model: a folder in Hugging Face's layout, or a GGUF file. Both give a config.json, and
/// tensors under the names of a Hugging Face checkpoint; families do not see the difference.
struct ModelFiles
{
    std::filesystem::path path;
    std::filesystem::path text; ///< where tokenizers and settings of decoding are: the folder, or a GGUF file
    std::string configFile; ///< for messages
    nlohmann::json config;
    std::string description; ///< the model's own settings for display, as JSON
    std::string says = "as config.json says"; ///< origin of the expected shapes, for messages
    /// Weights; called once the architecture is known.
    std::function<Result<std::shared_ptr<const Checkpoint>>(const Job& job)> weights;
    /// Corrections to a family's architecture for these files.
    std::function<Result<void>(ArchSpec& spec)> refine = [](ArchSpec&) { return Result<void>(); };
    std::vector<std::string> warnings;
};

Result<ModelFiles> openModelFiles(const std::filesystem::path& path);

} // namespace headlight
