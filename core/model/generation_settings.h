#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/model.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace headlight {

/// generation_config.json where there is one, else the same fields of config.json: what makes a model
/// work (start and end ids, words never to be produced), not the strategy. What it asks for and this
/// program does not do is a warning.
Result<GenerationSettings> readGenerationSettings(const std::filesystem::path& folder,
                                                  const nlohmann::json& config, const ArchSpec& arch,
                                                  const Job& job);

} // namespace headlight
