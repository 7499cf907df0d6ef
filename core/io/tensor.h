#pragma once

#include <cstddef>
#include <cstdint>
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
    // Packed ones: blocks of numbers with scales of their own, as GGUF files have them.
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

/// What a dtype stores together: one number, or the block of a packed dtype. Rows are whole blocks.
struct BlockShape
{
    std::int64_t values = 1;
    std::int64_t bytes = 0;
};
BlockShape blockShape(DType dtype);
bool isPacked(DType dtype);
/// Bytes of one number; std::invalid_argument for packed dtypes, which have none.
std::size_t byteSize(DType dtype);
/// "F32", "BF16", … as safetensors spells them; "Q4_K", … as GGUF's tools do.
std::string_view dtypeName(DType dtype);
/// Of those that safetensors files can have.
std::optional<DType> dtypeFromName(std::string_view name);

/// "[2, 3]", "[]" for a scalar.
std::string shapeText(std::span<const std::int64_t> shape);
/// The product of the extents, 1 for a scalar; nothing where one is negative or the product overflows.
std::optional<std::int64_t> elementCountOf(std::span<const std::int64_t> shape);

/// A tensor in a file: row-major, little-endian, not yet converted. `owner` keeps the bytes alive.
struct TensorView
{
    std::string name;
    DType dtype = DType::kF32;
    std::vector<std::int64_t> shape;
    std::span<const std::byte> bytes; ///< may be unaligned
    std::shared_ptr<const void> owner;
    /// Row i (of the first extent) stands in the bytes as row (*rowOrder)[i]; null: they stand in order.
    std::shared_ptr<const std::vector<std::int64_t>> rowOrder = nullptr;

    std::int64_t elementCount() const; ///< product of the shape; 1 for a scalar
    std::string shapeText() const; ///< "[2, 3]"
};

/// Converts elements [first, first + out.size()) to F32 (from any dtype; BOOL gives 0 or 1). F16, BF16 and
/// packed dtypes are exact. Throws std::out_of_range where the tensor does not hold them.
void convertToFloat(const TensorView& tensor, std::int64_t first, std::span<float> out);
/// All elements as 64-bit integers; only for integer dtypes and BOOL, else std::invalid_argument.
std::vector<std::int64_t> toIntegers(const TensorView& tensor);

} // namespace headlight
