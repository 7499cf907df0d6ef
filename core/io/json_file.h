#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// What a JSON text may cost before it is refused.
struct JsonLimits
{
    std::size_t bytes = std::size_t{256} << 20U;
    std::size_t depth = 64; ///< arrays and objects within one another
    std::size_t values = 8'000'000; ///< each costs 16 bytes and more once read
    bool uniqueNames = false; ///< refuse a name that occurs twice in an object, else the last one counts
};

/// Reads a whole JSON file (UTF-8, a byte order mark is allowed). The error names the byte, line and column.
Result<nlohmann::json> readJsonFile(const std::filesystem::path& path, const JsonLimits& limits = {});

/// The same for a text in memory; `file` is the name for messages.
Result<nlohmann::json> parseJson(std::string_view text, const std::string& file,
                                 const JsonLimits& limits = {});

/// A short description of a value for messages: `"abc"`, `12`, `null`, `an object`.
std::string describeJson(const nlohmann::json& value);

/// The member of that name; nullptr where `object` is no object, has none of that name, or has null.
const nlohmann::json* findField(const nlohmann::json& object, std::string_view field);

/// The member of that name where it is a string; nothing otherwise.
std::optional<std::string> textMember(const nlohmann::json& object, std::string_view field);

} // namespace headlight
