#include "core/io/safetensors.h"

#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace headlight {

namespace {

/// One entry of a safetensors header.
struct HeaderEntry
{
    std::string name;
    std::string dtype; ///< any dtype of the format, even if this program does not read it
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0; ///< bytes from the end of the header
    std::uint64_t end = 0;
};

struct SafetensorsHeader
{
    std::vector<HeaderEntry> entries; ///< in the order of the data
    std::map<std::string, std::string, std::less<>> metadata;
};

using nlohmann::json;

constexpr std::size_t kMaxHeaderRank = 64; ///< far above any model's; limits the memory a header can claim

/// Bits per element for every dtype of the format, including those that are not read here.
std::optional<std::uint64_t> bitsOf(std::string_view dtype)
{
    if (const std::optional<DType> known = dtypeFromName(dtype))
        return std::uint64_t{8} * byteSize(*known);
    static const std::map<std::string_view, std::uint64_t> kOthers{
        {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6},     {"F8_E4M3", 8},
        {"F8_E5M2", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8},
        {"U16", 16},    {"U32", 32},    {"U64", 64},        {"C64", 64}};
    const auto at = kOthers.find(dtype);
    return at == kOthers.end() ? std::nullopt : std::optional(at->second);
}

/// A non-negative integer that fits 64 bits; otherwise empty.
std::optional<std::uint64_t> naturalNumber(const json& value)
{
    if (!value.is_number_unsigned())
        return std::nullopt;
    return value.get<std::uint64_t>();
}

/// Reads the entries one by one; an error names the tensor. Does not use JsonFields, because tensor names
/// contain dots, and a header has up to a million of these small objects.
class EntryReader
{
public:
    explicit EntryReader(const std::string& file)
        : m_file(file)
    { }

    Result<HeaderEntry> read(const std::string& name, const json& value) const
    {
        HeaderEntry entry;
        entry.name = name;
        if (!value.is_object())
            return fault(name, foundExpected(&value, "an object"));
        RETURN_IF_ERROR(readDType(name, value, entry));
        RETURN_IF_ERROR(readShape(name, value, entry));
        RETURN_IF_ERROR(readOffsets(name, value, entry));
        RETURN_IF_ERROR(checkSize(entry));
        return entry;
    }

private:
    Error fault(const std::string& name, const auto&... message) const
    {
        return badFile(m_file, excerpt(name), message...);
    }

    Result<void> readDType(const std::string& name, const json& value, HeaderEntry& entry) const
    {
        const json* dtype = findField(value, "dtype");
        if (dtype == nullptr || !dtype->is_string())
            return fault(name, "dtype: ", foundExpected(dtype, "a string such as \"F32\""));
        entry.dtype = dtype->get<std::string>();
        if (!bitsOf(entry.dtype))
            return fault(name, "dtype: found ", quotedExcerpt(entry.dtype, 40),
                         ", expected one of the format's (F32, F16, BF16, F64, I64, I32, ...)");
        return {};
    }

