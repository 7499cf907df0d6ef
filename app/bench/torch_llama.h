#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace headlight {

class Model;

/// Writes a model of Llama's architecture (Touvron et al. 2023) for torch_side.py: config.json and
/// model.safetensors, all weights in F32, whatever they are held in. Other architectures, and models whose
/// numbers would not fit into memory twice, are refused by name.
Result<void> writeForTorch(const Model& model, const std::filesystem::path& folder);

} // namespace headlight
