#pragma once

#include "core/base/result.h"
#include "core/io/gguf.h"
#include "core/nn/arch_spec.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A GGUF file's description of its architecture, converted to a config.json, so that families read both in
/// the same way.
struct GgufConfig
{
    std::string architecture; ///< general.architecture
    nlohmann::json config;
    int heads = 0, kvHeads = 0, headWidth = 0;
    int experts = 0; ///< 0 = none
    std::optional<float> scoreScale; ///< attention.scale, if the file has it
    std::vector<std::string> unread; ///< keys of the architecture that are not understood
};

/// All errors in the metadata are reported as one. Unsupported architectures are rejected by name.
Result<GgufConfig> readGgufConfig(const GgufFile& file);

/// Adjusts the family's architecture where a file differs from the family's checkpoints: gains include the 1
/// that Gemma adds, a tensor divides the rotary frequencies, a key sets the scale of scores.
Result<void> refineGgufSpec(const GgufFile& file, const GgufConfig& config, ArchSpec& spec);

} // namespace headlight
