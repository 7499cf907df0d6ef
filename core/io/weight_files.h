#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace headlight {

/// The file in a folder that Checkpoint::open would read first, without opening it: model.safetensors, its
/// index, pytorch_model.bin or its index. kFileNotFound says what the folder contains instead.
Result<std::filesystem::path> locateWeights(const std::filesystem::path& folder);

} // namespace headlight
