#pragma once

#include "core/base/result.h"
#include "core/io/tensor.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Types of metadata, numbered as in the file.
enum class GgufType : std::uint32_t {
    kU8,
    kI8,
    kU16,
    kI16,
    kU32,
    kI32,
    kF32,
    kBool,
    kString,
    kArray,
    kU64,
    kI64,
    kF64,
};

/// A metadata value of a GGUF file, single or a list, in the mapped file. Lives as long as the mapping.
struct GgufValue
{
    GgufType type = GgufType::kU32; ///< type of each element
    bool isList = false;
    std::uint64_t count = 1;
    std::span<const std::byte> bytes; ///< all elements; bounds are already checked

    /// An integer of any width; empty if it is not an integer or does not fit.
    std::optional<std::int64_t> integer(std::uint64_t index = 0) const;
    /// Any number.
    std::optional<double> real(std::uint64_t index = 0) const;
    std::optional<bool> flag(std::uint64_t index = 0) const;
    /// A single string.
    std::optional<std::string_view> text() const;
    /// The strings of a list; empty if it is not a list of strings.
    std::optional<std::vector<std::string_view>> texts() const;
    /// For messages: "12", "\"llama\"", "a list of 32000 strings".
    std::string inWords() const;
};

/// Bytes per element; 0 for strings and lists, and for numbers that are not types.
std::size_t bytesOf(GgufType type);

/// A GGUF file (ggml's format, docs/gguf.md of ggml; versions 2 and 3, little-endian): metadata and tensors,
/// in one file or several (NAME-00001-of-0000N.gguf; open the first). Memory-mapped; opening reads and checks
/// all metadata and the tensor list. Memory use grows with the bytes read, not with what a file claims.
class GgufFile
{
public:
    /// Errors name the file, the field, what was found and what was expected.
    static Result<GgufFile> open(const std::filesystem::path& path);
    /// Whether the file begins like a GGUF file, whatever its name.
    static bool isGguf(const std::filesystem::path& path);

    using Metadata = std::map<std::string, GgufValue, std::less<>>;
    using Tensors = std::map<std::string, TensorView, std::less<>>;

    const std::filesystem::path& path() const { return m_path; }
    const Metadata& metadata() const { return m_metadata; }
    /// nullptr if there is none of that name.
    const GgufValue* find(std::string_view key) const;
    /// Shapes as in a checkpoint: slowest extent first.
    const Tensors& tensors() const { return m_tensors; }
    const TensorView* tensor(std::string_view name) const;
    /// Total bytes of all parts.
    std::uint64_t fileBytes() const { return m_fileBytes; }
    int parts() const { return m_parts; }

private:
    Result<void> addPart(const std::filesystem::path& path);
    Result<void> addParts();

    std::filesystem::path m_path;
    Metadata m_metadata; ///< metadata of the first part
    Tensors m_tensors;
    std::shared_ptr<const void> m_mapping; ///< keeps the bytes of the metadata alive
    std::uint64_t m_fileBytes = 0;
    int m_parts = 1;
};

} // namespace headlight
