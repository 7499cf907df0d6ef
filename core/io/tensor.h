#pragma once

#include "core/base/enum_words.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

enum class DType : std::uint8_t {
    kF64,
    kF32,
    kF16,
    kBF16,
    kI64,
    kI32,
    kI16,
    kI8,
    kU8,
    kBool,
    // Packed: blocks of numbers with a scale per block, as in GGUF files.
    kQ4v0,
    kQ4v1,
    kQ5v0,
    kQ5v1,
    kQ8v0,
    kQ2k,
    kQ3k,
    kQ4k,
    kQ5k,
    kQ6k,
    kIq1s,
    kIq1m,
    kIq2xxs,
    kIq2xs,
    kIq2s,
    kIq3xxs,
    kIq3s,
    kIq4nl,
    kIq4xs,
    kTq1,
    kTq2,
    kMxfp4,
};

/// How weights that are not stored in F32 are held in memory, and used.
enum class HeldPrecision : unsigned char {
    kWhatFits, ///< F32 for small models, otherwise as stored
    kFull, ///< F32
    kHalf, ///< as stored
    kFast, ///< as stored, and what packed weights multiply is rounded to 8 bits (core/nn/rounded_rows.h)
};
template <>
inline constexpr std::array kWordsOf<HeldPrecision>{EnumWord{"auto"}, EnumWord{"full"}, EnumWord{"half"},
                                                    EnumWord{"fast"}};

/// The unit of storage of a dtype: one number, or the block of a packed dtype. Rows are whole blocks.
struct BlockShape
{
    std::int64_t values = 1;
    std::int64_t bytes = 0;
};
BlockShape blockShape(DType dtype);
bool isPacked(DType dtype);
/// Whether it holds unpacked floating-point numbers.
inline bool isFloating(DType dtype)
{
    return dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16 || dtype == DType::kF64;
}
/// Bytes per number; std::invalid_argument for packed dtypes, which have none.
std::size_t byteSize(DType dtype);
/// "F32", "BF16", … as in safetensors; "Q4_K", … as in GGUF's tools.
std::string_view dtypeName(DType dtype);
/// The dtype of this name, if safetensors files can have it.
std::optional<DType> dtypeFromName(std::string_view name);

/// "[2, 3]", "[]" for a scalar.
std::string shapeText(std::span<const std::int64_t> shape);
/// The product of the extents, 1 for a scalar; empty if one is negative or the product overflows.
std::optional<std::int64_t> elementCountOf(std::span<const std::int64_t> shape);

/// A tensor in a file: row-major, little-endian, not yet converted. `owner` keeps the bytes alive.
struct TensorView
{
    std::string name;
    DType dtype = DType::kF32;
    std::vector<std::int64_t> shape;
    std::span<const std::byte> bytes; ///< may be unaligned
    std::shared_ptr<const void> owner;
    /// Row i (along the first axis) is stored as row (*rowOrder)[i]; null = in order.
    std::shared_ptr<const std::vector<std::int64_t>> rowOrder = nullptr;

    std::int64_t elementCount() const; ///< product of the shape; 1 for a scalar
    std::string shapeText() const; ///< "[2, 3]"
};

/// Converts elements [first, first + out.size()) to F32 (from any dtype; BOOL gives 0 or 1). Exact for F16,
/// BF16 and packed dtypes. Throws std::out_of_range if the tensor does not contain them.
void convertToFloat(const TensorView& tensor, std::int64_t first, std::span<float> out);
/// All elements as 64-bit integers; only for integer dtypes and BOOL, otherwise std::invalid_argument.
std::vector<std::int64_t> toIntegers(const TensorView& tensor);

/// Copies the elements of a strided window in row-major order. Shape and strides count elements of `size`
/// bytes; the first one is at `offset`. `out` has room for exactly these.
inline void copyStrided(std::span<const std::byte> from, const std::vector<std::int64_t>& shape,
                        const std::vector<std::int64_t>& strides, std::int64_t offset, std::size_t size,
                        std::span<std::byte> out)
{
    std::vector<std::int64_t> index(shape.size(), 0);
    std::int64_t at = offset;
    for (std::size_t written = 0; written < out.size(); written += size) {
        std::memcpy(out.data() + written, from.data() + static_cast<std::size_t>(at) * size, size);
        for (std::size_t i = index.size(); i-- > 0;) { // counts up like an odometer
            at += strides[i];
            if (++index[i] < shape[i])
                break;
            at -= strides[i] * shape[i];
            index[i] = 0;
        }
    }
}

} // namespace headlight
