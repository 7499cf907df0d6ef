#pragma once

#include "core/base/result.h"
#include "core/model/adapter/module_choice.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// adapter_config.json of a LoRA adapter as written by peft. Other kinds of adapters, and forms of LoRA other
/// than y = W x + scale · B (A x), are rejected by name.
struct AdapterConfig
{
    std::string file; ///< path, for messages
    std::string base; ///< base_model_name_or_path; empty = not named
    int rank = 8;
    double alpha = 8.0;
    bool rootOfRank = false; ///< use_rslora: alpha / √rank instead of alpha / rank
    /// Ranks of particular modules; if several match, the first counts.
    std::vector<std::pair<ModuleExpression, int>> ranks;
    std::vector<std::pair<ModuleExpression, double>> alphas;
    ModuleChoice targets; ///< empty = every module for which the file has numbers
    ModuleChoice excluded;
    std::vector<int> layers; ///< layers_to_transform; empty = all
    std::vector<std::string> layerLists; ///< layers_pattern: names of the lists whose indices count layers
    /// modules_to_save that belong to heads for other tasks, which are not used here.
    std::vector<std::string> otherHeads;
    std::vector<std::string> warnings;

    int rankOf(std::string_view module) const;
    /// Factor of B · A.
    float scaleOf(std::string_view module) const;
    /// Whether the adapter claims to change this module.
    bool changes(std::string_view module) const;
};

Result<AdapterConfig> readAdapterConfig(const std::filesystem::path& folder);

} // namespace headlight
