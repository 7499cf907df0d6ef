#include "core/edit/interventions.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <optional>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

std::string_view toggleName(Toggle toggle)
{
    switch (toggle) {
    case Toggle::kOn:
        return "on";
    case Toggle::kOff:
        return "off";
    case Toggle::kAuto:
        break;
    }
    return "auto";
}

std::optional<Toggle> toggleFromName(const std::string& name)
{
    if (name == "auto")
        return Toggle::kAuto;
    if (name == "on")
        return Toggle::kOn;
    if (name == "off")
        return Toggle::kOff;
    return std::nullopt;
}

std::string rangeText(Index begin, Index end)
{
    if (end < 0)
        return begin == 0 ? "*" : std::to_string(begin) + "-*";
    if (end == begin + 1)
        return std::to_string(begin);
    return std::to_string(begin) + "-" + std::to_string(end - 1);
}

Json toEntry(const Intervention& intervention)
{
    if (const auto* off = std::get_if<HeadOff>(&intervention))
        return {{"type", "head_off"}, {"where", toString(off->where)}};
    const auto& edit = std::get<MaskEdit>(intervention);
    return {{"type", "mask"},
            {"where", toString(edit.where)},
            {"queries", {edit.queryBegin, edit.queryEnd}},
            {"keys", {edit.keyBegin, edit.keyEnd}},
            {"allow", edit.allow}};
}

/// Reads the entries of a list one by one; every message names the entry.
class Reader
{
public:
    explicit Reader(const std::string& file)
        : m_file(file)
    { }

    Result<Interventions> read(const Json& list)
    {
        if (!list.is_array())
            return badFile(m_file, "",
                           "found " + std::string(list.type_name()) + ", expected a list of edits");
        Interventions all;
        for (std::size_t i = 0; i < list.size(); ++i) {
            m_entry = "[" + std::to_string(i) + "]";
            if (auto fault = readEntry(list[i], all))
                return *fault;
        }
        return all;
    }

private:
    Error fault(const std::string& field, const std::string& message) const
    {
        return badFile(m_file, m_entry + (field.empty() ? "" : "." + field), message);
    }

    std::optional<std::string> text(const Json& entry, const char* field) const
    {
        const auto found = entry.find(field);
        if (found == entry.end() || !found->is_string())
            return std::nullopt;
        return found->get<std::string>();
    }

    std::optional<Error> readEntry(const Json& entry, Interventions& all) const
    {
        if (!entry.is_object())
            return fault("", "found " + std::string(entry.type_name()) + ", expected an object");
        const std::string type = text(entry, "type").value_or("");
        if (type == "causal")
            return readCausal(entry, all.masks);
        if (type == "padding") {
            const auto value = entry.find("value");
            if (value == entry.end() || !value->is_boolean())
                return fault("value", "expected true or false");
            all.masks.padding = value->get<bool>();
            return std::nullopt;
        }
        if (type != "head_off" && type != "mask")
            return fault("type", "found '" + type + "', expected causal, padding, head_off or mask");
        const auto where = parseHeadPattern(text(entry, "where").value_or(""));
        if (!where)
            return fault("where", where.error().describe());
        if (type == "head_off") {
            all.list.emplace_back(HeadOff{*where});
            return std::nullopt;
        }
        return readMask(entry, *where, all);
    }

    std::optional<Error> readCausal(const Json& entry, MaskSettings& masks) const
    {
        const std::string stack = text(entry, "stack").value_or("");
        const auto value = toggleFromName(text(entry, "value").value_or(""));
        if (stack != "encoder" && stack != "decoder")
            return fault("stack", "found '" + stack + "', expected encoder or decoder");
        if (!value)
            return fault("value", "expected auto, on or off");
        (stack == "encoder" ? masks.encoderCausal : masks.decoderCausal) = *value;
        return std::nullopt;
    }

