#pragma once

#include "core/base/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <memory>
#include <span>

namespace headlight {

/// What is known of a mapped file: how it was when it was mapped, and whether a part of it has gone since.
/// Keeps the file's descriptor, not its bytes.
///
/// Another program may shorten a file that is mapped here; touching what is gone raises SIGBUS. A handler
/// then lays empty pages over the rest of the mapping and notes it here, so that the program lives on.
/// Whoever computes with mapped bytes asks check() before and after, and shows nothing of what was read if it
/// fails.
class MappingRecord
{
public:
    /// Takes the descriptor.
    MappingRecord(std::filesystem::path path, int descriptor);
    ~MappingRecord();
    MappingRecord(const MappingRecord&) = delete;
    MappingRecord& operator=(const MappingRecord&) = delete;
    MappingRecord(MappingRecord&&) = delete;
    MappingRecord& operator=(MappingRecord&&) = delete;

    /// kBadFile where the file was shortened, lengthened or written to since it was mapped. A file that was
    /// deleted or replaced by another of its name is still there as it was, for this program.
    Result<void> check() const;
    void noteLost() noexcept { m_lost.store(true); } ///< safe in a signal handler

    /// Watches the bytes of this mapping; false where there are too many. Ended by unwatch().
    static bool watch(const std::shared_ptr<MappingRecord>& record, std::span<const std::byte> bytes);
    static void unwatch(std::span<const std::byte> bytes) noexcept;
    /// The record of the mapping that this byte lies in; null for a byte in memory.
    static std::shared_ptr<const MappingRecord> of(const std::byte* byte);

private:
    std::filesystem::path m_path;
    int m_descriptor;
    std::uint64_t m_size = 0;
    timespec m_written{};
    std::atomic<bool> m_lost = false;
};

/// Tells whether a mapped file lost bytes while something was read: for what reads many files at once.
class MappingWatch
{
public:
    MappingWatch();
    /// kBadFile naming `path` where one did, in any thread.
    Result<void> check(const std::filesystem::path& path) const;

private:
    std::uint64_t m_before;
};

} // namespace headlight
