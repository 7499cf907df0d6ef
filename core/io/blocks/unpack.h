#pragma once

#include "core/io/tensor.h"

#include <cstddef>
#include <cstdint>

namespace headlight {

/// Numbers in the largest block there is.
inline constexpr std::size_t kLargestBlock = 256;

/// Writes the numbers that whole blocks of a packed dtype stand for, one block after the other. `from` may be
/// unaligned. The bits are those of the formats' definition (llama.cpp, ggml-quants.c): F32 operations in its
/// order, none of them fused.
void unpackBlocks(DType dtype, const std::byte* from, std::int64_t blocks, float* out);

} // namespace headlight