    std::optional<Error> readMask(const Json& entry, const HeadPattern& where, Interventions& all) const
    {
        MaskEdit edit;
        edit.where = where;
        if (!readRange(entry, "queries", edit.queryBegin, edit.queryEnd))
            return fault("queries", "expected [begin, end] with 0 ≤ begin < end, or end -1 for the rest");
        if (!readRange(entry, "keys", edit.keyBegin, edit.keyEnd))
            return fault("keys", "expected [begin, end] with 0 ≤ begin < end, or end -1 for the rest");
        const auto allow = entry.find("allow");
        if (allow != entry.end() && !allow->is_boolean())
            return fault("allow", "expected true or false");
        edit.allow = allow != entry.end() && allow->get<bool>();
        all.list.emplace_back(edit);
        return std::nullopt;
    }

    static bool readRange(const Json& entry, const char* field, Index& begin, Index& end)
    {
        const auto found = entry.find(field);
        if (found == entry.end() || !found->is_array() || found->size() != 2
            || !(*found)[0].is_number_integer() || !(*found)[1].is_number_integer())
            return false;
        begin = (*found)[0].get<Index>();
        end = (*found)[1].get<Index>();
        return begin >= 0 && (end == -1 || end > begin);
    }

    const std::string& m_file;
    std::string m_entry;
};

/// "4", "2-5" or "*" as a half-open range.
bool parseIndices(std::string_view text, Index& begin, Index& end)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    if (text == "*") {
        begin = 0;
        end = -1;
        return true;
    }
    const char* last = text.data() + text.size();
    auto parsed = std::from_chars(text.data(), last, begin);
    if (parsed.ec != std::errc{} || begin < 0)
        return false;
    end = begin + 1;
    if (parsed.ptr == last)
        return true;
    if (*parsed.ptr != '-')
        return false;
    Index inclusive = 0;
    parsed = std::from_chars(parsed.ptr + 1, last, inclusive);
    end = inclusive + 1;
    return parsed.ec == std::errc{} && parsed.ptr == last && inclusive >= begin;
}

} // namespace

std::string toJson(const Interventions& interventions)
{
    Json list = Json::array();
    const MaskSettings& masks = interventions.masks;
    if (masks.encoderCausal != Toggle::kAuto)
        list.push_back(
            {{"type", "causal"}, {"stack", "encoder"}, {"value", toggleName(masks.encoderCausal)}});
    if (masks.decoderCausal != Toggle::kAuto)
        list.push_back(
            {{"type", "causal"}, {"stack", "decoder"}, {"value", toggleName(masks.decoderCausal)}});
    if (!masks.padding)
        list.push_back({{"type", "padding"}, {"value", false}});
    for (const Intervention& intervention : interventions.list)
        list.push_back(toEntry(intervention));
    return list.dump();
}

Result<Interventions> interventionsFromJson(std::string_view json, const std::string& file)
{
    const Json list = Json::parse(json, nullptr, false);
    if (list.is_discarded())
        return badFile(file, "", "is not JSON; expected a list of edits");
    return Reader(file).read(list);
}

Result<MaskEdit> parseMaskEdit(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::size_t arrow = text.find("->", colon == std::string_view::npos ? 0 : colon);
    if (colon == std::string_view::npos || arrow == std::string_view::npos)
        return badArgument(std::string(text),
                           "expected 'SITE: QUERY->KEY' such as 'decoder.*.cross.*: 4->7'");
    std::string_view site = text.substr(0, colon);
    while (!site.empty() && site.back() == ' ')
        site.remove_suffix(1);
    const auto where = parseHeadPattern(site);
    if (!where)
        return where.error();
    MaskEdit edit;
    edit.where = *where;
    if (!parseIndices(text.substr(colon + 1, arrow - colon - 1), edit.queryBegin, edit.queryEnd)
        || !parseIndices(text.substr(arrow + 2), edit.keyBegin, edit.keyEnd))
        return badArgument(std::string(text), "expected QUERY->KEY with numbers from 0, ranges 2-5 or *");
    return edit;
}

std::string describe(const Intervention& intervention)
{
    if (const auto* off = std::get_if<HeadOff>(&intervention))
        return toString(off->where) + " off";
    const auto& edit = std::get<MaskEdit>(intervention);
    return toString(edit.where) + ": " + rangeText(edit.queryBegin, edit.queryEnd)
        + (edit.allow ? " may see " : " may not see ") + rangeText(edit.keyBegin, edit.keyEnd);
}

} // namespace headlight
