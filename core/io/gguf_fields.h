#pragma once

#include "core/io/gguf.h"
#include "core/io/json_fields.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Typed reading of a GGUF file's metadata: of its architecture ("llama") or another group of keys
/// ("tokenizer.ggml"). Keys are passed without the group's name. A wrong value is a fault that names the key,
/// what was found and what was expected; it reads as absent. Records which keys were read.
class GgufFields
{
public:
    GgufFields(const GgufFile& file, std::string group);

    const GgufFile& file() const { return m_file; }
    /// "llama.block_count"
    std::string full(std::string_view key) const { return concat(m_group, ".", key); }

    bool has(std::string_view key) const { return m_file.find(full(key)) != nullptr; }
    /// A whole number between least and most. A list of equal numbers, one per layer, counts as one number.
    std::optional<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t most);
    /// The same for a required key; 0 after a fault.
    std::int64_t required(std::string_view key, std::int64_t least, std::int64_t most);
    /// A finite number between least and most.
    std::optional<double> real(std::string_view key, double least, double most);
    std::optional<bool> flag(std::string_view key);
    std::optional<std::string> text(std::string_view key);
    /// A list of texts; empty if it is absent.
    std::vector<std::string_view> texts(std::string_view key);
    /// A list of `count` numbers; null if it is absent or, with a fault, anything else. `what` names them.
    const GgufValue* numbers(std::string_view key, std::size_t count, const std::string& what);
    /// A list of flags; empty if it is not one.
    std::vector<bool> flags(std::string_view key);
    /// A token id, from a key with its full name.
    std::optional<std::int64_t> tokenId(std::string_view fullKey);
    /// Marks a key as irrelevant here.
    void consider(std::string_view key) { m_read.insert(full(key)); }

    void fault(std::string_view key, const auto&... message) { m_report.bad(full(key), message...); }
    FaultReport& report() { return m_report; }
    /// Keys of the group that were not read.
    std::vector<std::string> unread() const;

    /// The value of a key with its full name; null if it is absent.
    const GgufValue* find(const std::string& key);
    void wrong(std::string_view key, const GgufValue& found, const std::string& expected);

private:
    const GgufFile& m_file;
    std::string m_group;
    FaultReport m_report;
    std::set<std::string, std::less<>> m_read;
};

} // namespace headlight
