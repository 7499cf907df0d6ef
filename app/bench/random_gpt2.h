#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace headlight {

/// A model folder in the system's temporary folder that goes with the object: GPT-2's smallest model (Radford
/// et al. 2019: 12 layers of 12 heads of 64, 50,257 tokens) with random weights in F32, always the same ones,
/// half a gigabyte.
class TemporaryGpt2
{
public:
    TemporaryGpt2() = default;
    ~TemporaryGpt2();
    TemporaryGpt2(const TemporaryGpt2&) = delete;
    TemporaryGpt2& operator=(const TemporaryGpt2&) = delete;
    TemporaryGpt2(TemporaryGpt2&&) = delete;
    TemporaryGpt2& operator=(TemporaryGpt2&&) = delete;

    /// Makes the folder, empty. Once per object.
    Result<std::filesystem::path> makeFolder();
    /// Writes config.json and model.safetensors there. positions: of the learned table, that is the longest
    /// input.
    Result<void> write(std::int64_t positions) const;

private:
    Result<void> writeWeights(std::int64_t positions) const;

    std::filesystem::path m_path;
};

} // namespace headlight
