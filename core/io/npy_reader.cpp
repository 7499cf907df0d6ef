#include "core/io/npy.h"

#include "core/base/utf8.h"
#include "core/io/byte_reader.h"
#include "core/io/excerpt.h"
#include "core/io/mapped_file.h"
#include "core/io/tensor.h"
#include "core/io/zip_reader.h"

#include <charconv>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace headlight {

namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";
constexpr std::size_t kMaxNpyHeader = std::size_t{1} << 20U;
constexpr std::size_t kMaxNpyRank = 32; ///< NumPy's own limit
constexpr std::int64_t kMaxNpyTexts = std::int64_t{1} << 22;

/// The dictionary of a header: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }.
struct NpyHeader
{
    std::string type;
    bool columnsFirst = false;
    std::vector<std::int64_t> shape;
};

/// Parses the few Python expressions that NumPy writes there.
class NpyHeaderParser
{
public:
    explicit NpyHeaderParser(std::string_view text)
        : m_text(text)
    { }

    std::optional<NpyHeader> read()
    {
        NpyHeader header;
        int seen = 0;
        if (!take('{'))
            return std::nullopt;
        while (!take('}')) {
            const auto key = quoted();
            if (!key || !take(':') || !readValue(*key, header))
                return std::nullopt;
            ++seen;
            take(',');
        }
        skip();
        return seen == 3 && m_at == m_text.size() ? std::optional(header) : std::nullopt;
    }

private:
    void skip()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n'))
            ++m_at;
    }
    bool take(char wanted)
    {
        skip();
        if (m_at >= m_text.size() || m_text[m_at] != wanted)
            return false;
        ++m_at;
        return true;
    }
    bool takeWord(std::string_view word)
    {
        skip();
        if (!m_text.substr(m_at).starts_with(word))
            return false;
        m_at += word.size();
        return true;
    }
    std::optional<std::string> quoted()
    {
        skip();
        const char mark = m_at < m_text.size() ? m_text[m_at] : '\0';
        const std::size_t end
            = mark == '\'' || mark == '"' ? m_text.find(mark, m_at + 1) : std::string_view::npos;
        if (end == std::string_view::npos)
            return std::nullopt;
        std::string found(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
        return found;
    }
    bool readShape(std::vector<std::int64_t>& shape)
    {
        if (!take('('))
            return false;
        while (!take(')')) {
            skip();
            std::int64_t size = 0;
            const char* const begin = m_text.data() + m_at;
            const auto [rest, fault] = std::from_chars(begin, m_text.data() + m_text.size(), size);
            if (fault != std::errc{} || shape.size() == kMaxNpyRank)
                return false;
            m_at += static_cast<std::size_t>(rest - begin);
            shape.push_back(size);
            takeWord("L"); // Python 2 wrote long integers this way
            take(',');
        }
        return true;
    }
    bool readValue(const std::string& key, NpyHeader& header)
    {
        if (key == "shape")
            return readShape(header.shape);
        if (key == "fortran_order") {
            header.columnsFirst = takeWord("True");
            return header.columnsFirst || takeWord("False");
        }
        const auto type = key == "descr" ? quoted() : std::nullopt;
        header.type = type.value_or("");
        return type.has_value();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

std::optional<DType> npyDType(std::string_view type)
{
    static const std::map<std::string_view, DType> known{
        {"f8", DType::kF64}, {"f4", DType::kF32}, {"f2", DType::kF16},
        {"i8", DType::kI64}, {"i4", DType::kI32}, {"i2", DType::kI16},
        {"i1", DType::kI8},  {"u1", DType::kU8},  {"b1", DType::kBool}};
    if (type.size() != 3 || (type[0] != '<' && type[0] != '|' && type[0] != '='))
        return std::nullopt;
    const auto at = known.find(type.substr(1));
    return at == known.end() ? std::nullopt : std::optional(at->second);
}

/// Copies an array in Fortran order (first axis fastest) into rows.
std::shared_ptr<std::vector<std::byte>> npyRows(std::span<const std::byte> data, const NpyHeader& header,
                                                std::size_t size)
{
    auto rows = std::make_shared<std::vector<std::byte>>(data.size());
    std::vector<std::int64_t> strides(header.shape.size(), 1);
    std::partial_sum(header.shape.begin(), header.shape.end() - 1, strides.begin() + 1, std::multiplies<>());
    copyStrided(data, header.shape, strides, 0, size, *rows);
    return rows;
}

/// A text of fixed width, padded with zeros.
std::string npyText(std::span<const std::byte> field, bool wide)
{
    std::string text;
    for (std::size_t i = 0; i < field.size(); i += wide ? 4 : 1) {
        auto point = std::to_integer<std::uint32_t>(field[i]);
        if (wide)
            std::memcpy(&point, field.data() + i, sizeof point);
        if (point == 0)
            break;
        const bool character = point <= 0x10FFFF && (point < 0xD800 || point >= 0xE000);
        wide ? appendUtf8(text, character ? point : 0xFFFD) : text.push_back(static_cast<char>(point));
    }
    return text;
}

/// Reads one array after its magic.
class NpyArray
{
public:
    NpyArray(std::string name, std::string file)
        : m_name(std::move(name))
        , m_file(std::move(file))
    { }

    Result<void> read(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner,
                      NumpyContent& content)
    {
        RETURN_IF_ERROR(readHeader(bytes));
        const std::string_view type = m_header.type;
        const auto count = elementCountOf(m_header.shape);
        if (!count)
            return fault("found the impossible shape ", shapeText(m_header.shape));
        const bool wide = type.starts_with("<U");
        if (wide || type.starts_with("|S"))
            return readTexts(*count, wide, content);
        const auto dtype = npyDType(type);
        if (!dtype)
            return unsupported(m_file, excerpt(m_name), "found the dtype ", quotedExcerpt(type, 20),
                               type == "|O" ? ", Python objects, which may be arrays of different sizes" : "",
                               ", expected numbers such as <f4, or texts. Save it again with "
                               "numpy.save(file, array.astype('<f4'))");
        const std::size_t size = byteSize(*dtype);
        if (static_cast<std::uint64_t>(*count) != m_data.size() / size || m_data.size() % size != 0)
            return fault("found ", m_data.size(), " bytes of numbers, expected ", shapeText(m_header.shape),
                         " of ", size, " bytes");
        TensorView view{m_name, *dtype, m_header.shape, m_data, owner};
        if (m_header.columnsFirst && m_header.shape.size() > 1 && *count > 0) {
            const auto rows = npyRows(m_data, m_header, size);
            view.bytes = *rows;
            view.owner = rows;
        }
        content.arrays.insert_or_assign(m_name, std::move(view));
        return {};
    }

private:
    Error fault(const auto&... message) const { return badFile(m_file, excerpt(m_name), message...); }

    Result<void> readHeader(std::span<const std::byte> bytes)
    {
        ByteReader reader(bytes);
        const auto magic = reader.text(kNpyMagic.size());
        const auto major = reader.number<std::uint8_t>();
        const auto minor = reader.number<std::uint8_t>();
        if (!magic || *magic != kNpyMagic || !minor)
            return fault("found other first bytes, expected \\x93NUMPY, as in every NumPy array");
        if (*major < 1 || *major > 3)
            return unsupported(m_file, excerpt(m_name), "found version ", *major,
                               " of the format, expected 1 to 3");
        std::optional<std::uint32_t> length;
        if (*major == 1) {
            if (const auto narrow = reader.number<std::uint16_t>())
                length = *narrow;
        } else
            length = reader.number<std::uint32_t>();
        const auto text = length && *length <= kMaxNpyHeader ? reader.text(*length) : std::nullopt;
        if (!text)
            return fault("the header is cut short");
        const auto header = NpyHeaderParser(*text).read();
        if (!header)
            return fault("found the header ", quotedExcerpt(*text),
                         ", expected {'descr': …, 'fortran_order': …, 'shape': …}");
        m_header = *header;
        m_data = bytes.subspan(reader.position());
        return {};
    }

    Result<void> readTexts(std::int64_t count, bool wide, NumpyContent& content)
    {
        const std::string_view digits = std::string_view(m_header.type).substr(2);
        std::size_t width = 0;
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), width);
        if (parsed.ec != std::errc{} || width > kMaxNpyHeader || count > kMaxNpyTexts)
            return fault("found the dtype ", quotedExcerpt(m_header.type, 20), " and ", count,
                         " texts, which are too many");
        width *= wide ? 4 : 1;
        if (m_header.shape.size() != 1 || m_data.size() != width * static_cast<std::size_t>(count))
            return fault("found texts in the shape ", shapeText(m_header.shape), " and ", m_data.size(),
                         " bytes, expected one axis");
        std::vector<std::string>& texts = content.texts[m_name];
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            texts.push_back(npyText(m_data.subspan(i * width, width), wide));
        return {};
    }

    std::string m_name;
    std::string m_file;
    NpyHeader m_header;
    std::span<const std::byte> m_data;
};

} // namespace

Result<void> readNpy(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner,
                     const std::string& name, const std::string& file, NumpyContent& content)
{
    return NpyArray(name, file).read(bytes, owner, content);
}

Result<NumpyContent> readNumpyFile(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(auto mapped, MappedFile::open(path));
    const auto file = std::make_shared<const MappedFile>(std::move(mapped));
    NumpyContent content;
    if (!ZipReader::looksLikeZip(file->bytes())) {
        RETURN_IF_ERROR(readNpy(file->bytes(), file, {}, path.string(), content));
        return content;
    }
    ASSIGN_OR_RETURN(const auto zip, ZipReader::open(file->bytes(), path.string()));
    std::uint64_t inflatedBytesLeft = mostInflatedBytes();
    for (const auto& [name, entry] : zip.entries()) {
        if (!name.ends_with(".npy"))
            continue;
        ASSIGN_OR_RETURN(const auto found, zip.content(name, inflatedBytesLeft));
        if (found.owner)
            inflatedBytesLeft -= found.bytes.size();
        RETURN_IF_ERROR(readNpy(found.bytes, found.owner ? found.owner : file,
                                name.substr(0, name.size() - 4), path.string(), content));
    }
    return content;
}

} // namespace headlight
