#include "core/run/estimate.h"

#include "core/edit/edit_plan.h"

#include <optional>
#include <set>
#include <utility>

namespace headlight {

namespace {

/// The quantity that an edit replaces; nothing if it replaces none.
std::optional<Site> replacedSite(const Intervention& edit)
{
    if (const auto* const patch = std::get_if<ActivationPatch>(&edit))
        return patch->site;
    if (std::holds_alternative<PatternEdit>(edit))
        return Site::kWeights;
    if (std::holds_alternative<HeadOff>(edit) || std::holds_alternative<HeadScale>(edit)
        || std::holds_alternative<HeadMean>(edit))
        return Site::kHeadOutput;
    return std::nullopt;
}

double product(const Matrix& edited, const Matrix& base, const Matrix& gradient)
{
    return (edited.cast<double>() - base.cast<double>()).cwiseProduct(gradient.cast<double>()).sum();
}

double changeOfHead(const GradientResult& base, const EditPlan& plan, Site site, const HeadRef& head)
{
    const StackShape& shape = *base.pass.info().stack(head.stack);
    const bool shared = site == Site::kKey || site == Site::kValue;
    const int group = shared && shape.kvHeads > 0 ? shape.heads / shape.kvHeads : 1;
    if (head.head % group != 0)
        return 0; // counted with the first head of the group
    const auto of = [&](const Trace& trace) {
        if (site != Site::kWeights)
            return trace.headMatrix(site, head);
        const AttentionMap map = trace.attention(head);
        return map.block(MapKind::kWeights, 0, 0, map.queries(), map.keys());
    };
    const Matrix before = of(base.pass);
    Matrix edited = before;
    const AttentionChunk& record = *base.pass.leaf()->attention(head.layerRef());
    HeadRef edits = head;
    edits.head /= group;
    plan.edit(site, edits, 0, {0, entryOf(record.mask, head.head), 0}, edited);
    return product(edited, before, of(base.gradient));
}

double changeOfRows(const GradientResult& base, const EditPlan& plan, Site site, const LayerRef& place)
{
    const Matrix before = base.pass.stream(site, place);
    Matrix edited = before;
    plan.editRows(site, place, 1, 0, edited);
    return product(edited, before, base.gradient.stream(site, place));
}

} // namespace

SiteSet estimatedSites()
{
    return {Site::kQuery,          Site::kKey,        Site::kValue,
            Site::kWeights,        Site::kHeadOutput, Site::kResidual,
            Site::kResidualMiddle, Site::kOutput,     Site::kFeedForwardOutput};
}

Result<double> estimatedChange(const GradientResult& base, const std::vector<Intervention>& edits,
                               const Trace& reference)
{
    const TraceInfo& info = base.pass.info();
    const SequenceLengths lengths{std::ssize(base.pass.tokens(StackKind::kEncoder)),
                                  std::ssize(base.pass.tokens(StackKind::kDecoder))};
    ReferenceRuns references;
    references.traces.assign(edits.size(),
                             reference.isNull() ? std::vector<Trace>() : std::vector<Trace>{reference});
    Interventions all;
    all.list = edits;
    ASSIGN_OR_RETURN(const auto plan, EditPlan::compile(all, info, lengths, references));
    double change = 0;
    // The plan has all edits: what several of them replace, such as single rows of one head, changes once.
    std::set<std::pair<Site, HeadRef>> heads;
    std::set<std::pair<Site, LayerRef>> places;
    for (const Intervention& edit : edits) {
        const HeadPattern* const where = whereOf(edit);
        const std::optional<Site> site = replacedSite(edit);
        if (where == nullptr || !site)
            return unsupported({}, "estimate", describe(edit), " replaces no numbers, so it has no estimate");
        if (isOfStream(*site))
            for (const LayerRef& place : info.rowsOf(*site, *where))
                change += places.emplace(*site, place).second ? changeOfRows(base, plan, *site, place) : 0;
        else
            for (const HeadRef& head : info.headsOf(*where))
                change += heads.emplace(*site, head).second ? changeOfHead(base, plan, *site, head) : 0;
    }
    return change;
}

} // namespace headlight
