#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace headlight {

/// Writes GPT-2's smallest model (Radford et al. 2019: 12 layers of 12 heads of 64, 50,257 tokens) with
/// reproducible random weights in F32, half a gigabyte: config.json and model.safetensors. positions: rows of
/// the learned table, which limit the input.
Result<void> writeRandomGpt2(const std::filesystem::path& folder, std::int64_t positions);

} // namespace headlight
