#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace headlight {

/// The entries of a zip archive as torch.save writes them: stored, never compressed, so that every
/// entry is a run of bytes of the file. Written by hand because those bytes are mapped, not copied; libraries
/// for zip archives read entries into buffers. Reads the central directory (with zip64) and checks each
/// offset in it; the bytes belong to the caller.
class ZipReader
{
public:
    /// `file` is the name for messages. kUnsupported for archives in several volumes.
    static Result<ZipReader> open(std::span<const std::byte> archive, const std::string& file);

    /// True where the bytes begin as an archive with at least one entry does.
    static bool looksLikeZip(std::span<const std::byte> archive);

    bool contains(std::string_view name) const { return m_entries.find(name) != m_entries.end(); }
    /// The bytes of an entry; kUnsupported where it is compressed or encrypted.
    Result<std::span<const std::byte>> entry(std::string_view name) const;

    struct Entry
    {
        std::uint64_t localHeader = 0; ///< offset in the archive
        std::uint64_t size = 0;
        std::uint64_t packedSize = 0;
        std::uint16_t method = 0; ///< 0: stored
        std::uint16_t flags = 0;
    };
    const std::map<std::string, Entry, std::less<>>& entries() const { return m_entries; }

private:
    std::span<const std::byte> m_archive;
    std::string m_file;
    std::map<std::string, Entry, std::less<>> m_entries;
};

} // namespace headlight
