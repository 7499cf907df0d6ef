#pragma once

#include "core/base/result.h"
#include "core/math/matrix.h"
#include "core/model/model.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// Reproducible numbers from −reach to reach.
std::vector<float> randomNumbers(std::size_t count, float reach);

/// The shape of a decoder-only model.
struct RandomShape
{
    int layers = 12;
    int heads = 12;
    int headWidth = 64;
    int vocabulary = 256;
    Index window = 0; ///< keys that a query sees; 0 = all earlier ones
};

/// A decoder-only model with reproducible random weights and sinusoidal positions, for measurements: as fast
/// and as large as a trained one of its shape, but without a download.
std::shared_ptr<const Model> randomModel(const RandomShape& shape);

/// Writes GPT-2's smallest model (Radford et al. 2019: 12 layers of 12 heads of 64, 50,257 tokens) with
/// reproducible random weights in F32, half a gigabyte: config.json and model.safetensors. positions: rows of
/// the learned table, which limit the input.
Result<void> writeRandomGpt2(const std::filesystem::path& folder, std::int64_t positions);

/// Writes a GGUF file of Llama's architecture with random blocks (reproducible, fully written), for
/// measurements. shape: "8b" (Llama 3's 8 billion parameters), "1b" or "tiny"; type: "q4_k" or "q8_0".
Result<void> writeRandomGguf(const std::filesystem::path& path, const std::string& shape,
                             const std::string& type);

} // namespace headlight
