#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/excerpt.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace headlight {

/// CRC-32 of ISO 3309, as zip archives store it.
std::uint32_t crc32(std::span<const std::byte> bytes);

/// The entries of a zip archive: stored ones, as torch.save and numpy.savez write them, are ranges of bytes
/// in the file; deflated ones (numpy.savez_compressed) are inflated by zlib. Written by hand because stored
/// bytes are mapped, not copied; zip libraries read entries into buffers. Reads the central directory (with
/// zip64) and checks each offset in it; the caller owns the bytes.
class ZipReader
{
public:
    /// `file` is the name in messages. kUnsupported for archives in several volumes.
    static Result<ZipReader> open(std::span<const std::byte> archive, const std::string& file);

    /// Whether the bytes begin like an archive, with entries or without.
    static bool looksLikeZip(std::span<const std::byte> archive);

    bool contains(std::string_view name) const { return m_entries.find(name) != m_entries.end(); }
    /// The bytes of a stored entry; kUnsupported if it is compressed or encrypted.
    Result<std::span<const std::byte>> entry(std::string_view name) const;

    struct Content
    {
        std::span<const std::byte> bytes;
        std::shared_ptr<const void> owner; ///< of inflated bytes; null = a range of the archive
    };
    /// The content of a stored or deflated entry, compared with the archive's checksum. A deflated entry may
    /// declare at most `mostInflated` bytes, and must contain as many as it declares.
    Result<Content> content(std::string_view name, std::uint64_t mostInflated) const;
    /// Compares every entry with its checksum; kCancelled if the job is stopped.
    Result<void> verify(const Job& job) const;

    struct Entry
    {
        std::uint64_t localHeader = 0; ///< offset in the archive
        std::uint64_t size = 0;
        std::uint64_t packedSize = 0;
        std::uint16_t method = 0; ///< 0 = stored, 8 = deflated
        std::uint16_t flags = 0;
        std::uint32_t checksum = 0; ///< CRC-32 of the content
    };
    const std::map<std::string, Entry, std::less<>>& entries() const { return m_entries; }

private:
    /// The entry's bytes as the archive has them, after its local header.
    Result<std::span<const std::byte>> packed(std::string_view name, const Entry& entry) const;
    Result<Content> inflated(std::string_view name, const Entry& entry, std::uint64_t mostInflated) const;
    Error fault(std::string_view name, const auto&... message) const
    {
        return badFile(m_file, excerpt(name), "zip: ", message...);
    }

    std::span<const std::byte> m_archive;
    std::string m_file;
    std::map<std::string, Entry, std::less<>> m_entries;
};

/// The memory that the deflated entries of one file may take: half of what is available, at most 8 GiB.
std::uint64_t mostInflatedBytes();

} // namespace headlight
