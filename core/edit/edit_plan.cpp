#include "core/edit/edit_plan.h"

#include <algorithm>

namespace headlight {

bool EditPlan::causal(StackKind stack, bool architecture) const
{
    const Toggle toggle = stack == StackKind::kEncoder ? m_masks.encoderCausal : m_masks.decoderCausal;
    return toggle == Toggle::kAuto ? architecture : toggle == Toggle::kOn;
}

bool EditPlan::editsMasks(const LayerRef& layer, int heads) const
{
    return std::any_of(m_maskChanges.begin(), m_maskChanges.end(), [&](const MaskChange& change) {
        for (int head = 0; head < heads; ++head)
            if (change.where.matches({layer.stack, layer.layer, layer.kind, head}))
                return true;
        return false;
    });
}

void EditPlan::applyTo(Mask& mask, const HeadRef& head, std::size_t lane) const
{
    for (const MaskChange& change : m_maskChanges)
        if ((change.lane < 0 || static_cast<std::size_t>(change.lane) == lane) && change.where.matches(head))
            mask.change(change.change);
}

bool EditPlan::edits(Site site, const LayerRef& layer) const
{
    const auto first = m_heads.lower_bound({site, HeadRef{layer.stack, layer.layer, layer.kind, 0}});
    return first != m_heads.end() && first->first.first == site && first->first.second.layerRef() == layer;
}

void EditPlan::edit(Site site, const HeadRef& head, std::size_t lane, const RowPlace& place,
                    MatrixSpan values) const
{
    const auto found = m_heads.find({site, head});
    if (found == m_heads.end())
        return;
    for (const HeadChange& change : found->second)
        if (change.concerns(lane))
            change.apply(lane, place, values);
}

bool EditPlan::expertOff(const ExpertRef& expert, std::size_t lane) const
{
    return std::any_of(m_experts.begin(), m_experts.end(), [&](const ExpertChange& change) {
        return (change.lane < 0 || static_cast<std::size_t>(change.lane) == lane)
            && change.where.matches(expert);
    });
}

void EditPlan::editStream(StackKind stack, int layer, std::size_t lane, Index firstRow, MatrixSpan rows) const
{
    const auto found = m_streams.find({stack, layer});
    if (found == m_streams.end())
        return;
    for (const HeadChange& change : found->second)
        if (change.concerns(lane))
            change.apply(lane, {firstRow, nullptr, 0}, rows);
}

} // namespace headlight
