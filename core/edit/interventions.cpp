#include "core/edit/interventions.h"

#include "core/base/text_list.h"
#include "core/edit/edit_kinds.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace headlight {

namespace {

/// "4", "2-5" or "*" as a half-open range.
bool parseIndices(std::string_view text, Index& begin, Index& end)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    const auto ends = parseRange<Index>(text);
    const bool fits = ends && ends->second < std::numeric_limits<Index>::max(); // its end is one more
    if (!fits && text != "*")
        return false;
    begin = ends ? ends->first : 0;
    end = ends ? ends->second + 1 : -1;
    return true;
}

/// Visitor that finds the heads an edit names.
struct HeadsFinder
{
    const HeadPattern* heads = nullptr;
    void operator()(const auto&, const auto&...) const { }
    void operator()(const HeadsField&, const HeadPattern& where) { heads = &where; }
};

/// Visitor that finds the reference an edit uses.
struct ReferenceFinder
{
    const ReferenceInput* reference = nullptr;
    std::optional<ReferenceField> field;
    void operator()(const auto&, const auto&...) const { }
    void operator()(const ReferenceField& of, const ReferenceInput& input)
    {
        if (!of.used)
            return;
        reference = &input;
        field = of;
    }
};

template <typename Finder>
Finder foundIn(const Intervention& intervention)
{
    Finder finder;
    std::visit([&finder](const auto& edit) { visitFields(finder, edit); }, intervention);
    return finder;
}

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
    return foundIn<HeadsFinder>(intervention).heads;
}

const ReferenceInput* referenceOf(const Intervention& intervention)
{
    return foundIn<ReferenceFinder>(intervention).reference;
}

SiteSet sitesNeeded(const Intervention& intervention)
{
    const auto field = foundIn<ReferenceFinder>(intervention).field;
    return field ? SiteSet{field->site} : SiteSet{};
}

bool averagesReference(const Intervention& intervention)
{
    const auto field = foundIn<ReferenceFinder>(intervention).field;
    return field && field->averaged;
}

bool Interventions::empty() const
{
    return masks == MaskSettings{} && std::ranges::none_of(list, isEnabled);
}

Interventions Interventions::active() const
{
    Interventions kept{masks, {}};
    std::copy_if(list.begin(), list.end(), std::back_inserter(kept.list), isEnabled);
    return kept;
}

int runsAskedFor(const Interventions& interventions)
{
    Index most = 1;
    for (const Intervention& edit : interventions.list)
        if (const auto* const dropout = std::get_if<Dropout>(&edit); dropout != nullptr && dropout->enabled)
            most = std::max(most, dropout->runs);
    return static_cast<int>(std::min(most, Dropout::kMostRuns));
}

bool Interventions::adapterOff() const
{
    return std::ranges::any_of(list, [](const Intervention& edit) {
        const auto* const off = std::get_if<AdapterOff>(&edit);
        return off != nullptr && off->enabled;
    });
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
    ASSIGN_OR_RETURN(const auto where, parseHeadPattern(site));
    MaskEdit edit{.where = where};
    if (!parseIndices(text.substr(colon + 1, arrow - colon - 1), edit.queryBegin, edit.queryEnd)
        || !parseIndices(text.substr(arrow + 2), edit.keyBegin, edit.keyEnd))
        return badArgument(std::string(text), "expected QUERY->KEY with numbers from 0, ranges 2-5 or *");
    return edit;
}

} // namespace headlight
