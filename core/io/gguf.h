#pragma once

#include "core/base/result.h"
#include "core/io/gguf_value.h"
#include "core/io/tensor.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace headlight {

/// A GGUF file (ggml's format, docs/gguf.md of ggml; versions 2 and 3, little-endian): metadata and tensors,
/// single or in parts (NAME-00001-of-0000N.gguf, of which the first stands for all). Memory-mapped; opening
/// reads metadata and the tensor list and checks all of both. What is kept of them grows with the bytes that
/// were read, never with a number that a file claims.
class GgufFile
{
public:
    /// Names file, field, what was found and what was expected.
    static Result<GgufFile> open(const std::filesystem::path& path);
    /// Whether the file begins as a GGUF file does, whatever its name is.
    static bool isGguf(const std::filesystem::path& path);

    using Metadata = std::map<std::string, GgufValue, std::less<>>;
    using Tensors = std::map<std::string, TensorView, std::less<>>;

    const std::filesystem::path& path() const { return m_path; }
    const Metadata& metadata() const { return m_metadata; }
    /// nullptr where there is none of that name.
    const GgufValue* find(std::string_view key) const;
    /// Shapes are those of a checkpoint: slowest extent first.
    const Tensors& tensors() const { return m_tensors; }
    const TensorView* tensor(std::string_view name) const;
    /// Of all parts, in bytes.
    std::uint64_t fileBytes() const { return m_fileBytes; }
    int parts() const { return m_parts; }

private:
    Result<void> addPart(const std::filesystem::path& path);
    Result<void> addParts();

    std::filesystem::path m_path;
    Metadata m_metadata; ///< of the first part
    Tensors m_tensors;
    std::shared_ptr<const void> m_mapping; ///< that the metadata stand in
    std::uint64_t m_fileBytes = 0;
    int m_parts = 1;
};

} // namespace headlight
