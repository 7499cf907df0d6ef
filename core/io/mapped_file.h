#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace headlight {

/// A read-only memory-mapped file. The kernel reads a page when it is first touched, so opening takes the
/// same time for any size. May be read from any thread. If another program shortens the file while it is
/// mapped, this one ends (SIGBUS), like every program that maps files.
class MappedFile
{
public:
    /// kFileNotFound, or kFileUnreadable for what cannot be read or is not a regular file.
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

private:
    MappedFile(std::filesystem::path path, std::span<const std::byte> bytes);
    void unmap() noexcept;

    std::filesystem::path m_path;
    std::span<const std::byte> m_bytes;
};

} // namespace headlight
