#include "core/io/gguf.h"

#include "core/io/byte_reader.h"
#include "core/io/excerpt.h"
#include "core/io/gguf_header.h"
#include "core/io/mapped_file.h"

#include <array>
#include <cstring>
#include <fstream>
#include <memory>
#include <utility>

namespace headlight {

namespace {

struct GgufTypeFacts
{
    std::string_view name;
    std::size_t bytes;
};

constexpr std::array<GgufTypeFacts, 13> kGgufTypes{{{"U8", 1},
                                                    {"I8", 1},
                                                    {"U16", 2},
                                                    {"I16", 2},
                                                    {"U32", 4},
                                                    {"I32", 4},
                                                    {"F32", 4},
                                                    {"BOOL", 1},
                                                    {"strings", 0},
                                                    {"lists", 0},
                                                    {"U64", 8},
                                                    {"I64", 8},
                                                    {"F64", 8}}};

template <typename T>
T numberAt(std::span<const std::byte> bytes, std::uint64_t index)
{
    T value{};
    std::memcpy(&value, bytes.data() + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
    return value;
}

namespace fs = std::filesystem;

constexpr std::int64_t kMostGgufParts = 9999;

/// "-00002-of-00003.gguf"
std::string partEnding(std::int64_t number, std::int64_t count)
{
    return formatted("-%05d-of-%05d.gguf", static_cast<int>(number), static_cast<int>(count));
}

/// A number from the metadata of split files; `otherwise` if the file has none of that name.
Result<std::int64_t> splitNumber(const GgufFile::Metadata& metadata, const std::string& file,
                                 std::string_view key, std::int64_t otherwise)
{
    const auto found = metadata.find(key);
    if (found == metadata.end())
        return otherwise;
    const auto number = found->second.isList ? std::nullopt : found->second.integer();
    if (!number || *number < 0)
        return badFile(file, std::string(key), "found ", found->second.inWords(),
                       ", expected a whole number");
    return *number;
}

} // namespace

std::size_t bytesOf(GgufType type)
{
    const auto number = static_cast<std::size_t>(type);
    return number < kGgufTypes.size() ? kGgufTypes.at(number).bytes : 0;
}

std::optional<std::int64_t> GgufValue::integer(std::uint64_t index) const
{
    if (index >= count)
        return std::nullopt;
    switch (type) {
    case GgufType::kU8:
        return numberAt<std::uint8_t>(bytes, index);
    case GgufType::kI8:
        return numberAt<std::int8_t>(bytes, index);
    case GgufType::kU16:
        return numberAt<std::uint16_t>(bytes, index);
    case GgufType::kI16:
        return numberAt<std::int16_t>(bytes, index);
    case GgufType::kU32:
        return numberAt<std::uint32_t>(bytes, index);
    case GgufType::kI32:
        return numberAt<std::int32_t>(bytes, index);
    case GgufType::kI64:
        return numberAt<std::int64_t>(bytes, index);
    case GgufType::kU64: {
        const auto value = numberAt<std::uint64_t>(bytes, index);
        return std::in_range<std::int64_t>(value) ? std::optional(static_cast<std::int64_t>(value))
                                                  : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

std::optional<double> GgufValue::real(std::uint64_t index) const
{
    if (index >= count)
        return std::nullopt;
    if (type == GgufType::kF32)
        return static_cast<double>(numberAt<float>(bytes, index));
    if (type == GgufType::kF64)
        return numberAt<double>(bytes, index);
    if (type == GgufType::kU64)
        return static_cast<double>(numberAt<std::uint64_t>(bytes, index));
    if (const auto whole = integer(index))
        return static_cast<double>(*whole);
    return std::nullopt;
}

std::optional<bool> GgufValue::flag(std::uint64_t index) const
{
    if (type != GgufType::kBool || index >= count)
        return std::nullopt;
    return numberAt<std::uint8_t>(bytes, index) != 0;
}

std::optional<std::string_view> GgufValue::text() const
{
    if (type != GgufType::kString || isList)
        return std::nullopt;
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::optional<std::vector<std::string_view>> GgufValue::texts() const
{
    if (type != GgufType::kString || !isList)
        return std::nullopt;
    std::vector<std::string_view> all;
    ByteReader reader(bytes);
    while (const auto length = reader.number<std::uint64_t>())
        if (const auto one = reader.text(*length))
            all.push_back(*one);
    return all;
}

std::string GgufValue::inWords() const
{
    if (isList) {
        const auto number = static_cast<std::size_t>(type);
        const bool known = number < kGgufTypes.size();
        return concat("a list of ", count, " ", known ? std::string(kGgufTypes.at(number).name) : "values",
                      type == GgufType::kString || type == GgufType::kArray ? "" : " numbers");
    }
    if (const auto string = text())
        return '"' + excerpt(*string) + '"';
    if (type == GgufType::kBool)
        return flag().value_or(false) ? "true" : "false";
    if (type == GgufType::kF32 || type == GgufType::kF64)
        return formatted("%.9g", real().value_or(0.0));
    if (const auto whole = integer())
        return std::to_string(*whole);
    return std::to_string(numberAt<std::uint64_t>(bytes, 0));
}

bool GgufFile::isGguf(const fs::path& path)
{
    if (!fs::is_regular_file(statusOf(path)))
        return false; // opening a pipe would wait for its writer
    std::array<char, 4> begin{};
    std::ifstream file(path, std::ios::binary);
    file.read(begin.data(), begin.size());
    return file && std::string_view(begin.data(), begin.size()) == "GGUF";
}

Result<GgufFile> GgufFile::open(const fs::path& path)
{
    GgufFile file;
    file.m_path = path;
    RETURN_IF_ERROR(file.addPart(path));
    RETURN_IF_ERROR(file.addParts());
    return file;
}

const GgufValue* GgufFile::find(std::string_view key) const
{
    const auto at = m_metadata.find(key);
    return at == m_metadata.end() ? nullptr : &at->second;
}

const TensorView* GgufFile::tensor(std::string_view name) const
{
    const auto at = m_tensors.find(name);
    return at == m_tensors.end() ? nullptr : &at->second;
}

Result<void> GgufFile::addPart(const fs::path& path)
{
    ASSIGN_OR_RETURN(auto mapped, MappedFile::open(path));
    const auto owner = std::make_shared<const MappedFile>(std::move(mapped));
    ASSIGN_OR_RETURN(auto part, readGgufPart(owner));
    const std::string file = path.string();
    const bool first = m_mapping == nullptr;
    const auto number = splitNumber(part.metadata, file, "split.no", first ? 0 : -1);
    const auto count = splitNumber(part.metadata, file, "split.count", first ? 1 : -1);
    for (const auto* found : {&number, &count})
        if (!*found)
            return found->error();
    if (first) {
        m_mapping = owner;
        m_metadata = std::move(part.metadata);
        if (*count > kMostGgufParts)
            return badFile(file, "split.count", "found ", *count, ", expected at most ", kMostGgufParts);
        if (*number != 0)
            return badFile(file, "split.no", "found part ", *number + 1, " of ", *count,
                           ", expected the first part, whose name ends in ", partEnding(1, *count));
        m_parts = static_cast<int>(std::max<std::int64_t>(*count, 1));
    } else if (*count != m_parts) {
        return badFile(file, "split.count", "found ", *count, ", expected ", m_parts,
                       " as in the first part");
    } else if (!path.filename().string().ends_with(partEnding(*number + 1, *count))) {
        return badFile(file, "split.no", "found ", *number,
                       ", expected the number in the file's name less 1");
    }
    m_fileBytes += owner->size();
    for (auto& [name, view] : part.tensors)
        if (!m_tensors.emplace(name, std::move(view)).second)
            return badFile(file, excerpt(name), "found in an earlier part too, expected once");
    return {};
}

Result<void> GgufFile::addParts()
{
    if (m_parts > 1) {
        const std::string ending = partEnding(1, m_parts);
        const std::string name = m_path.filename().string();
        if (!name.ends_with(ending))
            return badFile(m_path.string(), "split.count", "found ", m_parts,
                           " parts, expected a name that ends in ", ending);
        const std::string stem = name.substr(0, name.size() - ending.size());
        for (int part = 2; part <= m_parts; ++part) {
            const fs::path next = m_path.parent_path() / (stem + partEnding(part, m_parts));
            if (!fs::exists(statusOf(next)))
                return Error{
                    ErrorCode::kFileNotFound,
                    concat("found no part ", part, " of ", m_parts, ", expected it beside the first"),
                    next.string()};
            RETURN_IF_ERROR(addPart(next));
        }
    }
    ASSIGN_OR_RETURN(const auto total,
                     splitNumber(m_metadata, m_path.string(), "split.tensors.count",
                                 static_cast<std::int64_t>(m_tensors.size())));
    if (total != static_cast<std::int64_t>(m_tensors.size()))
        return badFile(m_path.string(), "split.tensors.count", "found ", total, ", expected ",
                       m_tensors.size(), ", the tensors of all parts");
    return {};
}

} // namespace headlight
