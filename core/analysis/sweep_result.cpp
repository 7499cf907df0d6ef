#include "core/analysis/sweep_result.h"

#include "core/base/text_list.h"

namespace headlight {

std::vector<MeasuredRow> SweepResult::measuredRows(Metric metric) const
{
    std::vector<MeasuredRow> measured;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (const TokenId token = metric == Metric::kLoss ? losses[i] : tokens[i]; token >= 0)
            measured.push_back({rows[i], token});
    return measured;
}

std::vector<Intervention> headVariants(const TraceInfo& model, const HeadPattern& where)
{
    return listFrom(model.headsOf(where),
                    [](const HeadRef& head) { return Intervention(HeadOff{patternOf(head)}); });
}

std::vector<HeadPattern> patchPlaces(const TraceInfo& model, const HeadPattern& where, Site site)
{
    std::vector<HeadPattern> places;
    for (const LayerRef& layer : model.layersOf(where)) {
        if (isOfStream(site) && site != Site::kOutput && layer.kind == AttentionKind::kCross)
            continue;
        HeadPattern& place = places.emplace_back(where);
        place.anyStack = place.anyKind = false;
        place.stack = layer.stack;
        place.layers = {layer.layer, layer.layer};
        place.kind = layer.kind;
    }
    return places;
}

std::vector<Intervention> hideVariants(StackKind stack, Index tokens)
{
    std::vector<Intervention> all;
    for (Index token = 0; token < tokens; ++token)
        all.emplace_back(TokenHidden{stack, token});
    return all;
}

std::optional<HeadRef> replacedHead(const Intervention& edit)
{
    const auto* const patch = std::get_if<ActivationPatch>(&edit);
    if (!std::holds_alternative<HeadOff>(edit) && !std::holds_alternative<HeadMean>(edit)
        && (patch == nullptr || patch->site != Site::kHeadOutput || patch->target >= 0))
        return std::nullopt;
    const HeadPattern& where = *whereOf(edit);
    if (where.anyStack || where.anyKind || where.layers.first != where.layers.last
        || where.heads.first != where.heads.last)
        return std::nullopt;
    return HeadRef{where.stack, where.layers.first, where.kind, where.heads.first};
}

} // namespace headlight
