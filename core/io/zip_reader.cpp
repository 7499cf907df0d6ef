#include "core/io/zip_reader.h"

#include "core/base/machine.h"
#include "core/base/stopped.h"
#include "core/io/byte_reader.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

namespace headlight {
namespace {

// Signatures and layouts: PKWARE's APPNOTE.TXT, sections 4.3.7 to 4.3.16 and 4.5.3.
constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint32_t kCentralSignature = 0x02014b50;
constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kLocator64Bytes = 20;
constexpr std::size_t kMaxComment = 65535;
constexpr std::uint16_t kZip64Extra = 1;
constexpr std::uint16_t kIn64 = 0xFFFF; ///< "see the zip64 record"
constexpr std::uint32_t kIn64Long = 0xFFFFFFFF;
constexpr std::uint16_t kEncrypted = 1;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint64_t kMostDeflated = 1032; ///< bytes that one deflated byte can stand for

/// Location of the central directory.
struct Directory
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t entries = 0;
};

class DirectoryReader
{
public:
    DirectoryReader(std::span<const std::byte> archive, const std::string& file)
        : m_archive(archive)
        , m_file(file)
    { }

    Result<Directory> find() const
    {
        const std::optional<std::size_t> end = findEnd();
        if (!end)
            return fault("found no directory at the end of the archive (is the file cut short?)");
        ByteReader reader(m_archive, *end + 4);
        const auto disk = reader.number<std::uint16_t>();
        const auto directoryDisk = reader.number<std::uint16_t>();
        const auto entriesHere = reader.number<std::uint16_t>();
        const auto entries = reader.number<std::uint16_t>();
        const auto size = reader.number<std::uint32_t>();
        const auto offset = reader.number<std::uint32_t>();
        if (!offset)
            return fault("the end record is cut short");
        if (*entries == kIn64 || *size == kIn64Long || *offset == kIn64Long)
            return find64(*end);
        if (*disk != 0 || *directoryDisk != 0 || *entriesHere != *entries)
            return unsupported(m_file, {}, "archives in several volumes are not supported");
        return checked({*offset, *size, *entries}, *end);
    }

private:
    Error fault(const auto&... message) const { return badFile(m_file, {}, "zip: ", message...); }

    /// The last end record whose comment reaches exactly to the end of the file.
    std::optional<std::size_t> findEnd() const
    {
        if (m_archive.size() < kEndBytes)
            return std::nullopt;
        const std::size_t last = m_archive.size() - kEndBytes;
        const std::size_t first = last > kMaxComment ? last - kMaxComment : 0;
        for (std::size_t at = last + 1; at-- > first;) {
            ByteReader signature(m_archive, at);
            ByteReader comment(m_archive, at + kEndBytes - 2);
            if (signature.number<std::uint32_t>() == kEndSignature
                && comment.number<std::uint16_t>() == last - at)
                return at;
        }
        return std::nullopt;
    }

    Result<Directory> find64(std::size_t end) const
    {
        if (end < kLocator64Bytes)
            return fault("the zip64 locator is missing");
        ByteReader locator(m_archive, end - kLocator64Bytes);
        const auto signature = locator.number<std::uint32_t>();
        const auto disk = locator.number<std::uint32_t>();
        const auto at = locator.number<std::uint64_t>();
        if (signature != kLocator64Signature || !at || *at > end - kLocator64Bytes)
            return fault("the zip64 locator is missing or points beyond the archive");
        if (disk != 0U)
            return unsupported(m_file, {}, "archives in several volumes are not supported");
        ByteReader record(m_archive, static_cast<std::size_t>(*at));
        const auto recordSignature = record.number<std::uint32_t>();
        record.bytes(8 + 2 + 2); // its size, versions
        const auto disks = record.number<std::uint64_t>();
        const auto entriesHere = record.number<std::uint64_t>();
        const auto entries = record.number<std::uint64_t>();
        const auto size = record.number<std::uint64_t>();
        const auto offset = record.number<std::uint64_t>();
        if (recordSignature != kEnd64Signature || !offset)
            return fault("the zip64 end record is missing or cut short");
        if (*disks != 0 || *entriesHere != *entries)
            return unsupported(m_file, {}, "archives in several volumes are not supported");
        return checked({*offset, *size, *entries}, static_cast<std::size_t>(*at));
    }

    Result<Directory> checked(const Directory& directory, std::size_t end) const
    {
        if (directory.offset > end || directory.size > end - directory.offset)
            return fault("found a directory at byte ", directory.offset, " of ", directory.size,
                         " bytes, expected it before byte ", end);
        constexpr std::uint64_t kSmallestEntry = 46;
        if (directory.entries > directory.size / kSmallestEntry)
            return fault("found ", directory.entries, " entries, expected at most ",
                         directory.size / kSmallestEntry, " in a directory of ", directory.size, " bytes");
        return directory;
    }

