#include "core/session/fields.h"

#include "core/base/text_list.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headlight {

namespace {

const JsonLimits kSessionLimits{
    .bytes = std::size_t{64} << 20U, .depth = 32, .values = 2'000'000, .uniqueNames = true};

} // namespace

FieldWriter::FieldWriter()
    : m_root(std::make_unique<Tree>(Tree::object()))
    , m_to(m_root.get())
{ }

FieldWriter::FieldWriter(Tree& to)
    : m_to(&to)
{
    to = Tree::object();
}

FieldWriter::~FieldWriter() = default;

std::string FieldWriter::text() const
{
    constexpr int kIndent = 2;
    return m_to->dump(kIndent, ' ', false, Tree::error_handler_t::replace) + '\n';
}

void FieldWriter::leaf(bool on, Tree& to)
{
    to = on;
}

void FieldWriter::leaf(int number, Tree& to)
{
    to = number;
}

void FieldWriter::leaf(std::int64_t number, Tree& to)
{
    to = number;
}

void FieldWriter::leaf(std::uint64_t number, Tree& to)
{
    // A seed may use all 64 bits; numbers in the file have 63.
    if (std::in_range<std::int64_t>(number))
        to = number;
    else
        to = std::to_string(number);
}

void FieldWriter::leaf(double number, Tree& to)
{
    to = number;
}

void FieldWriter::leaf(float number, Tree& to)
{
    to = static_cast<double>(number);
}

void FieldWriter::leaf(const std::string& text, Tree& to)
{
    to = text;
}

void FieldWriter::leaf(const EmbeddedJson& json, Tree& to)
{
    to = Tree::parse(json.text);
}

FieldWriter::Tree& FieldWriter::member(Tree& object, const char* name)
{
    return object[name];
}

void FieldWriter::makeList(Tree& to)
{
    to = Tree::array();
}

FieldWriter::Tree& FieldWriter::item(Tree& list)
{
    return list.emplace_back(nullptr);
}

Result<SessionTree> SessionTree::parse(std::string_view text, const std::string& file)
{
    // In a file of another kind, such as a model, the place where its bytes stop being JSON explains nothing.
    const std::size_t begin = text.find_first_not_of(" \t\r\n", text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    if (begin == std::string_view::npos || (text[begin] != '{' && text[begin] != '['))
        return badFile(file, {},
                       "found no { at the beginning, expected a session, a lesson or answers to one");
    ASSIGN_OR_RETURN(auto tree, parseJson(text, file, kSessionLimits));
    return SessionTree(std::move(tree));
}

Result<SessionTree> SessionTree::read(const std::filesystem::path& file)
{
    ASSIGN_OR_RETURN(const auto mapped, MappedFile::open(file));
    auto tree = parse(mapped.text(), file.string());
    RETURN_IF_ERROR(mapped.check());
    return tree;
}

SessionTree::SessionTree(nlohmann::json&& tree)
    : m_root(std::make_unique<const nlohmann::json>(std::move(tree)))
{ }

SessionTree::SessionTree(SessionTree&&) noexcept = default;
SessionTree& SessionTree::operator=(SessionTree&&) noexcept = default;
SessionTree::~SessionTree() = default;

FieldReader::FieldReader(const SessionTree& from, FieldFaults& faults)
    : m_fields(*from.m_root, {}, faults.report)
    , m_faults(faults)
{ }

FieldReader::FieldReader(const Place& from, FieldFaults& faults)
    : m_fields(from.value, from.path, faults.report)
    , m_faults(faults)
{ }

FieldReader::~FieldReader()
{
    for (const std::string& name : m_fields.unread())
        m_faults.unknown.push_back(m_fields.path(name));
}

void FieldReader::wrong(const Place& from, std::string_view expected)
{
    m_faults.report.bad(from.path, foundExpected(&from.value, expected));
}

void FieldReader::leaf(const Place& from, bool& on)
{
    if (from.value.is_boolean())
        on = from.value.get<bool>();
    else
        wrong(from, "true or false");
}

void FieldReader::leaf(const Place& from, int& number)
{
    const auto whole = wholeNumber(from.value);
    if (whole && std::in_range<int>(*whole))
        number = static_cast<int>(*whole);
    else
        wrong(from, whole ? "a number below 2147483648" : "a whole number");
}

void FieldReader::leaf(const Place& from, std::int64_t& number)
{
    if (const auto whole = wholeNumber(from.value))
        number = *whole;
    else
        wrong(from, "a whole number");
}

void FieldReader::leaf(const Place& from, std::uint64_t& number)
{
    if (from.value.is_string()) {
        if (const auto parsed = parseNumber<std::uint64_t>(from.value.get_ref<const std::string&>())) {
            number = *parsed;
            return;
        }
    }
    const auto whole = wholeNumber(from.value);
    if (whole && *whole >= 0)
        number = static_cast<std::uint64_t>(*whole);
    else
        wrong(from, "a whole number from 0");
}

void FieldReader::leaf(const Place& from, double& number)
{
    if (from.value.is_number() && std::isfinite(from.value.get<double>()))
        number = from.value.get<double>();
    else
        wrong(from, "a number");
}

void FieldReader::leaf(const Place& from, float& number)
{
    auto wide = static_cast<double>(number);
    leaf(from, wide);
    number = static_cast<float>(wide);
}

void FieldReader::leaf(const Place& from, std::string& text)
{
    if (from.value.is_string())
        text = from.value.get<std::string>();
    else
        wrong(from, "a text");
}

void FieldReader::leaf(const Place& from, EmbeddedJson& json)
{
    json.text = toText(from.value);
}

std::optional<std::size_t> FieldReader::word(const Place& from, std::span<const EnumWord> words)
{
    const auto place
        = from.value.is_string() ? placeOf(from.value.get_ref<const std::string&>(), words) : std::nullopt;
    if (!place)
        wrong(from, "one of " + joined(words, ", ", &EnumWord::word));
    return place;
}

std::optional<std::size_t> FieldReader::sizeOfList(const Place& from)
{
    if (from.value.is_array())
        return from.value.size();
    wrong(from, "a list");
    return std::nullopt;
}

FieldReader::Place FieldReader::itemOf(const Place& list, std::size_t index)
{
    return {list.value[index], concat(list.path, '[', index, ']')};
}

} // namespace headlight
