#include "core/io/npy.h"

#include "core/base/utf8.h"
#include "core/io/zip_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace headlight {

namespace {

constexpr std::size_t kNpyAlignment = 64; ///< alignment of the numbers, as in NumPy
constexpr std::uint64_t kMostZipBytes = 0xFFFF'0000;

template <typename T>
void appendLittleEndian(std::string& out, T value)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
        out += static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFFU);
}

std::string npyHead(const std::string& dtype, std::span<const std::int64_t> shape)
{
    std::string header = "{'descr': '" + dtype + "', 'fortran_order': False, 'shape': (";
    for (const std::int64_t size : shape)
        header += concat(size, ", ");
    header += "), }";
    constexpr std::size_t kBefore = 10; // magic, version, length
    header.append(kNpyAlignment - (kBefore + header.size() + 1) % kNpyAlignment, ' ');
    header += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    appendLittleEndian(head, static_cast<std::uint16_t>(header.size()));
    return head + header;
}

/// The code points of a UTF-8 text; invalid bytes become U+FFFD.
std::vector<std::uint32_t> npyPoints(std::string_view text)
{
    std::vector<std::uint32_t> points;
    for (std::size_t i = 0; i < text.size();) {
        const Utf8Step step = readUtf8(text, i);
        points.push_back(step.c);
        i += step.length;
    }
    return points;
}

/// Fields that the local header and the directory share: version, flags, method, time, sums and sizes.
std::string zipFields(const std::string& name, std::string_view content)
{
    std::string fields;
    appendLittleEndian(fields, std::uint16_t{20}); // version 2.0
    appendLittleEndian(fields, std::uint16_t{0x0800}); // names are UTF-8
    appendLittleEndian(fields, std::uint16_t{0}); // stored
    appendLittleEndian(fields, std::uint16_t{0}); // midnight
    appendLittleEndian(fields, std::uint16_t{0x0021}); // 1 January 1980, so that the bytes are reproducible
    appendLittleEndian(fields, crc32(std::as_bytes(std::span(content))));
    appendLittleEndian(fields, static_cast<std::uint32_t>(content.size()));
    appendLittleEndian(fields, static_cast<std::uint32_t>(content.size()));
    appendLittleEndian(fields, static_cast<std::uint16_t>(name.size()));
    appendLittleEndian(fields, std::uint16_t{0}); // no extra field
    return fields;
}

template <typename Number>
std::string numbersFile(const char* dtype, std::span<const std::int64_t> shape,
                        std::span<const Number> values)
{
    std::string file = npyHead(dtype, shape);
    file.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    return file;
}

} // namespace

std::string npyFile(std::span<const std::int64_t> shape, std::span<const float> values)
{
    return numbersFile("<f4", shape, values);
}

std::string npyFile(std::span<const std::int64_t> shape, std::span<const double> values)
{
    return numbersFile("<f8", shape, values);
}

std::string npyTextFile(std::span<const std::string> texts)
{
    std::vector<std::vector<std::uint32_t>> all;
    std::size_t width = 1;
    for (const std::string& text : texts) {
        all.push_back(npyPoints(text));
        width = std::max(width, all.back().size());
    }
    const std::array<std::int64_t, 1> shape{static_cast<std::int64_t>(texts.size())};
    std::string file = npyHead(concat("<U", width), shape);
    for (auto& points : all) {
        points.resize(width);
        for (const std::uint32_t point : points)
            appendLittleEndian(file, point);
    }
    return file;
}

std::string storedZip(std::span<const std::pair<std::string, std::string>> entries)
{
    std::uint64_t bytes = 0;
    for (const auto& [name, content] : entries)
        bytes += name.size() * 2 + content.size() + 128;
    if (bytes > kMostZipBytes || entries.size() >= 0xFFFF)
        return {};
    std::string archive;
    std::string directory;
    for (const auto& [name, content] : entries) {
        const std::string fields = zipFields(name, content);
        appendLittleEndian(directory, std::uint32_t{0x02014b50});
        appendLittleEndian(directory, std::uint16_t{20}); // written by version 2.0
        directory += fields;
        directory.append(10, '\0'); // no comment, first volume, no attributes
        appendLittleEndian(directory, static_cast<std::uint32_t>(archive.size()));
        directory += name;
        appendLittleEndian(archive, std::uint32_t{0x04034b50});
        archive += fields;
        archive += name;
        archive += content;
    }
    const auto at = static_cast<std::uint32_t>(archive.size());
    archive += directory;
    appendLittleEndian(archive, std::uint32_t{0x06054b50});
    appendLittleEndian(archive, std::uint32_t{0}); // one volume
    appendLittleEndian(archive, static_cast<std::uint16_t>(entries.size()));
    appendLittleEndian(archive, static_cast<std::uint16_t>(entries.size()));
    appendLittleEndian(archive, static_cast<std::uint32_t>(directory.size()));
    appendLittleEndian(archive, at);
    appendLittleEndian(archive, std::uint16_t{0});
    return archive;
}

} // namespace headlight
