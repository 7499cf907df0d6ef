#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headlight {

/// A tree of named values: what a session file holds, without its notation. The window's own structures
/// are mapped to it and from it; only this folder knows that the file is JSON.
struct SessionValue
{
    using List = std::vector<SessionValue>;
    struct Member;
    using Members = std::vector<Member>; ///< in the order of the file

    std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Members> is;

    /// The member of that name; nullptr where there is none, or no members at all.
    const SessionValue* find(std::string_view name) const;
    /// "a list", "true", "a text", … for messages.
    std::string kind() const;
    bool operator==(const SessionValue& other) const;
};

struct SessionValue::Member
{
    std::string name;
    SessionValue value;
    bool operator==(const Member& other) const = default;
};

/// The text of a file, indented so that people can read it and compare two of them.
std::string sessionText(const SessionValue& value);
/// kBadFile where it is not JSON, is nested too deeply, is too long, or names a member twice.
Result<SessionValue> parseSession(std::string_view text, const std::string& file);

Result<SessionValue> readSession(const std::filesystem::path& file);
/// The file appears whole or not at all.
Result<void> writeSession(const SessionValue& value, const std::filesystem::path& file);

} // namespace headlight
