#include "core/io/gguf_header.h"

#include "core/io/byte_reader.h"
#include "core/io/excerpt.h"

#include <bit>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr std::uint32_t kOldestGguf = 2, kNewestGguf = 3;
constexpr std::uint32_t kMostExtents = 4;
constexpr std::uint64_t kDefaultAlignment = 32;
/// The smallest key (an empty one with a value of one byte) and the smallest entry of the tensor list.
constexpr std::uint64_t kLeastKeyBytes = 13, kLeastTensorBytes = 32;

/// The dtype for a tensor type's number; empty for types that are not read.
std::optional<DType> dtypeOfGguf(std::uint32_t number)
{
    static const std::map<std::uint32_t, DType> kTypes{
        {0, DType::kF32},     {1, DType::kF16},    {2, DType::kQ4v0},    {3, DType::kQ4v1},
        {6, DType::kQ5v0},    {7, DType::kQ5v1},   {8, DType::kQ8v0},    {10, DType::kQ2k},
        {11, DType::kQ3k},    {12, DType::kQ4k},   {13, DType::kQ5k},    {14, DType::kQ6k},
        {16, DType::kIq2xxs}, {17, DType::kIq2xs}, {18, DType::kIq3xxs}, {19, DType::kIq1s},
        {20, DType::kIq4nl},  {21, DType::kIq3s},  {22, DType::kIq2s},   {23, DType::kIq4xs},
        {24, DType::kI8},     {25, DType::kI16},   {26, DType::kI32},    {27, DType::kI64},
        {28, DType::kF64},    {29, DType::kIq1m},  {30, DType::kBF16},   {34, DType::kTq1},
        {35, DType::kTq2},    {39, DType::kMxfp4}};
    const auto found = kTypes.find(number);
    return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}

/// Names of types that were used in older files, or that only other programs read.
std::string otherTypeName(std::uint32_t number)
{
    static const std::map<std::uint32_t, std::string_view> kNames{{4, "Q4_2, withdrawn"},
                                                                  {5, "Q4_3, withdrawn"},
                                                                  {9, "Q8_1, never in files"},
                                                                  {15, "Q8_K, never in files"},
                                                                  {31, "Q4_0_4_4, withdrawn"},
                                                                  {32, "Q4_0_4_8, withdrawn"},
                                                                  {33, "Q4_0_8_8, withdrawn"},
                                                                  {36, "IQ4_NL_4_4, withdrawn"},
                                                                  {37, "IQ4_NL_4_8, withdrawn"},
                                                                  {38, "IQ4_NL_8_8, withdrawn"},
                                                                  {40, "NVFP4"}};
    const auto found = kNames.find(number);
    return found == kNames.end() ? std::to_string(number) : concat(number, " (", found->second, ")");
}

/// A tensor as in the list.
struct ListedTensor
{
    std::string name;
    DType dtype = DType::kF32;
    std::vector<std::int64_t> shape;
    std::uint64_t offset = 0, bytes = 0;
};

class GgufPartReader
{
public:
    explicit GgufPartReader(const std::shared_ptr<const MappedFile>& file)
        : m_mapping(file)
        , m_file(file->path().string())
        , m_reader(file->bytes())
    { }

    Result<GgufPart> read()
    {
        RETURN_IF_ERROR(readStart());
        for (std::uint64_t i = 0; i < m_keyCount; ++i)
            RETURN_IF_ERROR(readKey(i));
        std::vector<ListedTensor> list;
        for (std::uint64_t i = 0; i < m_tensorCount; ++i) {
            ASSIGN_OR_RETURN(auto tensor, readTensor(i));
            list.push_back(std::move(tensor));
        }
        RETURN_IF_ERROR(place(std::move(list)));
        return std::move(m_part);
    }

private:
    Error fault(std::string field, const auto&... message) const
    {
        return badFile(m_file, std::move(field), message...);
    }
    Error cutShort(std::string field) const
    {
        return fault(std::move(field), "the file ends here, after ", m_mapping->size(),
                     " bytes, expected more (is it cut short?)");
    }

