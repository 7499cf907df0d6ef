#pragma once

#include "core/base/result.h"
#include "core/io/tensor.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// One safetensors file (https://github.com/huggingface/safetensors, "Format"): 8 bytes with the length of a
/// JSON header, the header, the data. Memory-mapped; opening reads only the header and checks all of it:
/// bounds, shapes against sizes, no overlaps, no gaps, no duplicate names.
class SafetensorsFile
{
public:
    static Result<SafetensorsFile> open(const std::filesystem::path& path);
    /// Whether the bytes begin like such a file: a length that fits, then a JSON object.
    static bool looksLikeSafetensors(std::span<const std::byte> file);

    const std::map<std::string, TensorView, std::less<>>& tensors() const { return m_tensors; }
    /// nullptr if there is none of that name in a supported dtype.
    const TensorView* find(std::string_view name) const;
    /// The same with an error that says why: missing, or an unsupported dtype.
    Result<TensorView> tensor(std::string_view name) const;
    /// Tensors of valid dtypes that this program does not read (F8_E4M3, U32, …): name → dtype.
    const std::map<std::string, std::string, std::less<>>& unsupportedTensors() const
    {
        return m_unsupported;
    }
    const std::map<std::string, std::string, std::less<>>& metadata() const { return m_metadata; }
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
    std::map<std::string, TensorView, std::less<>> m_tensors;
    std::map<std::string, std::string, std::less<>> m_unsupported;
    std::map<std::string, std::string, std::less<>> m_metadata;
};

/// A tensor to write. Its numbers may be in several pieces (the rows of a matrix with a stride, the chunks of
/// a decoding), which are written one after the other and never joined in memory.
struct TensorToWrite
{
    std::string name;
    DType stored = DType::kF32; ///< dtype in the file
    std::vector<std::int64_t> shape;
    DType given = DType::kF32; ///< dtype of the pieces; differs from `stored` only for F32 → F16, BF16
    std::vector<std::span<const std::byte>> pieces; ///< in total: shape × `given`
};

/// A tensor of floats, stored as F32, F16 or BF16 (rounded to the nearest, ties to even).
TensorToWrite floatTensor(std::string name, std::vector<std::int64_t> shape, std::span<const float> values,
                          DType stored = DType::kF32);
TensorToWrite integerTensor(std::string name, std::vector<std::int64_t> shape,
                            std::span<const std::int64_t> values);
TensorToWrite byteTensor(std::string name, std::vector<std::int64_t> shape,
                         std::span<const std::uint8_t> values);

/// Writes a safetensors file completely or not at all. The header lists the tensors in the given order; the
/// data is sorted by decreasing dtype size (within a size, in the given order), so that every tensor is
/// aligned for its dtype without gaps, which the format forbids. kBadArgument for a duplicate name or pieces
/// that do not fill the shape.
Result<void> writeSafetensors(const std::filesystem::path& path, std::span<const TensorToWrite> tensors,
                              const std::map<std::string, std::string>& metadata = {});

} // namespace headlight
