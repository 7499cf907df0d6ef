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
    /// A finite number from least to most.
    float real(Names names, float fallback, float least = std::numeric_limits<float>::lowest(),
               float most = std::numeric_limits<float>::max());
    /// The ε of a norm: from 0 to 1.
    float epsilon(Names names, float fallback) { return real(names, fallback, 0.0F, 1.0F); }
    bool flag(Names names, bool fallback);
    std::string text(Names names, const std::string& fallback);
    /// A list of finite numbers; empty where absent, null or (after noting a fault) something else.
    std::vector<float> reals(std::string_view name);
    /// A list of names, likewise.
    std::vector<std::string> texts(std::string_view name);
    /// Present and null: where that says "none" and absence means the default of the family's class.
    bool isNull(std::string_view name) const;
    /// The first of these that is present and not null; nullptr otherwise.
    const nlohmann::json* find(Names names) const;

    void fault(std::string_view field, const std::string& message);
    /// Takes over the faults of a reader of the object in `field`.
    void adopt(const ConfigReader& inner, std::string_view field);
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
