#pragma once

#include "core/base/error.h"
#include "core/io/json_fields.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headlight {

/// Why a field of config.json that no family reads does not affect this program's results; empty if it may.
std::string_view whyFieldIsHarmless(std::string_view field);

/// The same for a tensor of a checkpoint that no family binds.
std::string_view whyTensorIsHarmless(std::string_view name);

/// Typed reading of config.json for a family. A field may have several names; the first one present counts.
/// Null and absent fields take the default. Faults are collected, so that the user sees all of them at once;
/// a faulty field reads as its default.
class ConfigReader
{
public:
    using Names = std::initializer_list<std::string_view>;

    /// root must outlive the reader.
    ConfigReader(const nlohmann::json& root, std::string file);

    int integer(Names names, int fallback, int least = 1, int most = 1 << 24);
    /// A finite number between least and most.
    float real(Names names, float fallback, float least = std::numeric_limits<float>::lowest(),
               float most = std::numeric_limits<float>::max());
    /// The ε of a norm: between 0 and 1.
    float epsilon(Names names, float fallback) { return real(names, fallback, 0.0F, 1.0F); }
    bool flag(Names names, bool fallback);
    std::string text(Names names, const std::string& fallback);
    /// A list of finite numbers; empty if absent, null or (with a fault) anything else.
    std::vector<float> reals(std::string_view name);
    /// A list of names; empty likewise.
    std::vector<std::string> texts(std::string_view name);
    /// Whether the field is present and null, for fields where null means "none" and absence means the
    /// default of the family's class.
    bool isNull(std::string_view name) const { return m_fields.isNull(name); }
    /// The first of these that is present and not null; otherwise nullptr.
    const nlohmann::json* find(Names names) const;

    /// Marks these fields as considered: they play no part in this model.
    void consider(Names names) const;
    /// For fields that a family supports in one form: any other value but null causes a warning.
    using Usual = std::variant<std::nullptr_t, bool, std::int64_t, std::string_view>;
    void expect(std::string_view field, const Usual& usual);
    /// Adds another warning about a field.
    void warn(std::string_view field, const std::string& text);
    /// Warnings of the functions above.
    const std::vector<std::string>& warnings() const { return m_warnings; }
    /// Fields that are present, not null and were not read, without those known to be harmless
    /// (whyFieldIsHarmless()). If a field has two names with different values, the one that does not
    /// count is included.
    std::vector<std::string> unread() const;

    void fault(std::string_view field, const auto&... message)
    {
        m_report.bad(std::string(field), message...);
    }
    /// A reader of the object in `field`; anything else is a fault, and like null and an absent field it
    /// reads as an empty object.
    ConfigReader inside(std::string_view field);
    /// Takes over faults, warnings and unread fields from a reader of the object in `field`.
    void adopt(const ConfigReader& inner, std::string_view field);
    const std::vector<std::string>& faults() const { return m_report.all(); }
    const std::string& file() const { return m_report.file(); }
    /// All faults as one error. Call it only if there are faults.
    Error error() const { return m_report.summary(); }

private:
    /// The name that counts: the first one that is present and not null; empty if there is none. Marks it,
    /// absent names, and names with the same value as read.
    std::string_view chosen(Names names) const;
    FaultReport m_report;
    JsonFields m_fields;
    std::vector<std::string> m_warnings;
    std::vector<std::string> m_unreadInside; ///< unread fields of objects that other readers read
};

} // namespace headlight
