#include "core/model/config_reader.h"

#include "core/io/json_file.h"
#include "core/model/known_fields.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>
#include <utility>

namespace headlight {

ConfigReader::ConfigReader(const nlohmann::json& root, std::string file)
    : m_report(std::move(file))
    , m_fields(root, {}, m_report)
{ }

std::string_view ConfigReader::chosen(Names names) const
{
    std::string_view first;
    const nlohmann::json* counts = nullptr;
    for (const std::string_view name : names) {
        const nlohmann::json* const found = findField(m_fields.tree(), name);
        if (!found || !counts || *found == *counts)
            m_fields.find(name);
        if (found && !counts) {
            counts = found;
            first = name;
        }
    }
    return first;
}

void ConfigReader::consider(Names names) const
{
    for (const std::string_view name : names)
        m_fields.find(name);
}

const nlohmann::json* ConfigReader::find(Names names) const
{
    const std::string_view name = chosen(names);
    return name.empty() ? nullptr : m_fields.find(name);
}

int ConfigReader::integer(Names names, int fallback, int least, int most)
{
    const std::string_view name = chosen(names);
    return name.empty() ? fallback : static_cast<int>(m_fields.integer(name, least, most, fallback));
}

float ConfigReader::real(Names names, float fallback, float least, float most)
{
    const std::string_view name = chosen(names);
    if (name.empty())
        return fallback;
    const double found = m_fields.number(name, std::numeric_limits<double>::quiet_NaN());
    if (std::isnan(found)) // already reported
        return fallback;
    if (found >= static_cast<double>(least) && found <= static_cast<double>(most))
        return static_cast<float>(found);
    std::ostringstream message;
    message << "found " << found << ", expected ";
    if (most < std::numeric_limits<float>::max())
        message << "a number from " << least << " to " << most;
    else if (least > std::numeric_limits<float>::lowest())
        message << "a finite number from " << least;
    else
        message << "a finite number";
    fault(name, message.str());
    return fallback;
}

std::vector<float> ConfigReader::reals(std::string_view name)
{
    std::vector<float> values;
    if (!m_fields.has(name))
        return values;
    for (const double value : m_fields.numbers(name)) {
        if (std::abs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
            const nlohmann::json beyond = value;
            m_fields.wrong(name, &beyond, "a list of finite numbers");
            return {};
        }
        values.push_back(static_cast<float>(value));
    }
    return values;
}

std::vector<std::string> ConfigReader::texts(std::string_view name)
{
    return m_fields.has(name) ? m_fields.texts(name) : std::vector<std::string>();
}

bool ConfigReader::flag(Names names, bool fallback)
{
    const std::string_view name = chosen(names);
    return name.empty() ? fallback : m_fields.flag(name, fallback);
}

std::string ConfigReader::text(Names names, const std::string& fallback)
{
    const std::string_view name = chosen(names);
    return name.empty() ? fallback : m_fields.text(name, fallback);
}

void ConfigReader::fault(std::string_view field, const std::string& message)
{
    m_report.bad(std::string(field), message);
}

ConfigReader ConfigReader::inside(std::string_view field)
{
    static const nlohmann::json kNone = nlohmann::json::object();
    const nlohmann::json* const object = find({field});
    if (object != nullptr && !object->is_object())
        fault(field, "expected an object or null");
    return {object != nullptr && object->is_object() ? *object : kNone, file()};
}

void ConfigReader::adopt(const ConfigReader& inner, std::string_view field)
{
    const std::string prefix = std::string(field) + ".";
    for (const std::string& one : inner.faults())
        m_report.bad({}, prefix + one);
    for (const std::string& one : inner.m_warnings)
        m_warnings.push_back(prefix + one);
    for (const std::string& one : inner.unread())
        m_unreadInside.push_back(prefix + one);
}

void ConfigReader::expect(std::string_view field, const Usual& usual)
{
    const nlohmann::json* const found = m_fields.find(field);
    const auto expected = std::visit([](const auto& value) { return nlohmann::json(value); }, usual);
    if (found && *found != expected)
        m_warnings.push_back(std::string(field) + ": found " + describeJson(*found)
                             + ", but the model runs as if it were " + describeJson(expected));
}

void ConfigReader::warn(std::string_view field, const std::string& text)
{
    m_warnings.push_back(std::string(field) + ": " + text);
}

std::vector<std::string> ConfigReader::unread() const
{
    std::vector<std::string> fields;
    for (const std::string& name : m_fields.unread())
        if (findField(m_fields.tree(), name) && whyFieldIsHarmless(name).empty())
            fields.push_back(name);
    fields.insert(fields.end(), m_unreadInside.begin(), m_unreadInside.end());
    return fields;
}

} // namespace headlight
