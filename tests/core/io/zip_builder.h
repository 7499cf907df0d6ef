#pragma once

#include "core/io/zip_reader.h"

#include <zlib.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace headlight::test {

/// Little-endian bytes of a number.
template <typename T>
std::string le(T value)
{
    std::string bytes;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes += static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFFU);
    return bytes;
}

/// The bytes as a zip entry has them with method 8.
inline std::string deflated(const std::string& content)
{
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string packed(deflateBound(&stream, content.size()), '\0');
    std::string from = content;
    stream.next_in = reinterpret_cast<Bytef*>(from.data());
    stream.avail_in = static_cast<uInt>(from.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

/// Makes zip archives: valid ones and, through its public fields, broken ones.
struct ZipBuilder
{
    struct Entry
    {
        std::string name;
        std::string content;
        std::uint16_t method = 0; ///< 8 = deflated, unless `packed` has other bytes
        std::uint16_t flags = 0;
        std::int64_t sizeShift = 0; ///< added to the size in the directory
        std::int64_t offsetShift = 0; ///< added to the offset in the directory
        std::string localName = {}; ///< different name in the local header
        std::uint32_t checksumFault = 0; ///< bits that are wrong in the checksum
        std::string packed = {}; ///< the bytes in the archive, if they are not those of `content`
    };
    std::vector<Entry> entries;
    bool zip64 = false;
    std::string comment;
    std::int64_t countShift = 0; ///< added to the number of entries in the end record
    std::int64_t directoryShift = 0; ///< added to the offset of the directory
    std::int64_t directorySizeShift = 0;

    std::string build() const
    {
        std::string archive;
        std::string directory;
        for (const Entry& entry : entries) {
            directory += central(entry, archive.size());
            archive += local(entry);
        }
        const std::size_t offset = archive.size();
        archive += directory;
        return archive + end(offset, directory.size(), archive.size());
    }

private:
    static std::string packedBytes(const Entry& entry)
    {
        return !entry.packed.empty() ? entry.packed
            : entry.method == 8      ? deflated(entry.content)
                                     : entry.content;
    }

    static std::uint32_t checksum(const Entry& entry)
    {
        return crc32(std::as_bytes(std::span(entry.content))) ^ entry.checksumFault;
    }

    static std::string local(const Entry& entry)
    {
        const std::string& name = entry.localName.empty() ? entry.name : entry.localName;
        const std::string padding(5, 'Z'); // torch aligns its entries with the extra field
        const std::string packed = packedBytes(entry);
        return le(std::uint32_t{0x04034b50}) + le(std::uint16_t{20}) + le(entry.flags) + le(entry.method)
            + std::string(4, '\0') + le(checksum(entry)) + le(static_cast<std::uint32_t>(packed.size()))
            + le(static_cast<std::uint32_t>(entry.content.size()))
            + le(static_cast<std::uint16_t>(name.size())) + le(static_cast<std::uint16_t>(padding.size()))
            + name + padding + packed;
    }

    std::string central(const Entry& entry, std::size_t at) const
    {
        const auto size
            = static_cast<std::uint64_t>(static_cast<std::int64_t>(entry.content.size()) + entry.sizeShift);
        const std::uint64_t packed = entry.method == 0 ? size : packedBytes(entry).size();
        const auto offset = static_cast<std::uint64_t>(static_cast<std::int64_t>(at) + entry.offsetShift);
        const std::string extra = zip64 ? le(std::uint16_t{0x7777}) + le(std::uint16_t{1}) + "x"
                + le(std::uint16_t{1}) + le(std::uint16_t{24}) + le(size) + le(packed) + le(offset)
                                        : "";
        const auto narrow = [this](std::uint64_t bytes) {
            return le(zip64 ? 0xFFFFFFFFU : static_cast<std::uint32_t>(bytes));
        };
        return le(std::uint32_t{0x02014b50}) + le(std::uint32_t{0}) + le(entry.flags) + le(entry.method)
            + std::string(4, '\0') + le(checksum(entry)) + narrow(packed) + narrow(size)
            + le(static_cast<std::uint16_t>(entry.name.size())) + le(static_cast<std::uint16_t>(extra.size()))
            + le(std::uint16_t{0}) + std::string(8, '\0')
            + le(zip64 ? 0xFFFFFFFFU : static_cast<std::uint32_t>(offset)) + entry.name + extra;
    }

    std::string end(std::size_t offset, std::size_t size, std::size_t at) const
    {
        const auto count = static_cast<std::uint64_t>(static_cast<std::int64_t>(entries.size()) + countShift);
        const auto from = static_cast<std::uint64_t>(static_cast<std::int64_t>(offset) + directoryShift);
        const auto length = static_cast<std::uint64_t>(static_cast<std::int64_t>(size) + directorySizeShift);
        std::string record;
        if (zip64) {
            record = le(std::uint32_t{0x06064b50}) + le(std::uint64_t{44}) + le(std::uint32_t{0})
                + le(std::uint64_t{0}) + le(count) + le(count) + le(length) + le(from)
                + le(std::uint32_t{0x07064b50}) + le(std::uint32_t{0}) + le(static_cast<std::uint64_t>(at))
                + le(std::uint32_t{1});
        }
        const std::string counts = le(zip64 ? std::uint16_t{0xFFFF} : static_cast<std::uint16_t>(count));
        return record + le(std::uint32_t{0x06054b50}) + le(std::uint32_t{0}) + counts + counts
            + le(zip64 ? 0xFFFFFFFFU : static_cast<std::uint32_t>(length))
            + le(zip64 ? 0xFFFFFFFFU : static_cast<std::uint32_t>(from))
            + le(static_cast<std::uint16_t>(comment.size())) + comment;
    }
};

} // namespace headlight::test
