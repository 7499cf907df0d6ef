#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// Collects the faults of a file, so that reading continues with defaults and reports all at the end.
class FaultReport
{
public:
    explicit FaultReport(std::string file)
        : m_file(std::move(file))
    { }
    /// The message is given in parts, as for concat().
    void bad(const std::string& field, const auto&... message) { add(badFile(m_file, field, message...)); }
    void unsupported(const std::string& field, const auto&... message)
    {
        add(headlight::unsupported(m_file, field, message...));
    }
    void add(Error error);

    const std::string& file() const { return m_file; }
    /// The first fault.
    const std::optional<Error>& error() const { return m_first; }
    /// The same for RETURN_IF_ERROR.
    Result<void> check() const { return m_first ? Result<void>(*m_first) : Result<void>(); }
    /// "field: message" per fault, at most a hundred.
    const std::vector<std::string>& all() const { return m_all; }
    /// All faults in one error. Call it only if there is a fault.
    Error summary() const;

private:
    std::string m_file;
    std::optional<Error> m_first;
    std::vector<std::string> m_all;
};

/// Reads the fields of one JSON object. A wrong field is reported as a fault (what was found, what was
/// expected) and reads as its default. Records which fields were read. The value and the report must outlive
/// this.
///
/// A field without a default (`otherwise`) is required. JSON's null counts as absent.
class JsonFields
{
public:
    /// `where` is the path of the object inside the file, e.g. "pre_tokenizer.pretokenizers[1]".
    JsonFields(const nlohmann::json& value, std::string where, FaultReport& report);
    JsonFields(const JsonFields&) = delete;
    JsonFields& operator=(const JsonFields&) = delete;

    const std::string& where() const { return m_where; }
    /// The path of a field inside the file.
    std::string path(std::string_view name) const;
    FaultReport& report() const { return *m_report; }
    const nlohmann::json& tree() const { return *m_value; }

    /// The field; null if it is absent or JSON's null.
    const nlohmann::json* find(std::string_view name) const;
    bool has(std::string_view name) const { return find(name) != nullptr; }
    bool isList(std::string_view name) const;
    /// Whether the field exists and is JSON's null.
    bool isNull(std::string_view name) const;

    bool flag(std::string_view name, std::optional<bool> otherwise = {}) const;
    std::string text(std::string_view name, std::optional<std::string> otherwise = {}) const;
    /// An integer from low to high; 12.0 counts as one.
    std::int64_t integer(std::string_view name, std::int64_t low, std::int64_t high,
                         std::optional<std::int64_t> otherwise = {}) const;
    /// A finite number.
    double number(std::string_view name, std::optional<double> otherwise = {}) const;
    /// The index of the field's value among the given words.
    std::size_t choice(std::string_view name, std::initializer_list<std::string_view> words,
                       std::optional<std::size_t> otherwise = {}) const;
    /// An array; empty after a fault.
    const nlohmann::json& list(std::string_view name) const;
    std::vector<std::string> texts(std::string_view name) const;
    std::vector<double> numbers(std::string_view name) const;
    /// The object in this field.
    JsonFields object(std::string_view name) const;
    /// An object in the list in this field.
    JsonFields item(std::string_view name, std::size_t index, const nlohmann::json& value) const;

    /// Calls `read` with each object in the list in this field.
    void eachObject(std::string_view name, const std::function<void(const JsonFields&)>& read) const;

    /// Reports that the field has the wrong type; `found` may be null.
    void wrong(std::string_view name, const nlohmann::json* found, std::string_view expected) const;
    /// Names of the fields that were read or looked for, each once, in that order.
    std::vector<std::string> asked() const;
    /// Names of the fields that were not read, in alphabetical order.
    std::vector<std::string> unread() const;

private:
    const nlohmann::json* m_value;
    std::string m_where;
    FaultReport* m_report;
    mutable std::vector<std::string> m_read;
};

/// The number as a 64-bit integer; empty if it has a fraction or does not fit.
std::optional<std::int64_t> wholeNumber(const nlohmann::json& value);
/// "found 3, expected …"; `found` may be null.
std::string foundExpected(const nlohmann::json* found, std::string_view expected);

} // namespace headlight
