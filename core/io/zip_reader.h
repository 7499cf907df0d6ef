#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace headlight {

/// The entries of a zip archive as written by torch.save: stored, never compressed, so that every entry is a
/// range of bytes in the file. Written by hand because those bytes are mapped, not copied; zip libraries read
/// entries into buffers. Reads the central directory (with zip64) and checks each offset in it; the caller
/// owns the bytes.
class ZipReader
{
public:
    /// `file` is the name in messages. kUnsupported for archives in several volumes.
    static Result<ZipReader> open(std::span<const std::byte> archive, const std::string& file);

    /// Whether the bytes begin like an archive, with entries or without.
    static bool looksLikeZip(std::span<const std::byte> archive);

    bool contains(std::string_view name) const { return m_entries.find(name) != m_entries.end(); }
    /// The bytes of an entry; kUnsupported if it is compressed or encrypted.
    Result<std::span<const std::byte>> entry(std::string_view name) const;
    /// The same, after all of its bytes were read and compared with the archive's checksum.
    Result<std::span<const std::byte>> checkedEntry(std::string_view name) const;
    /// Compares every entry with its checksum; kCancelled if the job is stopped.
    Result<void> verify(const Job& job) const;

    struct Entry
    {
        std::uint64_t localHeader = 0; ///< offset in the archive
        std::uint64_t size = 0;
        std::uint64_t packedSize = 0;
        std::uint16_t method = 0; ///< 0 = stored
        std::uint16_t flags = 0;
        std::uint32_t checksum = 0; ///< CRC-32 of the content
    };
    const std::map<std::string, Entry, std::less<>>& entries() const { return m_entries; }

private:
    std::span<const std::byte> m_archive;
    std::string m_file;
    std::map<std::string, Entry, std::less<>> m_entries;
};

} // namespace headlight
