#include "core/io/json_fields.h"

#include "core/io/excerpt.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

using nlohmann::json;

std::string boundsText(std::int64_t least, std::int64_t most)
{
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
    if (most == kLargest && least == std::numeric_limits<std::int64_t>::min())
        return "an integer";
    if (most == kLargest)
        return concat("an integer from ", least);
    return concat("an integer from ", least, " to ", most);
}

bool isFiniteNumber(const json& value)
{
    return value.is_number() && std::isfinite(value.get<double>());
}

} // namespace

void FaultReport::add(Error error)
{
    constexpr std::size_t kMostFaults = 100;
    if (m_all.size() < kMostFaults)
        m_all.push_back(error.field.empty() ? error.message : error.field + ": " + error.message);
    if (!m_first)
        m_first = std::move(error);
}

Error FaultReport::summary() const
{
    if (m_all.size() == 1)
        return *m_first;
    Error whole = badFile(m_file, {}, m_all.size(), " fields cannot be used");
    whole.details = m_all;
    return whole;
}

JsonFields::JsonFields(const json& value, std::string where, FaultReport& report)
    : m_value(&value)
    , m_where(std::move(where))
    , m_report(&report)
{
    if (!value.is_object())
        report.bad(m_where, foundExpected(&value, "an object"));
}

std::string JsonFields::path(std::string_view name) const
{
    return m_where.empty() ? std::string(name) : concat(m_where, ".", name);
}

const json* JsonFields::find(std::string_view name) const
{
    m_read.emplace_back(name);
    return findField(*m_value, name);
}

bool JsonFields::isList(std::string_view name) const
{
    const json* member = find(name);
    return member && member->is_array();
}

bool JsonFields::isNull(std::string_view name) const
{
    m_read.emplace_back(name);
    const auto member = m_value->is_object() ? m_value->find(name) : m_value->end();
    return member != m_value->end() && member->is_null();
}

void JsonFields::wrong(std::string_view name, const json* found, std::string_view expected) const
{
    m_report->bad(path(name), foundExpected(found, expected));
}

bool JsonFields::flag(std::string_view name, std::optional<bool> otherwise) const
{
    const json* member = find(name);
    if (member && member->is_boolean())
        return member->get<bool>();
    if (member || !otherwise)
        wrong(name, member, "true or false");
    return otherwise.value_or(false);
}

std::string JsonFields::text(std::string_view name, std::optional<std::string> otherwise) const
{
    const json* member = find(name);
    if (member && member->is_string())
        return member->get<std::string>();
    if (member || !otherwise)
        wrong(name, member, "a string");
    return std::move(otherwise).value_or(std::string());
}

std::int64_t JsonFields::integer(std::string_view name, std::int64_t low, std::int64_t high,
                                 std::optional<std::int64_t> otherwise) const
{
    const json* member = find(name);
    const std::optional<std::int64_t> value = member ? wholeNumber(*member) : std::nullopt;
    if (value && *value >= low && *value <= high)
        return *value;
    if (member || !otherwise)
        wrong(name, member, boundsText(low, high));
    return otherwise.value_or(low);
}

double JsonFields::number(std::string_view name, std::optional<double> otherwise) const
{
    const json* member = find(name);
    if (member && isFiniteNumber(*member))
        return member->get<double>();
    if (member || !otherwise)
        wrong(name, member, "a number");
    return otherwise.value_or(0);
}

std::size_t JsonFields::choice(std::string_view name, std::initializer_list<std::string_view> words,
                               std::optional<std::size_t> otherwise) const
{
    if (!has(name) && otherwise)
        return *otherwise;
    const std::string value = text(name);
    const auto* const found = std::ranges::find(words, value);
    if (found == words.end())
        m_report->unsupported(path(name), quotedExcerpt(value), " is not supported");
    return found == words.end() ? 0 : static_cast<std::size_t>(found - words.begin());
}

const json& JsonFields::list(std::string_view name) const
{
    static const json kEmpty = json::array();
    const json* member = find(name);
    if (member && member->is_array())
        return *member;
    wrong(name, member, "a list");
    return kEmpty;
}

std::vector<std::string> JsonFields::texts(std::string_view name) const
{
    std::vector<std::string> values;
    for (const json& each : list(name)) {
        if (!each.is_string()) {
            wrong(name, &each, "a list of strings");
            return {};
        }
        values.push_back(each.get<std::string>());
    }
    return values;
}

std::vector<double> JsonFields::numbers(std::string_view name) const
{
    std::vector<double> values;
    for (const json& each : list(name)) {
        if (!isFiniteNumber(each)) {
            wrong(name, &each, "a list of finite numbers");
            return {};
        }
        values.push_back(each.get<double>());
    }
    return values;
}

JsonFields JsonFields::object(std::string_view name) const
{
    static const json kEmpty = json::object();
    const json* member = find(name);
    if (!member || !member->is_object()) {
        wrong(name, member, "an object");
        member = &kEmpty;
    }
    return {*member, path(name), *m_report};
}

JsonFields JsonFields::item(std::string_view name, std::size_t index, const json& value) const
{
    return {value, concat(path(name), "[", index, "]"), *m_report};
}

void JsonFields::eachObject(std::string_view name, const std::function<void(const JsonFields&)>& read) const
{
    std::size_t index = 0;
    for (const json& each : list(name))
        read(item(name, index++, each));
}

std::vector<std::string> JsonFields::asked() const
{
    std::vector<std::string> names;
    for (const std::string& name : m_read)
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    return names;
}

std::vector<std::string> JsonFields::unread() const
{
    std::vector<std::string> names;
    if (m_value->is_object())
        for (const auto& [name, value] : m_value->items())
            if (std::ranges::find(m_read, name) == m_read.end())
                names.push_back(name);
    return names;
}

std::optional<std::int64_t> wholeNumber(const json& value)
{
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return std::nullopt;
        return static_cast<std::int64_t>(number);
    }
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    if (!value.is_number_float())
        return std::nullopt;
    const auto number = value.get<double>();
    if (std::trunc(number) != number || std::abs(number) > 0x1p53)
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

std::string foundExpected(const json* found, std::string_view expected)
{
    return concat("found ", found ? describeJson(*found) : std::string("nothing"), ", expected ", expected);
}

} // namespace headlight
