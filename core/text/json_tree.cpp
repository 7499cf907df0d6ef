#include "core/text/json_tree.h"

#include "core/text/unicode.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headlight {

namespace {

constexpr std::size_t kMaxDepth = 64;

/// Builds the tree from the parser's events. An open container is the last one of a chain of
/// pointers into the tree: only the innermost ever grows, so the outer ones stay in place.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json>
{
public:
    Json root;
    std::string fault;

    bool null() override { return put(Json{}); }
    bool boolean(bool value) override { return put(Json{value}); }
    bool number_integer(number_integer_t value) override { return put(Json{std::int64_t{value}}); }
    bool number_unsigned(number_unsigned_t value) override
    {
        if (value <= static_cast<number_unsigned_t>(INT64_MAX))
            return put(Json{static_cast<std::int64_t>(value)});
        return put(Json{static_cast<double>(value)});
    }
    bool number_float(number_float_t value, const string_t&) override { return put(Json{double{value}}); }
    bool string(string_t& value) override { return put(Json{std::move(value)}); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json{Json::Object{}}); }
    bool start_array(std::size_t) override { return open(Json{Json::Array{}}); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override
    {
        std::get<Json::Object>(m_open.back()->value).push_back({std::move(name), Json{}});
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        fault = "is not valid JSON at byte " + std::to_string(position);
        return false;
    }

private:
    Json* place(Json value)
    {
        if (m_open.empty()) {
            root = std::move(value);
            return &root;
        }
        if (auto* items = std::get_if<Json::Array>(&m_open.back()->value))
            return &items->emplace_back(std::move(value));
        Json& slot = std::get<Json::Object>(m_open.back()->value).back().value;
        slot = std::move(value);
        return &slot;
    }
    bool put(Json value)
    {
        place(std::move(value));
        return true;
    }
    bool open(Json value)
    {
        if (m_open.size() == kMaxDepth) {
            fault = "is nested deeper than " + std::to_string(kMaxDepth) + " levels";
            return false;
        }
        m_open.push_back(place(std::move(value)));
        return true;
    }
    bool close()
    {
        m_open.pop_back();
        return true;
    }

    std::vector<Json*> m_open;
};

} // namespace

std::optional<double> Json::number() const
{
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return *real;
    return {};
}

const Json* Json::find(std::string_view key) const
{
    if (const Object* members = object()) {
        for (const auto& [name, member] : *members) {
            if (name == key)
                return &member;
        }
    }
    return nullptr;
}

std::string Json::describe() const
{
    switch (value.index()) {
    case 0:
        return "nothing";
    case 1:
        return std::get<bool>(value) ? "true" : "false";
    case 2:
        return "the number " + std::to_string(std::get<std::int64_t>(value));
    case 3:
        return "a number";
    case 4:
        return "\"" + std::get<std::string>(value).substr(0, 40) + "\"";
    case 5:
        return "a list";
    default:
        return "an object";
    }
}

Result<Json> parseJson(std::string_view text, const std::string& file)
{
    TreeBuilder builder;
    const bool parsed = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    if (!parsed)
        return badFile(file, {}, builder.fault.empty() ? "is not valid JSON" : builder.fault);
    return std::move(builder.root);
}

void FaultReport::bad(const std::string& field, std::string message)
{
    add(badFile(m_file, field, std::move(message)));
}

void FaultReport::unsupported(const std::string& field, std::string message)
{
    add(headlight::unsupported(m_file, field, std::move(message)));
}

void FaultReport::add(Error error)
{
    if (!m_error)
        m_error = std::move(error);
}

JsonFields::JsonFields(const Json& value, std::string where, FaultReport& report)
    : m_value(&value)
    , m_where(std::move(where))
    , m_report(&report)
{
    if (!value.object())
        report.bad(m_where, "is " + value.describe() + ", expected an object");
}

std::string JsonFields::path(std::string_view name) const
{
    return m_where.empty() ? std::string(name) : m_where + "." + std::string(name);
}

const Json* JsonFields::find(std::string_view name) const
{
    const Json* member = m_value->find(name);
    return member && !member->isNull() ? member : nullptr;
}

void JsonFields::wrongType(std::string_view name, const Json* found, std::string_view expected) const
{
    if (found)
        m_report->bad(path(name), "is " + found->describe() + ", expected " + std::string(expected));
    else
        m_report->bad(path(name), "is missing, expected " + std::string(expected));
}

bool JsonFields::flag(std::string_view name, std::optional<bool> otherwise) const
{
    const Json* member = find(name);
    if (!member && otherwise)
        return *otherwise;
    const bool* value = member ? std::get_if<bool>(&member->value) : nullptr;
    if (!value)
        wrongType(name, member, "true or false");
    return value && *value;
}

std::string JsonFields::text(std::string_view name, std::optional<std::string> otherwise) const
{
    const Json* member = find(name);
    if (!member && otherwise)
        return *std::move(otherwise);
    const std::string* value = member ? member->text() : nullptr;
    if (!value)
        wrongType(name, member, "a text");
    return value ? *value : std::string();
}

std::int64_t JsonFields::integer(std::string_view name, std::int64_t low, std::int64_t high,
                                 std::optional<std::int64_t> otherwise) const
{
    const Json* member = find(name);
    if (!member && otherwise)
        return *otherwise;
    const std::int64_t* value = member ? std::get_if<std::int64_t>(&member->value) : nullptr;
    if (value && *value >= low && *value <= high)
        return *value;
    wrongType(name, member, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return low;
}

char32_t JsonFields::character(std::string_view name, std::optional<char32_t> otherwise) const
{
    if (!find(name) && otherwise)
        return *otherwise;
    const std::u32string value = decodeUtf8(text(name));
    if (value.size() == 1)
        return value[0];
    m_report->bad(path(name), "has " + std::to_string(value.size()) + " characters, expected one");
    return ' ';
}

std::size_t JsonFields::choice(std::string_view name, std::initializer_list<std::string_view> words,
                               std::optional<std::size_t> otherwise) const
{
    if (!find(name) && otherwise)
        return *otherwise;
    const std::string value = text(name);
    std::size_t index = 0;
    for (const std::string_view word : words) {
        if (word == value)
            return index;
        ++index;
    }
    m_report->unsupported(path(name), "\"" + value + "\" is not supported");
    return 0;
}

const Json::Array& JsonFields::list(std::string_view name) const
{
    static const Json::Array kEmpty;
    const Json* member = find(name);
    if (member && member->array())
        return *member->array();
    wrongType(name, member, "a list");
    return kEmpty;
}

JsonFields JsonFields::object(std::string_view name) const
{
    static const Json kEmpty{Json::Object{}};
    const Json* member = find(name);
    if (!member || !member->object()) {
        wrongType(name, member, "an object");
        member = &kEmpty;
    }
    return {*member, path(name), *m_report};
}

JsonFields JsonFields::item(std::string_view name, std::size_t index, const Json& value) const
{
    return {value, path(name) + "[" + std::to_string(index) + "]", *m_report};
}

} // namespace headlight
