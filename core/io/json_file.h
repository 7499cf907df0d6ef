#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// JSON whose members keep the order in which they are written.
using OrderedJson = nlohmann::ordered_json;

/// Limits beyond which a JSON text is rejected.
struct JsonLimits
{
    std::size_t bytes = std::size_t{256} << 20U;
    std::size_t depth = 64; ///< nesting of arrays and objects
    std::size_t values = 8'000'000; ///< each takes 16 bytes or more once read
    bool uniqueNames = false; ///< true = reject duplicate names in an object; false = the last one wins
};

/// Reads a whole JSON file (UTF-8, with or without a byte order mark). The error names byte, line and column.
Result<nlohmann::json> readJsonFile(const std::filesystem::path& path, const JsonLimits& limits = {});

/// The same for a text in memory; `file` is the name in messages.
Result<nlohmann::json> parseJson(std::string_view text, const std::string& file,
                                 const JsonLimits& limits = {});

/// The first name that occurs twice in one object, in quotation marks; empty if there is none, or if the text
/// is not valid JSON up to there.
std::string repeatedName(std::string_view json);

/// A value on one line; bytes that are not UTF-8 become U+FFFD.
std::string toText(const OrderedJson& value);
std::string toText(const nlohmann::json& value);

/// JSON has no number for NaN and the infinities: null, "inf" and "-inf".
OrderedJson numberToJson(double number);
/// The number that numberToJson() wrote; empty for any other value.
std::optional<double> numberFromJson(const nlohmann::json& value);

/// A short description of a value for messages: `"abc"`, `12`, `null`, `an object`.
std::string describeJson(const nlohmann::json& value);

/// The member of that name; nullptr if `object` is not an object, or the member is missing or null.
const nlohmann::json* findField(const nlohmann::json& object, std::string_view field);

/// The member of that name if it is a string; otherwise empty.
std::optional<std::string> textMember(const nlohmann::json& object, std::string_view field);

} // namespace headlight
