#include "core/edit/interventions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace headlight {

namespace {

std::string rangeText(Index begin, Index end)
{
    if (end < 0)
        return begin == 0 ? "*" : std::to_string(begin) + "-*";
    if (end == begin + 1)
        return std::to_string(begin);
    return std::to_string(begin) + "-" + std::to_string(end - 1);
}

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

std::string shortNumber(float value)
{
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%g", static_cast<double>(value));
    return buffer.data();
}

std::string inWords(const ReferenceInput& reference)
{
    if (reference.own())
        return "this input without edits";
    if (reference.ids.empty())
        return "\"" + reference.text.substr(0, reference.text.find('\n'))
            + (reference.text.find('\n') == std::string::npos ? "\"" : " …\"");
    std::string ids;
    for (const TokenId id : reference.ids)
        ids += (ids.empty() ? "" : ",") + std::to_string(id);
    return "ids " + ids;
}

/// Says each kind of edit in words.
struct Describer
{
    std::string operator()(const HeadOff& edit) const { return toString(edit.where) + " off"; }
    std::string operator()(const MaskEdit& edit) const
    {
        return toString(edit.where) + ": " + rangeText(edit.queryBegin, edit.queryEnd)
            + (edit.allow ? " may see " : " may not see ") + rangeText(edit.keyBegin, edit.keyEnd);
    }
    std::string operator()(const MaskShape& edit) const
    {
        std::string what(formName(edit.form));
        if (edit.form == MaskForm::kBlocks && !edit.starts.empty()) {
            what += " from";
            for (const Index start : edit.starts)
                what += " " + std::to_string(start);
        } else {
            what += " of " + std::to_string(edit.size);
        }
        return toString(edit.where) + ": " + what;
    }
    std::string operator()(const TokenHidden& edit) const
    {
        return std::string(stackName(edit.stack)) + " token " + std::to_string(edit.token) + " hidden";
    }
    std::string operator()(const HeadScale& edit) const
    {
        return toString(edit.where) + " × " + shortNumber(edit.factor);
    }
    std::string operator()(const HeadMean& edit) const
    {
        return toString(edit.where) + ": mean over " + inWords(edit.over);
    }
    std::string operator()(const PatternEdit& edit) const
    {
        return toString(edit.where) + ": pattern " + std::string(formName(edit.form))
            + (edit.form == PatternForm::kFrozen ? " from " + inWords(edit.from) : "");
    }
    std::string operator()(const ActivationPatch& edit) const
    {
        std::string what = toString(edit.where) + ": " + std::string(siteName(edit.site));
        if (edit.target >= 0)
            what += " at " + std::to_string(edit.target);
        what += " from " + inWords(edit.from);
        return edit.source >= 0 ? what + " at " + std::to_string(edit.source) : what;
    }
    std::string operator()(const PositionEdit& edit) const
    {
        std::string what = std::string(stackName(edit.stack)) + " positions";
        if (edit.table != PositionTable::kOwn)
            what += " " + std::string(tableName(edit.table));
        if (edit.shift != 0)
            what += (edit.shift > 0 ? " shifted by +" : " shifted by ") + std::to_string(edit.shift);
        return what;
    }
};

} // namespace

bool isEnabled(const Intervention& intervention)
{
    return std::visit([](const auto& edit) { return edit.enabled; }, intervention);
}

void setEnabled(Intervention& intervention, bool enabled)
{
    std::visit([enabled](auto& edit) { edit.enabled = enabled; }, intervention);
}

const HeadPattern* whereOf(const Intervention& intervention)
{
    return std::visit(
        [](const auto& edit) -> const HeadPattern* {
            if constexpr (requires { edit.where; })
                return &edit.where;
            else
                return nullptr;
        },
        intervention);
}

const ReferenceInput* referenceOf(const Intervention& intervention)
{
    if (const auto* mean = std::get_if<HeadMean>(&intervention))
        return &mean->over;
    if (const auto* patch = std::get_if<ActivationPatch>(&intervention))
        return &patch->from;
    const auto* pattern = std::get_if<PatternEdit>(&intervention);
    return pattern != nullptr && pattern->form == PatternForm::kFrozen ? &pattern->from : nullptr;
}

SiteSet sitesNeeded(const Intervention& intervention)
{
    if (std::holds_alternative<HeadMean>(intervention))
        return {Site::kHeadOutput};
    if (const auto* patch = std::get_if<ActivationPatch>(&intervention))
        return {patch->site};
    return referenceOf(intervention) != nullptr ? SiteSet{Site::kWeights} : SiteSet{};
}

bool Interventions::empty() const
{
    return masks == MaskSettings{} && std::none_of(list.begin(), list.end(), isEnabled);
}

Interventions Interventions::active() const
{
    Interventions kept{masks, {}};
    std::copy_if(list.begin(), list.end(), std::back_inserter(kept.list), isEnabled);
    return kept;
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
    return std::visit(Describer{}, intervention);
}

std::string_view formName(PatternForm form)
{
    static constexpr std::array<std::string_view, 5> kNames{"uniform", "identity", "previous", "first",
                                                            "frozen"};
    return kNames.at(static_cast<std::size_t>(form));
}

std::string_view formName(MaskForm form)
{
    static constexpr std::array<std::string_view, 3> kNames{"window", "blocks", "prefix"};
    return kNames.at(static_cast<std::size_t>(form));
}

std::string_view tableName(PositionTable table)
{
    static constexpr std::array<std::string_view, 5> kNames{"own", "none", "sinusoidal_interleaved",
                                                            "sinusoidal_halves", "learned"};
    return kNames.at(static_cast<std::size_t>(table));
}

} // namespace headlight
