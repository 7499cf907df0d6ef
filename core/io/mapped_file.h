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
/// same time for any size. May be read from any thread. If another program shortens the file while it is
/// mapped, what is gone reads as zeros, and check() fails (see MappingRecord).
class MappedFile
{
public:
    /// kFileNotFound, or kFileUnreadable for what cannot be read or is not a regular file: also for a link to
    /// a file that is not there, so that what may be absent is not taken for absent then.
    static Result<MappedFile> open(const std::filesystem::path& path);
    /// The same, and kBadFile for a file of more than `mostBytes`.
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
    /// kBadFile where the file is no longer what was opened.
    Result<void> check() const { return m_record ? m_record->check() : Result<void>(); }

private:
    MappedFile(std::filesystem::path path, std::span<const std::byte> bytes,
               std::shared_ptr<MappingRecord> record);
    void unmap() noexcept;

    std::filesystem::path m_path;
    std::span<const std::byte> m_bytes;
    std::shared_ptr<MappingRecord> m_record; ///< null: an empty file, of which nothing is mapped
};

/// Whether a folder lists something of that name. A link that leads nowhere counts, so that the error of
/// opening it says what is wrong: an interrupted download leaves such links.
bool isListed(const std::filesystem::path& path);

} // namespace headlight
