#pragma once

#include "core/base/error.h"
#include "core/io/json_fields.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <initializer_list>
#include <limits>
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
    bool isNull(std::string_view name) const { return m_fields.isNull(name); }
    /// The first of these that is present and not null; nullptr otherwise.
    const nlohmann::json* find(Names names) const;

    /// Says that these fields were considered and play no part in this model.
    void consider(Names names) const;
    /// For fields that a family has in one form only: another value is a warning that names it. null and
    /// absent fields are as usual.
    void expectFlag(std::string_view field, bool usual);
    void expectInteger(std::string_view field, std::int64_t usual);
    void expectText(std::string_view field, std::string_view usual);
    void expectNull(std::string_view field);
    /// A warning of another kind about a field.
    void warn(std::string_view field, const std::string& text);
    /// Warnings of the functions above.
    const std::vector<std::string>& warnings() const { return m_warnings; }
    /// The fields that are there, not null, and that nobody asked for, without those that are known to
    /// change nothing (core/model/known_fields.h). Of two spellings of which one counts, the other is among
    /// them where it says something else.
    std::vector<std::string> unread() const;

    void fault(std::string_view field, const std::string& message);
    /// Takes over faults, warnings and unread fields of a reader of the object in `field`.
    void adopt(const ConfigReader& inner, std::string_view field);
    const std::vector<std::string>& faults() const { return m_report.all(); }
    const std::string& file() const { return m_report.file(); }
    /// All faults as one error. Only where there are some.
    Error error() const { return m_report.summary(); }

private:
    /// The spelling that counts, the first one that is present and not null; empty where there is none. It
    /// and those that are absent or say the same have been read then.
    std::string_view chosen(Names names) const;
    void expect(std::string_view field, const nlohmann::json& usual);

    FaultReport m_report;
    JsonFields m_fields;
    std::vector<std::string> m_warnings;
    std::vector<std::string> m_unreadInside; ///< of objects that other readers read
};

} // namespace headlight
