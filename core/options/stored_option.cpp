#include "core/options/stored_option.h"

#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

namespace headlight {

namespace {

constexpr std::size_t kMostDigits = 18; ///< longer whole numbers may not fit into the 63 bits of a file's

} // namespace

EmbeddedJson StoredAs<OptionEntry>::stored(const OptionEntry& entry)
{
    const std::string text = entry.text(), type = entry.placeholder();
    if (const auto* const yes = std::get_if<bool*>(&entry.value))
        return {**yes ? "true" : "false"};
    const bool isLong = std::holds_alternative<std::uint64_t*>(entry.value) && text.size() > kMostDigits;
    if ((type == "N" || type == "F") && !isLong)
        return {text.empty() ? "null" : text};
    return {toText(nlohmann::json(text))};
}

std::optional<Error> StoredAs<OptionEntry>::restore(const EmbeddedJson& from, OptionEntry& entry)
{
    const auto value = nlohmann::json::parse(from.text);
    const bool isText = value.is_string();
    if (!isText && std::holds_alternative<std::string*>(entry.value))
        return badFile({}, {}, "found ", from.text, ", expected a text");
    if (const auto wrong = entry.take(isText ? value.get<std::string>() : from.text))
        return badFile({}, {}, *wrong);
    return std::nullopt;
}

} // namespace headlight
