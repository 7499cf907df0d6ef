#include "tests/support/edited_runs.h"

#include "core/analysis/sweep_result.h"

#include "core/trace/trace.h"

#include <utility>

namespace headlight::test {

HeadPattern where(const char* text)
{
    return parseHeadPattern(text).value();
}

Interventions only(Intervention edit)
{
    Interventions all;
    all.list.push_back(std::move(edit));
    return all;
}

ReferenceInput ids(const Ids& source, const Ids& target)
{
    ReferenceInput reference;
    reference.ids = source;
    reference.targetIds = target;
    return reference;
}

Trace runOne(const std::shared_ptr<const Model>& model, const Interventions& edits)
{
    return runTiny(model, {{kSource, kTarget}}, edits).front();
}

Matrix logitsOf(const Trace& trace)
{
    const std::vector<Index> rows = trace.logitRows();
    Matrix all(static_cast<Index>(rows.size()), trace.info().vocabulary);
    for (std::size_t i = 0; i < rows.size(); ++i)
        all.row(static_cast<Index>(i)) = trace.logits(rows[i]);
    return all;
}

Matrix weightsOf(const Trace& trace, const HeadRef& head)
{
    return trace.attention(head).whole(MapKind::kWeights);
}

std::vector<Intervention> patchVariants(const TraceInfo& model, const HeadPattern& where, Site site,
                                        const ReferenceInput& from, Index positions)
{
    std::vector<Intervention> all;
    for (const HeadPattern& place : patchPlaces(model, where, site))
        for (Index position = 0; position < positions; ++position) {
            ActivationPatch patch;
            patch.where = place;
            patch.site = site;
            patch.from = from;
            patch.source = patch.target = position;
            all.emplace_back(std::move(patch));
        }
    return all;
}

} // namespace headlight::test