    std::span<const std::byte> m_archive;
    const std::string& m_file;
};

/// Replaces sizes and offset that did not fit 32 bits by those of the zip64 extra field, which holds only
/// these, in this order. False if one is missing.
bool readZip64Extra(std::span<const std::byte> extra, ZipReader::Entry& entry)
{
    std::span<const std::byte> found;
    ByteReader fields(extra);
    while (fields.left() >= 4) {
        const auto id = fields.number<std::uint16_t>();
        const auto size = fields.number<std::uint16_t>();
        const auto content = fields.bytes(*size);
        if (!content)
            return false;
        if (id == kZip64Extra)
            found = *content;
    }
    ByteReader values(found);
    for (std::uint64_t* wanted : {&entry.size, &entry.packedSize, &entry.localHeader}) {
        if (*wanted != kIn64Long)
            continue;
        const auto value = values.number<std::uint64_t>();
        if (!value)
            return false;
        *wanted = *value;
    }
    return true;
}

struct NamedEntry
{
    std::string name;
    ZipReader::Entry entry;
};

/// One entry of the central directory; empty if it is truncated or contradicts itself.
std::optional<NamedEntry> readCentral(ByteReader& reader)
{
    NamedEntry named;
    const auto signature = reader.number<std::uint32_t>();
    reader.bytes(4); // versions
    const auto flags = reader.number<std::uint16_t>();
    const auto method = reader.number<std::uint16_t>();
    reader.bytes(4); // time, date
    const auto checksum = reader.number<std::uint32_t>();
    const auto packed = reader.number<std::uint32_t>();
    const auto size = reader.number<std::uint32_t>();
    const auto nameLength = reader.number<std::uint16_t>();
    const auto extraLength = reader.number<std::uint16_t>();
    const auto commentLength = reader.number<std::uint16_t>();
    reader.bytes(8); // volume, attributes
    const auto local = reader.number<std::uint32_t>();
    if (signature != kCentralSignature || !local)
        return std::nullopt;
    const auto name = reader.text(*nameLength);
    const auto extra = reader.bytes(*extraLength);
    if (!name || !extra || !reader.bytes(*commentLength))
        return std::nullopt;
    named.name = *name;
    named.entry = {*local, *size, *packed, *method, *flags, *checksum};
    if (!readZip64Extra(*extra, named.entry))
        return std::nullopt;
    return named;
}

/// Inflates as much as fits into `to`. Returns the number of bytes written; nothing if they are damaged.
std::optional<std::uint64_t> inflateInto(std::span<const std::byte> from, std::span<std::byte> to)
{
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) // raw: a zip entry has no header of zlib
        throw std::bad_alloc();
    const std::unique_ptr<z_stream, decltype(&inflateEnd)> end(&stream, &inflateEnd);
    constexpr std::size_t kMostAtOnce = std::size_t{1} << 30U; // zlib counts in 32 bits
    int result = Z_OK;
    while (result == Z_OK) {
        if (stream.avail_in == 0) {
            stream.avail_in = static_cast<uInt>(std::min(from.size(), kMostAtOnce));
            // zlib reads only; its declaration lacks the const.
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(from.data()));
            from = from.subspan(stream.avail_in);
        }
        if (stream.avail_out == 0) {
            stream.avail_out = static_cast<uInt>(std::min(to.size(), kMostAtOnce));
            stream.next_out = reinterpret_cast<Bytef*>(to.data());
            to = to.subspan(stream.avail_out);
        }
        result = ::inflate(&stream, Z_NO_FLUSH);
    }
    // Z_BUF_ERROR: one of the two has ended.
    if (result != Z_STREAM_END && result != Z_BUF_ERROR)
        return std::nullopt;
    return stream.total_out;
}

} // namespace

std::uint32_t crc32(std::span<const std::byte> bytes)
{
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint64_t mostInflatedBytes()
{
    constexpr std::int64_t kMost = std::int64_t{8} << 30;
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(availableMemory() / 2, 0, kMost));
}

bool ZipReader::looksLikeZip(std::span<const std::byte> archive)
{
    const std::uint32_t signature = ByteReader(archive).number<std::uint32_t>().value_or(0); // 0 is neither
    return signature == kLocalSignature || signature == kEndSignature;
}

