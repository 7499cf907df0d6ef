#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace headlight {

struct JsonMember;

/// A JSON value as read. Objects keep their order and repeated keys: vocabularies of 250,000 entries
/// are read in linear time, and a piece that is listed twice can be named.
struct Json
{
    using Array = std::vector<Json>;
    using Object = std::vector<JsonMember>;
    std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value;

    bool isNull() const { return std::holds_alternative<std::monostate>(value); }
    const std::string* text() const { return std::get_if<std::string>(&value); }
    const Array* array() const { return std::get_if<Array>(&value); }
    const Object* object() const { return std::get_if<Object>(&value); }
    std::optional<double> number() const;
    /// The member of an object, null where there is none or where this is no object.
    const Json* find(std::string_view key) const;
    /// For messages: "a text", "a list", "nothing", …
    std::string describe() const;
};

struct JsonMember
{
    std::string name;
    Json value;
};

/// Parses a whole JSON text. Nesting is limited to 64 levels. `file` is for messages.
Result<Json> parseJson(std::string_view text, const std::string& file);

/// Keeps the first fault of a file that is being read, so that reading can go on with defaults and
/// be judged once at its end.
class FaultReport
{
public:
    explicit FaultReport(std::string file)
        : m_file(std::move(file))
    { }
    void bad(const std::string& field, std::string message);
    void unsupported(const std::string& field, std::string message);
    void add(Error error);
    const std::string& file() const { return m_file; }
    const std::optional<Error>& error() const { return m_error; }

private:
    std::string m_file;
    std::optional<Error> m_error;
};

/// Typed access to the fields of one JSON object. Faults go to the report, which must outlive this.
class JsonFields
{
public:
    /// `where` is the path of the object inside the file, e.g. "pre_tokenizer.pretokenizers[1]".
    JsonFields(const Json& value, std::string where, FaultReport& report);

    const std::string& where() const { return m_where; }
    std::string path(std::string_view name) const;
    FaultReport& report() const { return *m_report; }
    const Json& json() const { return *m_value; }

    /// Null where the field is absent or JSON's null.
    const Json* find(std::string_view name) const;

    // Without a default the field must be there; JSON's null counts as absent.
    bool flag(std::string_view name, std::optional<bool> otherwise = {}) const;
    std::string text(std::string_view name, std::optional<std::string> otherwise = {}) const;
    std::int64_t integer(std::string_view name, std::int64_t low, std::int64_t high,
                         std::optional<std::int64_t> otherwise = {}) const;
    /// A text of exactly one code point.
    char32_t character(std::string_view name, std::optional<char32_t> otherwise = {}) const;
    /// One of the given words; its place among them.
    std::size_t choice(std::string_view name, std::initializer_list<std::string_view> words,
                       std::optional<std::size_t> otherwise = {}) const;
    const Json::Array& list(std::string_view name) const;
    JsonFields object(std::string_view name) const;
    JsonFields item(std::string_view name, std::size_t index, const Json& value) const;

private:
    void wrongType(std::string_view name, const Json* found, std::string_view expected) const;

    const Json* m_value;
    std::string m_where;
    FaultReport* m_report;
};

} // namespace headlight
