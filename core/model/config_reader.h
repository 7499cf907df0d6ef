#pragma once

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Typed reading of config.json for a family. A field may have several spellings, the first one that is
/// present counts; null and absent fields take the default. Faults are gathered, so that a person sees
/// all of them at once; a faulty field reads as its default.
class ConfigReader
{
public:
    using Names = std::initializer_list<std::string_view>;

    /// root must outlive the reader.
    ConfigReader(const nlohmann::json& root, std::string file);

    int integer(Names names, int fallback, int least = 1, int most = 1 << 24);
    std::optional<std::int64_t> optionalInteger(Names names);
    float real(Names names, float fallback);
    bool flag(Names names, bool fallback);
    std::string text(Names names, const std::string& fallback);
    /// The first of these that is present and not null; nullptr otherwise.
    const nlohmann::json* find(Names names) const;

    void fault(std::string_view field, const std::string& message);
    const std::vector<std::string>& faults() const { return m_faults; }
    const std::string& file() const { return m_file; }
    /// All faults as one error.
    Error error() const;

private:
    const nlohmann::json& m_root;
    std::string m_file;
    std::vector<std::string> m_faults;
};

} // namespace headlight