    Result<void> readShape(const std::string& name, const json& value, HeaderEntry& entry) const
    {
        const json* shape = findField(value, "shape");
        if (shape == nullptr || !shape->is_array())
            return fault(name, "shape: ", foundExpected(shape, "an array of integers"));
        if (shape->size() > kMaxHeaderRank)
            return fault(name, "shape: found ", shape->size(), " dimensions, expected at most ",
                         kMaxHeaderRank);
        for (const json& extent : *shape) {
            const auto number = naturalNumber(extent);
            if (!number || *number > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
                return fault(name, "shape: ", foundExpected(&extent, "integers from 0"));
            entry.shape.push_back(static_cast<std::int64_t>(*number));
        }
        return {};
    }

    Result<void> readOffsets(const std::string& name, const json& value, HeaderEntry& entry) const
    {
        const json* offsets = findField(value, "data_offsets");
        if (offsets == nullptr || !offsets->is_array() || offsets->size() != 2)
            return fault(name, "data_offsets: ", foundExpected(offsets, "an array of 2"));
        const auto begin = naturalNumber((*offsets)[0]);
        const auto end = naturalNumber((*offsets)[1]);
        if (!begin || !end || *begin > *end)
            return fault(name, "data_offsets: found [", describeJson((*offsets)[0]), ", ",
                         describeJson((*offsets)[1]), "], expected two integers from 0 in order");
        entry.begin = *begin;
        entry.end = *end;
        return {};
    }

    Result<void> checkSize(const HeaderEntry& entry) const
    {
        const std::optional<std::int64_t> count = elementCountOf(entry.shape);
        std::uint64_t bits = 0;
        if (!count
            || __builtin_mul_overflow(static_cast<std::uint64_t>(*count), bitsOf(entry.dtype).value(), &bits))
            return fault(entry.name, "shape: ", shapeText(entry.shape), " has more elements than any file");
        const std::uint64_t expected = bits / 8;
        if (bits % 8 != 0 || expected != entry.end - entry.begin)
            return fault(entry.name, "data_offsets: found ", entry.end - entry.begin, " bytes, expected ",
                         expected, " for ", entry.dtype, " ", shapeText(entry.shape));
        return {};
    }

    const std::string& m_file;
};

/// Every tensor begins where the one before it ends, and the last one ends with the file.
Result<void> checkLayout(std::vector<HeaderEntry>& entries, std::uint64_t dataBytes, const std::string& file)
{
    // Empty tensors share an offset with their neighbour, so ties are broken by the end.
    std::ranges::sort(entries, [](const HeaderEntry& a, const HeaderEntry& b) {
        return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
    });
    std::uint64_t expected = 0;
    for (const HeaderEntry& entry : entries) {
        if (entry.end > dataBytes)
            return badFile(file, excerpt(entry.name), "data_offsets: found an end at byte ", entry.end,
                           ", expected at most ", dataBytes, ", where the data of the file ends");
        if (entry.begin != expected)
            return badFile(file, excerpt(entry.name), "data_offsets: found a begin at byte ", entry.begin,
                           ", expected ", expected, " (the data ",
                           entry.begin < expected ? "overlaps" : "has a hole", ")");
        expected = entry.end;
    }
    if (expected != dataBytes)
        return badFile(file, {}, "found ", dataBytes, " bytes of data, expected ", expected,
                       ", where the last tensor ends");
    return {};
}

Result<void> readMetadata(const json& value, const std::string& file, SafetensorsHeader& header)
{
    if (!value.is_object())
        return badFile(file, "__metadata__", foundExpected(&value, "an object"));
    for (const auto& [name, text] : value.items()) {
        if (!text.is_string())
            return badFile(file, "__metadata__." + excerpt(name), foundExpected(&text, "a string"));
        header.metadata.emplace(name, text.get<std::string>());
    }
    return {};
}

/// Parses the JSON text of a header and checks it against the size of the data that follows: entries are
/// complete, sizes equal shape × dtype, and the data is filled from its first to its last byte without
/// overlaps and gaps (as the format demands, so that nothing can hide between tensors). Unknown members of an
/// entry are ignored. `file` is the name in messages.
Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view text, std::uint64_t dataBytes,
                                                 const std::string& file)
{
    const JsonLimits limits{.bytes = text.size(), .depth = 16, .values = 4'000'000, .uniqueNames = true};
    const auto root = parseJson(text, file, limits);
    if (!root)
        return badFile(file, "header", root.error().message);
    if (!root->is_object())
        return badFile(file, "header", foundExpected(&*root, "an object"));
    SafetensorsHeader header;
    const EntryReader reader(file);
    for (const auto& [name, value] : root->items()) {
        if (name == "__metadata__") {
            RETURN_IF_ERROR(readMetadata(value, file, header));
            continue;
        }
        ASSIGN_OR_RETURN(auto entry, reader.read(name, value));
        header.entries.push_back(std::move(entry));
    }
    RETURN_IF_ERROR(checkLayout(header.entries, dataBytes, file));
    return header;
}

static_assert(std::endian::native == std::endian::little, "tensors are used as they lie in the file");

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000; ///< the format's own limit

/// The text of the header, once its length is known to be valid.
Result<std::string_view> headerText(const MappedFile& file)
{
    const std::string name = file.path().string();
    if (file.size() < kLengthBytes)
        return badFile(name, "header", "found a file of ", file.size(),
                       " bytes, expected at least 8 with the length of the header");
    std::uint64_t length = 0;
    std::memcpy(&length, file.bytes().data(), sizeof length);
    if (length > kMaxHeaderBytes)
        return badFile(name, "header", "found a length of ", length, " bytes, expected at most ",
                       kMaxHeaderBytes, " (is this a safetensors file?)");
    if (length > file.size() - kLengthBytes)
        return badFile(name, "header", "found a length of ", length, " bytes, expected at most the ",
                       file.size() - kLengthBytes, " that follow (is the file cut short?)");
    const auto text = file.bytes().subspan(kLengthBytes, static_cast<std::size_t>(length));
    if (text.empty() || text.front() != std::byte{'{'})
        return badFile(name, "header", "found a header that does not begin with '{'");
    return std::string_view(reinterpret_cast<const char*>(text.data()), text.size());
}

} // namespace

bool SafetensorsFile::looksLikeSafetensors(std::span<const std::byte> file)
{
    if (file.size() <= kLengthBytes)
        return false;
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), sizeof length);
    return length > 0 && length <= kMaxHeaderBytes && length <= file.size() - kLengthBytes
        && file[kLengthBytes] == std::byte{'{'};
}

Result<SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(auto mapped, MappedFile::open(path));
    const auto owner = std::make_shared<const MappedFile>(std::move(mapped));
    ASSIGN_OR_RETURN(const auto text, headerText(*owner));
    const auto data = owner->bytes().subspan(kLengthBytes + text.size());
    ASSIGN_OR_RETURN(auto header, parseSafetensorsHeader(text, data.size(), path.string()));
    SafetensorsFile file;
    file.m_path = path;
    file.m_metadata = std::move(header.metadata);
    for (HeaderEntry& entry : header.entries) {
        const std::optional<DType> dtype = dtypeFromName(entry.dtype);
        if (!dtype) {
            file.m_unsupported.emplace(std::move(entry.name), std::move(entry.dtype));
            continue;
        }
        const auto bytes = data.subspan(static_cast<std::size_t>(entry.begin),
                                        static_cast<std::size_t>(entry.end - entry.begin));
        file.m_tensors.emplace(entry.name,
                               TensorView{entry.name, *dtype, std::move(entry.shape), bytes, owner});
    }
    return file;
}

const TensorView* SafetensorsFile::find(std::string_view name) const
{
    const auto at = m_tensors.find(name);
    return at == m_tensors.end() ? nullptr : &at->second;
}

Result<TensorView> SafetensorsFile::tensor(std::string_view name) const
{
    if (const TensorView* found = find(name))
        return *found;
    const auto at = m_unsupported.find(name);
    if (at != m_unsupported.end())
        return unsupported(m_path.string(), excerpt(name), "the dtype ", at->second,
                           " is not supported (F32, F16, BF16 and F64 are)");
    return Error{ErrorCode::kMissingTensor, "there is no tensor of this name", m_path.string(),
                 excerpt(name)};
}

} // namespace headlight
