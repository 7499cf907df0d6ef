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
/// in one file or several (NAME-00001-of-0000N.gguf; open the first). Memory-mapped; opening reads and checks
/// all metadata and the tensor list. Memory use grows with the bytes read, never with a number that a file
/// claims.
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
