#include "core/model/config_reader.h"

#include "core/io/json_file.h"

#include <cmath>
#include <utility>

namespace headlight {

ConfigReader::ConfigReader(const nlohmann::json& root, std::string file)
    : m_root(root)
    , m_file(std::move(file))
{ }

const nlohmann::json* ConfigReader::find(Names names) const
{
    for (const std::string_view name : names)
        if (const nlohmann::json* found = findField(m_root, name))
            return found;
    return nullptr;
}

int ConfigReader::integer(Names names, int fallback, int least, int most)
{
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

std::optional<std::int64_t> ConfigReader::optionalInteger(Names names)
{
    for (const std::string_view name : names) {
        const auto value = optionalInt(m_root, name, m_file, std::numeric_limits<std::int32_t>::min(),
                                       std::numeric_limits<std::int32_t>::max());
        if (!value) {
            m_faults.push_back(value.error().field + ": " + value.error().message);
            return std::nullopt;
        }
        if (value->has_value())
            return **value;
    }
    return std::nullopt;
}

float ConfigReader::real(Names names, float fallback)
{
    for (const std::string_view name : names) {
        const auto value = optionalFloat(m_root, name, m_file);
        if (!value || (value->has_value() && !std::isfinite(**value))) {
            m_faults.push_back(value ? std::string(name) + ": expected a finite number"
                                     : value.error().field + ": " + value.error().message);
            return fallback;
        }
        if (value->has_value())
            return static_cast<float>(**value);
    }
    return fallback;
}

bool ConfigReader::flag(Names names, bool fallback)
{
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

Error ConfigReader::error() const
{
    if (m_faults.size() == 1)
        return badFile(m_file, "", m_faults.front());
    Error all = badFile(m_file, "", std::to_string(m_faults.size()) + " fields cannot be used");
    all.details = m_faults;
    return all;
}

} // namespace headlight
