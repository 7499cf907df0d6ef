#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace headlight {

/// Writes a GGUF file of Llama's architecture with random blocks (reproducible, fully written), for
/// measurements. shape: "8b" (Llama 3's 8 billion parameters), "1b" or "tiny"; type: "q4_k" or "q8_0".
Result<void> writeRandomGguf(const std::filesystem::path& path, const std::string& shape,
                             const std::string& type);

} // namespace headlight
