#include "core/model/config_reader.h"

#include "core/io/json_file.h"
#include "core/model/known_fields.h"

#include <cmath>
#include <sstream>
#include <utility>

namespace headlight {

ConfigReader::ConfigReader(const nlohmann::json& root, std::string file)
    : m_root(root)
    , m_file(std::move(file))
{ }

void ConfigReader::markRead(Names names, bool all) const
{
    const nlohmann::json* chosen = nullptr;
    for (const std::string_view name : names) {
        const nlohmann::json* const found = findField(m_root, name);
        if (all || chosen == nullptr || found == nullptr || *found == *chosen)
            m_read.emplace(name);
        if (chosen == nullptr)
            chosen = found;
    }
}

const nlohmann::json* ConfigReader::find(Names names) const
{
    markRead(names, false);
    for (const std::string_view name : names)
        if (const nlohmann::json* found = findField(m_root, name))
            return found;
    return nullptr;
}

int ConfigReader::integer(Names names, int fallback, int least, int most)
{
    markRead(names, false);
    for (const std::string_view name : names) {
        const auto value = optionalInt(m_root, name, m_file, least, most);
        if (!value) {
            m_faults.push_back(value.error().field + ": " + value.error().message);
            return fallback;
        }
        if (value->has_value())
            return static_cast<int>(**value);
    }
    return fallback;
}

float ConfigReader::real(Names names, float fallback, float least, float most)
{
    markRead(names, false);
    for (const std::string_view name : names) {
        const auto value = optionalFloat(m_root, name, m_file);
        if (!value) {
            m_faults.push_back(value.error().field + ": " + value.error().message);
            return fallback;
        }
        if (!value->has_value())
            continue;
        const double found = **value;
        // NaN fails both comparisons.
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
    return fallback;
}

std::vector<float> ConfigReader::reals(std::string_view name)
{
    std::vector<float> values;
    const nlohmann::json* found = find({name});
    if (!found)
        return values;
    const bool list = found->is_array();
    for (const nlohmann::json& one : list ? *found : nlohmann::json::array()) {
        const double value = one.is_number() ? one.get<double>() : std::numeric_limits<double>::infinity();
        if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) {
            fault(name, "found " + describeJson(one) + " in the list, expected finite numbers");
            return {};
        }
        values.push_back(static_cast<float>(value));
    }
    if (!list)
        fault(name, "found " + describeJson(*found) + ", expected a list of numbers");
    return values;
}

std::vector<std::string> ConfigReader::texts(std::string_view name)
{
    std::vector<std::string> values;
    const nlohmann::json* found = find({name});
    if (!found)
        return values;
    const bool list = found->is_array();
    for (const nlohmann::json& one : list ? *found : nlohmann::json::array()) {
        if (!one.is_string()) {
            fault(name, "found " + describeJson(one) + " in the list, expected names");
            return {};
        }
        values.push_back(one.get<std::string>());
    }
    if (!list)
        fault(name, "found " + describeJson(*found) + ", expected a list of names");
    return values;
}

bool ConfigReader::isNull(std::string_view name) const
{
    markRead({name});
    const auto found = m_root.is_object() ? m_root.find(std::string(name)) : m_root.end();
    return found != m_root.end() && found->is_null();
}

bool ConfigReader::flag(Names names, bool fallback)
{
    markRead(names, false);
    for (const std::string_view name : names) {
        const auto value = optionalBool(m_root, name, m_file);
        if (!value) {
            m_faults.push_back(value.error().field + ": " + value.error().message);
            return fallback;
        }
        if (value->has_value())
            return **value;
    }
    return fallback;
}

std::string ConfigReader::text(Names names, const std::string& fallback)
{
    markRead(names, false);
    for (const std::string_view name : names) {
        const auto value = optionalString(m_root, name, m_file);
        if (!value) {
            m_faults.push_back(value.error().field + ": " + value.error().message);
            return fallback;
        }
        if (value->has_value())
            return **value;
    }
    return fallback;
}

void ConfigReader::fault(std::string_view field, const std::string& message)
{
    m_faults.push_back(std::string(field) + ": " + message);
}

void ConfigReader::adopt(const ConfigReader& inner, std::string_view field)
{
    const std::string prefix = std::string(field) + ".";
    for (const std::string& one : inner.m_faults)
        m_faults.push_back(prefix + one);
    for (const std::string& one : inner.m_warnings)
        m_warnings.push_back(prefix + one);
    for (const std::string& one : inner.unread())
        m_unreadInside.push_back(prefix + one);
}

void ConfigReader::expect(std::string_view field, const nlohmann::json& usual)
{
    markRead({field});
    const nlohmann::json* const found = findField(m_root, field);
    if (found != nullptr && *found != usual)
        m_warnings.push_back(std::string(field) + ": found " + describeJson(*found)
                             + ", but the model is run as with " + describeJson(usual));
}

void ConfigReader::expectFlag(std::string_view field, bool usual)
{
    expect(field, usual);
}

void ConfigReader::expectInteger(std::string_view field, std::int64_t usual)
{
    expect(field, usual);
}

void ConfigReader::expectText(std::string_view field, std::string_view usual)
{
    expect(field, std::string(usual));
}

std::vector<std::string> ConfigReader::unread() const
{
    std::vector<std::string> fields;
    if (m_root.is_object())
        for (const auto& [name, value] : m_root.items())
            if (!value.is_null() && !m_read.contains(name) && whyFieldIsHarmless(name).empty())
                fields.push_back(name);
    fields.insert(fields.end(), m_unreadInside.begin(), m_unreadInside.end());
    return fields;
}

Error ConfigReader::error() const
{
    if (m_faults.size() == 1)
        return badFile(m_file, "", m_faults.front());
    Error all = badFile(m_file, "", std::to_string(m_faults.size()) + " fields cannot be used");
    all.details = m_faults;
    return all;
}

} // namespace headlight
