#pragma once

#include "core/base/result.h"
#include "core/io/mapping_record.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace headlight {

/// A read-only memory-mapped file. The kernel reads a page when it is first touched, so opening takes the
/// same time for any size. Thread-safe. If another program shortens the file while it is mapped, the missing
/// part reads as zeros and check() fails (see MappingRecord).
class MappedFile
{
public:
    /// kFileNotFound, or kFileUnreadable if the file cannot be read or is not a regular file. A broken link
    /// is kFileUnreadable too, so that optional files behind one are not treated as absent.
    static Result<MappedFile> open(const std::filesystem::path& path);
    /// The same, but kBadFile if the file is larger than `mostBytes`.
    static Result<MappedFile> open(const std::filesystem::path& path, std::size_t mostBytes);

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    std::span<const std::byte> bytes() const { return m_bytes; }
    std::string_view text() const { return {reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size()}; }
    std::size_t size() const { return m_bytes.size(); }
    const std::filesystem::path& path() const { return m_path; }
    /// kBadFile if the file has changed since it was opened.
    Result<void> check() const { return m_record ? m_record->check() : Result<void>(); }

private:
    MappedFile(std::filesystem::path path, std::span<const std::byte> bytes,
               std::shared_ptr<MappingRecord> record);
    void unmap() noexcept;

    std::filesystem::path m_path;
    std::span<const std::byte> m_bytes;
    std::shared_ptr<MappingRecord> m_record; ///< null = an empty file, which is not mapped
};

/// Whether a folder contains an entry of that name. A broken link counts, so that opening it reports the
/// error: interrupted downloads leave such links.
bool isListed(const std::filesystem::path& path);

} // namespace headlight
