#pragma once

#include "core/base/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>

namespace headlight {

/// The state of a mapped file: its properties when it was mapped, and whether part of it has been lost since.
/// Keeps the file's descriptor, not its bytes.
///
/// Another program may shorten a mapped file; touching the missing part raises SIGBUS. A handler then maps
/// empty pages over the rest of the mapping and records the loss here, so that the program survives. Code
/// that computes with mapped bytes calls check() before and after, and discards its results if it fails.
class MappingRecord
{
public:
    /// Takes ownership of the descriptor.
    MappingRecord(std::filesystem::path path, int descriptor);
    ~MappingRecord();
    MappingRecord(const MappingRecord&) = delete;
    MappingRecord& operator=(const MappingRecord&) = delete;

    /// kBadFile if the file was shortened, lengthened or written to since it was mapped. A file that was
    /// deleted or replaced is not an error: this program still sees the old one.
    Result<void> check() const;
    void noteLost() noexcept { m_lost.store(true); } ///< safe in a signal handler

    /// Watches the bytes of this mapping until unwatch(); false if there are too many mappings.
    static bool watch(const std::shared_ptr<MappingRecord>& record, std::span<const std::byte> bytes);
    static void unwatch(std::span<const std::byte> bytes) noexcept;
    /// The record of the mapping that contains this byte; null if the byte is not in a mapped file.
    static std::shared_ptr<const MappingRecord> of(const std::byte* byte);

private:
    std::filesystem::path m_path;
    int m_descriptor;
    std::uint64_t m_size = 0;
    timespec m_written{};
    std::atomic<bool> m_lost = false;
};

/// Detects that a mapped file lost bytes during a read; for code that reads many files at once.
class MappingWatch
{
public:
    MappingWatch();
    /// kBadFile naming `path` if any file did, in any thread.
    Result<void> check(const std::filesystem::path& path) const;

private:
    std::uint64_t m_before;
};

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

    std::span<const std::byte> bytes() const { return {m_mapping.get(), size()}; }
    std::string_view text() const { return {reinterpret_cast<const char*>(m_mapping.get()), size()}; }
    std::size_t size() const { return m_mapping ? m_mapping.get_deleter().bytes.size() : 0; }
    const std::filesystem::path& path() const { return m_path; }
    /// kBadFile if the file has changed since it was opened.
    Result<void> check() const
    {
        return m_mapping ? m_mapping.get_deleter().record->check() : Result<void>();
    }

private:
    struct Unmap
    {
        std::span<const std::byte> bytes;
        std::shared_ptr<MappingRecord> record;
        void operator()(const std::byte* begin) const noexcept;
    };
    MappedFile() = default;

    std::filesystem::path m_path;
    std::unique_ptr<const std::byte, Unmap> m_mapping; ///< null = an empty file, which is not mapped
};

/// Whether a folder contains an entry of that name. A broken link counts, so that opening it reports the
/// error: interrupted downloads leave such links.
bool isListed(const std::filesystem::path& path);

/// Whether a name is a single part of a path that stays in its folder: another one is an attack or a mistake.
bool isPlainName(std::string_view name);

/// What is there, through links; neither a file nor a folder if that cannot be told.
inline std::filesystem::file_status statusOf(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::status(path, ignored);
}

} // namespace headlight