    Result<void> readStart()
    {
        const auto magic = m_reader.text(4);
        if (!magic)
            return fault("header", "found ", m_mapping->size(),
                         " bytes, expected at least the 24 of a GGUF header");
        if (*magic != "GGUF")
            return fault("header", "found the beginning \"", excerpt(*magic), R"(", expected "GGUF")");
        const auto version = m_reader.number<std::uint32_t>();
        const auto tensors = m_reader.number<std::uint64_t>();
        const auto keys = m_reader.number<std::uint64_t>();
        if (!version || !tensors || !keys)
            return cutShort("header");
        if (*version != 0 && (*version & 0xFFFFU) == 0)
            return unsupported(m_file, "version",
                               "found a big-endian file, expected a little-endian one (convert it with "
                               "gguf-py's gguf_convert_endian.py)");
        if (*version < kOldestGguf || *version > kNewestGguf)
            return unsupported(m_file, "version", "found ", *version, ", expected 2 or 3");
        const std::uint64_t left = m_reader.left();
        if (*keys > left / kLeastKeyBytes)
            return fault("key count", tooMany(*keys, left / kLeastKeyBytes));
        if (*tensors > left / kLeastTensorBytes)
            return fault("tensor count", tooMany(*tensors, left / kLeastTensorBytes));
        m_keyCount = *keys;
        m_tensorCount = *tensors;
        return {};
    }

    static std::string tooMany(std::uint64_t found, std::uint64_t most)
    {
        return concat("found ", found, ", expected at most ", most, ", for which the file has room");
    }

    /// A string: its length, then its bytes.
    Result<std::string_view> readText(const std::string& field)
    {
        const auto length = m_reader.number<std::uint64_t>();
        if (!length)
            return cutShort(field);
        const auto text = m_reader.text(*length);
        if (!text)
            return fault(field, "found a length of ", *length, " bytes, expected at most the ",
                         m_reader.left(), " that follow");
        return *text;
    }

    Result<void> readKey(std::uint64_t index)
    {
        const std::string place = concat("key ", index);
        ASSIGN_OR_RETURN(const auto key, readText(place));
        const std::string name = excerpt(key);
        const auto type = m_reader.number<std::uint32_t>();
        if (!type)
            return cutShort(name);
        GgufValue value;
        value.type = static_cast<GgufType>(*type);
        if (value.type == GgufType::kArray) {
            const auto element = m_reader.number<std::uint32_t>();
            const auto count = m_reader.number<std::uint64_t>();
            if (!element || !count)
                return cutShort(name);
            value.isList = true;
            value.type = static_cast<GgufType>(*element);
            value.count = *count;
        }
        RETURN_IF_ERROR(readElements(name, value));
        if (!m_part.metadata.emplace(std::string(key), value).second)
            return fault(name, "found twice, expected once");
        return {};
    }

    Result<void> readElements(const std::string& name, GgufValue& value)
    {
        const std::size_t width = bytesOf(value.type);
        if (width == 0 && value.type != GgufType::kString)
            return fault(name, "found the value type ", static_cast<std::uint32_t>(value.type),
                         value.isList ? " in a list" : "", ", expected 0 to 8 or 10 to 12");
        if (width == 0)
            return value.isList ? readTexts(name, value) : readOneText(name, value);
        if (value.count > m_reader.left() / width)
            return fault(name, "found a list of ", value.count, " values, expected at most ",
                         m_reader.left() / width, ", for which the file has room");
        value.bytes = *m_reader.bytes(value.count * width);
        return {};
    }

    Result<void> readOneText(const std::string& name, GgufValue& value)
    {
        ASSIGN_OR_RETURN(const auto text, readText(name));
        value.bytes = std::as_bytes(std::span(text.data(), text.size()));
        return {};
    }

    Result<void> readTexts(const std::string& name, GgufValue& value)
    {
        constexpr std::size_t kLength = sizeof(std::uint64_t);
        if (value.count > m_reader.left() / kLength)
            return fault(name, tooMany(value.count, m_reader.left() / kLength));
        const std::size_t begin = m_reader.position();
        for (std::uint64_t i = 0; i < value.count; ++i)
            RETURN_IF_ERROR(readText(name));
        value.bytes = m_mapping->bytes().subspan(begin, m_reader.position() - begin);
        return {};
    }

