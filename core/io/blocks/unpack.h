#pragma once

#include "core/io/tensor.h"

#include <cstddef>
#include <cstdint>

namespace headlight {

/// Size of the largest block.
inline constexpr std::size_t kLargestBlock = 256;

/// Unpacks whole blocks of a packed dtype, one after the other. `from` may be unaligned. The bits match the
/// definition of the formats (llama.cpp, ggml-quants.c): F32 operations in the same order, none fused.
void unpackBlocks(DType dtype, const std::byte* from, std::int64_t blocks, float* out);

} // namespace headlight
