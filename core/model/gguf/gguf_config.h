#pragma once

#include "core/base/result.h"
#include "core/io/gguf.h"
#include "core/nn/arch_spec.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a GGUF file's metadata say about its architecture, in the words of a config.json: from there on a
/// family reads both alike.
struct GgufConfig
{
    std::string architecture; ///< general.architecture
    nlohmann::json config;
    int heads = 0, kvHeads = 0, headWidth = 0;
    int experts = 0; ///< 0: none
    std::optional<float> scoreScale; ///< attention.scale, where the file has it
    std::vector<std::string> unread; ///< keys of the architecture that are not understood
};

/// All faults of the metadata come as one error. Architectures that are not read are refused by name.
Result<GgufConfig> readGgufConfig(const GgufFile& file);

/// Changes what a family makes of `config` where a file differs from the family's checkpoints: gains hold the
/// 1 that Gemma adds, a tensor divides the frequencies of the rotation, a key gives the scale of scores.
Result<void> refineGgufSpec(const GgufFile& file, const GgufConfig& config, ArchSpec& spec);

} // namespace headlight
