#include "core/io/json_file.h"

#include "core/base/text_list.h"
#include "core/io/excerpt.h"
#include "core/io/mapped_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <vector>

namespace headlight {
namespace {

using nlohmann::json;

/// Measures depth and number of values without parsing, by the brackets and commas outside of strings. For
/// invalid JSON the results are meaningless, but then the parser reports the error.
class StructureScan
{
public:
    explicit StructureScan(const JsonLimits& limits)
        : m_limits(limits)
    { }

    /// Empty if the text is within the limits; otherwise which limit it exceeds.
    std::string run(std::string_view text)
    {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (m_inString) {
                if (text[i] == '\\')
                    ++i;
                else if (text[i] == '"')
                    m_inString = false;
            } else {
                step(text[i]);
            }
            if (m_depth > m_limits.depth)
                return concat("nested deeper than ", m_limits.depth, " levels at byte ", i);
            if (m_values > m_limits.values)
                return concat("holds more than ", m_limits.values, " values");
        }
        return {};
    }

private:
    void step(char c)
    {
        switch (c) {
        case '"':
            m_inString = true;
            break;
        case '[':
        case '{':
            ++m_depth;
            ++m_values;
            break;
        case ']':
        case '}':
            m_depth -= m_depth > 0 ? 1 : 0;
            break;
        case ',':
            ++m_values;
            break;
        default:
            break;
        }
    }

    const JsonLimits& m_limits;
    std::size_t m_depth = 0;
    std::size_t m_values = 0;
    bool m_inString = false;
};

/// Finds duplicate names in an object. A separate pass, because the library's parser, given a callback,
/// searches the whole parent after every member, which takes quadratic time.
class NameWatch : public nlohmann::json_sax<json>
{
public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(std::int64_t) override { return true; }
    bool number_unsigned(std::uint64_t) override { return true; }
    bool number_float(double, const std::string&) override { return true; }
    bool string(std::string&) override { return true; }
    bool binary(json::binary_t&) override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool start_object(std::size_t) override
    {
        m_open.emplace_back();
        return true;
    }
    bool end_object() override
    {
        m_open.pop_back();
        return true;
    }
    bool key(std::string& name) override
    {
        if (m_open.back().insert(name).second)
            return true;
        m_twice = quotedExcerpt(name);
        return false;
    }
    /// Invalid JSON is left to the parser, which explains it.
    bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

    /// The first duplicate name, in quotation marks; empty if there is none.
    const std::string& twice() const { return m_twice; }

private:
    std::vector<std::unordered_set<std::string>> m_open;
    std::string m_twice;
};

/// Python writes these, but they are not JSON; the parser would only say "invalid literal".
std::string hintAt(std::string_view text, std::size_t byte)
{
    const std::size_t from = byte < 12 ? 0 : byte - 12;
    const std::string_view near = text.substr(std::min(from, text.size()), 24);
    for (const std::string_view word : {"NaN", "Infinity"}) {
        if (near.find(word) != std::string_view::npos)
            return concat(" (", word, " is not a number in JSON)");
    }
    return {};
}

/// Line and column of the first value that is spelled like this: ", at line 2, column 7".
std::string placeOfNumber(std::string_view text, std::string_view number)
{
    constexpr std::string_view kBefore = " \t\r\n,:[", kBehind = " \t\r\n,]}";
    for (std::size_t at = text.find(number); at != std::string_view::npos; at = text.find(number, at + 1)) {
        const std::size_t end = at + number.size();
        const bool begins = at == 0 || kBefore.find(text[at - 1]) != std::string_view::npos;
        if (!begins || (end < text.size() && kBehind.find(text[end]) == std::string_view::npos))
            continue;
        const std::string_view above = text.substr(0, at);
        const std::size_t line = above.rfind('\n'); // npos + 1 = 0
        return concat(", at line ", 1 + std::ranges::count(above, '\n'), ", column ", at - (line + 1) + 1);
    }
    return {};
}

/// The parser's own sentence without its prefix "[json.exception.parse_error.101] parse error at ".
std::string sentenceOf(const json::parse_error& fault)
{
    std::string_view what = fault.what();
    const std::string_view marker = "parse error at ";
    if (const std::size_t at = what.find(marker); at != std::string_view::npos)
        what.remove_prefix(at + marker.size());
    return excerpt(what, 240);
}

} // namespace

