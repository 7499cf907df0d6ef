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

/// What a model is read from: a folder in Hugging Face's layout, or a GGUF file. Both give a config.json, and
/// tensors under the names of a Hugging Face checkpoint; families know nothing of the difference.
struct ModelFiles
{
    std::filesystem::path path;
    std::string configFile; ///< for messages
    nlohmann::json config;
    std::string description; ///< what is shown of the model's own settings, as JSON
    std::string says = "as config.json says"; ///< what tensors ought to be
    /// Weights; called once the architecture is known.
    std::function<Result<std::shared_ptr<const Checkpoint>>(const Job& job)> weights;
    /// What the description of a family's architecture does not know of these files.
    std::function<Result<void>(ArchSpec& spec)> refine = [](ArchSpec&) { return Result<void>(); };
    std::vector<std::string> warnings;
};

Result<ModelFiles> openModelFiles(const std::filesystem::path& path);

} // namespace headlight