    Result<ListedTensor> readTensor(std::uint64_t index)
    {
        ASSIGN_OR_RETURN(const auto name, readText(concat("tensor ", index)));
        ListedTensor tensor;
        tensor.name = std::string(name);
        const std::string field = excerpt(tensor.name);
        const auto extents = m_reader.number<std::uint32_t>();
        if (!extents)
            return cutShort(field);
        if (*extents == 0 || *extents > kMostExtents)
            return fault(field, "found ", *extents, " dimensions, expected 1 to ", kMostExtents);
        for (std::uint32_t i = 0; i < *extents; ++i) {
            const auto extent = m_reader.number<std::uint64_t>();
            if (!extent)
                return cutShort(field);
            if (*extent == 0 || *extent > (std::uint64_t{1} << 62U))
                return fault(field, "found the dimension ", *extent, ", expected a positive number");
            tensor.shape.insert(tensor.shape.begin(), static_cast<std::int64_t>(*extent));
        }
        const auto type = m_reader.number<std::uint32_t>();
        const auto offset = m_reader.number<std::uint64_t>();
        if (!type || !offset)
            return cutShort(field);
        const auto dtype = dtypeOfGguf(*type);
        if (!dtype)
            return unsupported(m_file, field, "found the tensor type ", otherTypeName(*type),
                               ", expected F32, F16, BF16, a Q, IQ or TQ type or MXFP4");
        tensor.dtype = *dtype;
        tensor.offset = *offset;
        RETURN_IF_ERROR(measure(tensor, field));
        return tensor;
    }

    Result<void> measure(ListedTensor& tensor, const std::string& field) const
    {
        const auto [values, bytes] = blockShape(tensor.dtype);
        if (tensor.shape.back() % values != 0)
            return fault(field, "found rows of ", tensor.shape.back(), " numbers, expected a multiple of ",
                         values, ", the block of ", dtypeName(tensor.dtype));
        const auto count = elementCountOf(tensor.shape);
        std::int64_t size = 0;
        if (!count || __builtin_mul_overflow(*count / values, bytes, &size))
            return fault(field, "found the shape ", shapeText(tensor.shape),
                         ", expected one whose size can be counted");
        tensor.bytes = static_cast<std::uint64_t>(size);
        return {};
    }

    Result<std::uint64_t> alignment() const
    {
        const auto found = m_part.metadata.find("general.alignment");
        if (found == m_part.metadata.end())
            return kDefaultAlignment;
        const auto value = found->second.isList ? std::nullopt : found->second.integer();
        if (!value || *value <= 0 || !std::has_single_bit(static_cast<std::uint64_t>(*value)))
            return fault("general.alignment", "found ", found->second.inWords(), ", expected a power of two");
        return static_cast<std::uint64_t>(*value);
    }

    Result<void> place(std::vector<ListedTensor> list)
    {
        ASSIGN_OR_RETURN(const auto aligned, alignment());
        const std::uint64_t past = m_reader.position() % aligned;
        const std::uint64_t begin = m_reader.position() + (past == 0 ? 0 : aligned - past);
        const std::uint64_t room = m_mapping->size() > begin ? m_mapping->size() - begin : 0;
        std::uint64_t next = 0; // where the tensor before ends
        for (ListedTensor& tensor : list) {
            const std::string field = excerpt(tensor.name);
            if (tensor.offset % aligned != 0)
                return fault(field, "found the offset ", tensor.offset, ", expected a multiple of ", aligned);
            if (tensor.offset > room || tensor.bytes > room - tensor.offset)
                return fault(field, "found ", tensor.bytes, " bytes at the offset ", tensor.offset,
                             ", expected them within the ", room, " bytes of data (is the file cut short?)");
            if (tensor.offset != next)
                return fault(field, "found the offset ", tensor.offset, ", expected ", next,
                             ", where the tensor before it ends: they ",
                             tensor.offset < next ? "overlap" : "leave a gap",
                             ". Write the file again with the tool that made it");
            next = tensor.offset + (tensor.bytes + aligned - 1) / aligned * aligned;
            TensorView view{tensor.name, tensor.dtype, std::move(tensor.shape),
                            m_mapping->bytes().subspan(static_cast<std::size_t>(begin + tensor.offset),
                                                       static_cast<std::size_t>(tensor.bytes)),
                            m_mapping};
            if (!m_part.tensors.emplace(std::move(tensor.name), std::move(view)).second)
                return fault(field, "found twice in the tensor list, expected once");
        }
        return {};
    }

    std::shared_ptr<const MappedFile> m_mapping;
    std::string m_file;
    ByteReader m_reader;
    std::uint64_t m_keyCount = 0, m_tensorCount = 0;
    GgufPart m_part;
};

} // namespace

Result<GgufPart> readGgufPart(const std::shared_ptr<const MappedFile>& file)
{
    return GgufPartReader(file).read();
}

} // namespace headlight
