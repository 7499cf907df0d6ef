#pragma once

#include "core/io/tensor.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace headlight {

/// Size of the largest block.
inline constexpr std::size_t kLargestBlock = 256;

/// Converts whole blocks of a packed dtype, one after the other, or numbers in F32, F16 or BF16. `from` may
/// be unaligned. The bits match the definition of the formats (llama.cpp, ggml-quants.c): F32 operations in
/// the same order, none fused. Meanwhile fetches the bytes that stand `ahead` bytes further on, where the
/// caller will read next (0 = none); they need not exist.
void unpackBlocks(DType dtype, const std::byte* from, std::int64_t blocks, float* out,
                  std::ptrdiff_t ahead = 0);

/// MXFP4 whose exponents are stored apart: 16 bytes for each group of 32, two numbers next to each other in a
/// byte.
void unpackMxfp4(const std::byte* blocks, std::span<const std::byte> exponents, float* out);

} // namespace headlight