Result<ZipReader> ZipReader::open(std::span<const std::byte> archive, const std::string& file)
{
    ASSIGN_OR_RETURN(const auto directory, DirectoryReader(archive, file).find());
    ZipReader zip;
    zip.m_archive = archive;
    zip.m_file = file;
    ByteReader reader(archive.subspan(static_cast<std::size_t>(directory.offset),
                                      static_cast<std::size_t>(directory.size)));
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        const auto named = readCentral(reader);
        if (!named)
            return badFile(file, {}, "zip: entry ", i, " of the directory is malformed");
        if (!zip.m_entries.emplace(named->name, named->entry).second)
            return badFile(file, excerpt(named->name), "zip: this entry occurs twice");
    }
    return zip;
}

Result<std::span<const std::byte>> ZipReader::packed(std::string_view name, const Entry& entry) const
{
    if ((entry.flags & kEncrypted) != 0)
        return unsupported(m_file, excerpt(name), "zip: encrypted entries are not supported");
    if (entry.localHeader >= m_archive.size())
        return fault(name, "found its header at byte ", entry.localHeader, ", expected it before ",
                     m_archive.size(), ", the end of the archive");
    // Name and extra field of the local header may have other lengths than in the directory.
    ByteReader local(m_archive, static_cast<std::size_t>(entry.localHeader));
    const auto signature = local.number<std::uint32_t>();
    local.bytes(22);
    const auto nameLength = local.number<std::uint16_t>();
    const auto extraLength = local.number<std::uint16_t>();
    if (signature != kLocalSignature || !extraLength || local.text(*nameLength) != name
        || !local.bytes(*extraLength))
        return fault(name, "there is no header of this entry at byte ", entry.localHeader);
    const auto content = local.bytes(entry.packedSize);
    if (!content)
        return fault(name, "found ", entry.packedSize, " bytes, expected at most the ", local.left(),
                     " that follow");
    return *content;
}

Result<std::span<const std::byte>> ZipReader::entry(std::string_view name) const
{
    const auto at = m_entries.find(name);
    if (at == m_entries.end())
        return fault(name, "there is no entry of this name");
    const Entry& entry = at->second;
    if ((entry.flags & kEncrypted) == 0 && (entry.method != 0 || entry.size != entry.packedSize))
        return unsupported(m_file, excerpt(name), "zip: found an entry packed by method ", entry.method,
                           ", expected a stored one (method 0), or in an .npz a deflated one (method 8)");
    return packed(name, entry);
}

Result<ZipReader::Content> ZipReader::inflated(std::string_view name, const Entry& entry,
                                               std::uint64_t mostInflated) const
{
    ASSIGN_OR_RETURN(const auto from, packed(name, entry));
    if (entry.size / kMostDeflated > entry.packedSize)
        return fault(name, "found ", entry.packedSize, " deflated bytes that declare ", entry.size,
                     ", expected at most ", kMostDeflated, " times as many");
    if (entry.size > mostInflated)
        return unsupported(m_file, excerpt(name), "zip: found a deflated entry of ", entry.size,
                           " bytes, expected at most ", mostInflated,
                           ", which fit in memory. Save the file with numpy.savez instead of "
                           "numpy.savez_compressed: stored arrays are mapped");
    // One byte more shows whether there is more.
    const auto bytes = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(entry.size) + 1);
    const auto count = inflateInto(from, *bytes);
    if (!count)
        return fault(name, "found bytes that cannot be inflated (the file is damaged)");
    if (*count != entry.size)
        return fault(name, "found ", *count > entry.size ? "more" : "fewer", " than the ", entry.size,
                     " inflated bytes that the directory declares (the file is damaged)");
    return Content{std::span(*bytes).first(bytes->size() - 1), bytes};
}

Result<ZipReader::Content> ZipReader::content(std::string_view name, std::uint64_t mostInflated) const
{
    const auto at = m_entries.find(name);
    const bool deflated = at != m_entries.end() && at->second.method == kDeflated;
    Content content;
    if (deflated) {
        ASSIGN_OR_RETURN(content, inflated(name, at->second, mostInflated));
    } else {
        ASSIGN_OR_RETURN(content.bytes, entry(name));
    }
    const std::uint32_t expected = at->second.checksum;
    if (const std::uint32_t found = crc32(content.bytes); found != expected)
        return fault(name,
                     formatted("found content with the CRC-32 %08x, expected %08x (the file is damaged)",
                               found, expected));
    return content;
}

Result<void> ZipReader::verify(const Job& job) const
{
    std::int64_t done = 0;
    for (const auto& [name, entry] : m_entries) {
        if (job.stopped())
            return stoppedError(m_file);
        job.report({"checking " + name, done++, static_cast<std::int64_t>(m_entries.size())});
        RETURN_IF_ERROR(content(name, mostInflatedBytes()));
    }
    return {};
}

} // namespace headlight
