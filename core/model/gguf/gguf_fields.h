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

/// Typed reading of a GGUF file's metadata. Keys of the architecture are given without its name. A wrong
/// value is a fault that names the key, what was found and what was expected; it reads as absent. Remembers
/// what was asked for.
class GgufFields
{
public:
    GgufFields(const GgufFile& file, std::string architecture);

    const std::string& architecture() const { return m_architecture; }
    const GgufFile& file() const { return m_file; }
    /// "llama.block_count"
    std::string full(std::string_view key) const { return m_architecture + "." + std::string(key); }

    bool has(std::string_view key) const;
    /// A whole number from least to most. A list of equal numbers, one for each layer, counts as one.
    std::optional<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t most);
    /// The same of a key that must be there: 0 after noting a fault.
    std::int64_t required(std::string_view key, std::int64_t least, std::int64_t most);
    /// A finite number from least to most.
    std::optional<double> real(std::string_view key, double least, double most);
    std::optional<bool> flag(std::string_view key);
    std::optional<std::string> text(std::string_view key);
    /// A list of flags; empty where it is none.
    std::vector<bool> flags(std::string_view key);
    /// An id of a token, from a key with its whole name.
    std::optional<std::int64_t> tokenId(std::string_view fullKey);
    /// Says that a key plays no part here.
    void consider(std::string_view key) { m_read.insert(full(key)); }

    void fault(std::string_view key, const std::string& message);
    FaultReport& report() { return m_report; }
    /// Keys of the architecture that nobody asked for.
    std::vector<std::string> unread() const;

private:
    const GgufValue* find(const std::string& key);
    void wrong(std::string_view key, const GgufValue& found, const std::string& expected);

    const GgufFile& m_file;
    std::string m_architecture;
    FaultReport m_report;
    std::set<std::string, std::less<>> m_read;
};

} // namespace headlight