Result<json> parseJson(std::string_view text, const std::string& file, const JsonLimits& limits)
{
    if (text.size() > limits.bytes)
        return badFile(file, {}, "found ", text.size(), " bytes, expected at most ", limits.bytes);
    if (const std::string excess = StructureScan(limits).run(text); !excess.empty())
        return badFile(file, {}, excess);
    try {
        if (limits.uniqueNames)
            if (const std::string twice = repeatedName(text); !twice.empty())
                return badFile(file, {}, "the name ", twice, " occurs twice in one object");
        return json::parse(text.begin(), text.end());
    } catch (const json::parse_error& fault) {
        const std::size_t byte = fault.byte > 0 ? fault.byte - 1 : 0;
        return badFile(file, {}, "not valid JSON at byte ", byte, ", ", sentenceOf(fault),
                       hintAt(text, byte));
    } catch (const json::out_of_range& fault) {
        // "… number overflow parsing '1e999'": the library does not say where.
        const std::string_view what = fault.what();
        const std::size_t quote = std::min(what.find('\''), what.size());
        return badFile(
            file, {}, "not valid JSON: found the number ", excerpt(what.substr(quote), 60),
            ", expected one in the range of a double",
            placeOfNumber(text, what.substr(std::min(quote + 1, what.size()), what.rfind('\'') - quote - 1)));
    } catch (const json::exception& fault) {
        return badFile(file, {}, "not valid JSON: ", excerpt(fault.what(), 240));
    }
}

std::string repeatedName(std::string_view text)
{
    NameWatch names;
    json::sax_parse(text.begin(), text.end(), &names);
    return names.twice();
}

Result<json> readJsonFile(const std::filesystem::path& path, const JsonLimits& limits)
{
    ASSIGN_OR_RETURN(const auto file, MappedFile::open(path));
    auto read = parseJson(file.text(), path.string(), limits);
    RETURN_IF_ERROR(file.check());
    return read;
}

std::string toText(const OrderedJson& value)
{
    return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string toText(const json& value)
{
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

OrderedJson numberToJson(double number)
{
    if (std::isfinite(number))
        return number;
    return std::isnan(number) ? OrderedJson() : OrderedJson(number > 0 ? "inf" : "-inf");
}

std::optional<double> numberFromJson(const json& value)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (value.is_number())
        return value.get<double>();
    if (value.is_null())
        return std::numeric_limits<double>::quiet_NaN();
    return value == "inf" ? std::optional(kInfinity)
        : value == "-inf" ? std::optional(-kInfinity)
                          : std::nullopt;
}

std::string describeJson(const json& value)
{
    if (value.is_object())
        return value.empty() ? "an empty object" : "an object";
    constexpr std::size_t kFew = 4;
    if (value.is_array() && value.size() <= kFew
        && std::ranges::all_of(value, [](const json& each) { return each.is_number(); }))
        return concat('[', joined(value, ", ", [](const json& each) { return each.dump(); }), ']');
    if (value.is_array())
        return concat("an array of ", value.size());
    if (value.is_string())
        return quotedExcerpt(value.get_ref<const std::string&>(), 60);
    return value.dump();
}

const json* findField(const json& object, std::string_view field)
{
    if (!object.is_object())
        return nullptr;
    const auto at = object.find(field);
    return at == object.end() || at->is_null() ? nullptr : &*at;
}

std::optional<std::string> textMember(const json& object, std::string_view field)
{
    const json* member = findField(object, field);
    return member && member->is_string() ? std::optional(member->get<std::string>()) : std::nullopt;
}

} // namespace headlight
