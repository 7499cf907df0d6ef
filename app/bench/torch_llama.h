#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace headlight {

class Model;

/// Writes a model of Llama's architecture (Touvron et al. 2023) for torch_side.py: config.json and
/// model.safetensors, with all weights in F32, however they are stored. Other architectures, and models that
/// would not fit into memory twice, are rejected by name.
Result<void> writeForTorch(const Model& model, const std::filesystem::path& folder);

} // namespace headlight
