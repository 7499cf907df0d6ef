#include "core/io/json_outline.h"
#include "core/base/text_list.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t kOnOneLine = 8; ///< arrays up to this length go on one line

std::string outlineText(const nlohmann::json& value)
{
    if (value.is_object())
        return "{…}";
    if (value.is_array())
        return "[…]";
    return value.is_string() ? value.get<std::string>() : value.dump();
}

bool standsOnOneLine(const nlohmann::json& value)
{
    return value.is_array() && value.size() <= kOnOneLine
        && std::ranges::none_of(value, [](const auto& each) { return each.is_structured(); });
}

std::string oneLine(const nlohmann::json& array)
{
    return "[" + joined(array, ", ", outlineText) + "]";
}

/// The contents of `value`; `room` is the number of entries that may still be added.
std::vector<OutlineEntry> entriesOf(const nlohmann::json& value, std::size_t& room, bool& cut)
{
    std::vector<OutlineEntry> entries;
    const auto add = [&](std::string name, const nlohmann::json& each) {
        if (room == 0) {
            cut = true;
            return false;
        }
        --room;
        const bool line = standsOnOneLine(each);
        OutlineEntry entry{std::move(name), line ? oneLine(each) : outlineText(each)};
        if (each.is_structured() && !line)
            entry.below = entriesOf(each, room, cut);
        entries.push_back(std::move(entry));
        return true;
    };
    if (value.is_object()) {
        for (const auto& [name, each] : value.items())
            if (!add(name, each))
                break;
    } else {
        for (std::size_t i = 0; i < value.size(); ++i)
            if (!add(std::to_string(i), value[i]))
                break;
    }
    return entries;
}

} // namespace

JsonOutline outlineOf(std::string_view json, std::size_t most)
{
    const auto document = nlohmann::json::parse(json, nullptr, false);
    JsonOutline outline;
    if (document.is_object())
        outline.entries = entriesOf(document, most, outline.cut);
    return outline;
}

} // namespace headlight
