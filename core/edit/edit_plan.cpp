#include "core/edit/edit_plan.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace headlight {

namespace {

constexpr Index kNoEnd = std::numeric_limits<Index>::max();

Index endOf(Index end)
{
    return end < 0 ? kNoEnd : end;
}

bool matchesLayer(const HeadPattern& where, const LayerRef& layer, int heads)
{
    for (int head = 0; head < heads; ++head)
        if (where.matches({layer.stack, layer.layer, layer.kind, head}))
            return true;
    return false;
}

/// The sub-layers that a pattern reaches.
std::vector<LayerRef> reached(const HeadPattern& where, const TraceInfo& model)
{
    std::vector<LayerRef> layers;
    for (const LayerRef& layer : model.layers())
        if (matchesLayer(where, layer, model.heads(layer.stack)))
            layers.push_back(layer);
    return layers;
}

std::string shapeInWords(const TraceInfo& model)
{
    std::string text;
    const auto add = [&](const StackShape& shape, std::string_view name) {
        text += (text.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(shape.layers)
            + " layers × " + std::to_string(shape.heads) + " heads";
    };
    if (model.encoder)
        add(*model.encoder, "encoder");
    if (model.decoder)
        add(*model.decoder, "decoder");
    return text;
}

std::optional<Error> checkIndices(const MaskEdit& edit, const LayerRef& layer, const SequenceLengths& lengths)
{
    const Index queries = layer.stack == StackKind::kEncoder ? lengths.source : lengths.target;
    const bool encoderKeys = layer.stack == StackKind::kEncoder || layer.kind == AttentionKind::kCross;
    const Index keys = encoderKeys ? lengths.source : lengths.target;
    const auto outside = [](Index index, Index length) { return length >= 0 && index >= length; };
    if (outside(edit.queryBegin, queries))
        return badArgument(describe(edit),
                           "query " + std::to_string(edit.queryBegin) + " does not exist in "
                               + toString(layer) + ", which has " + std::to_string(queries)
                               + " queries, counted from 0");
    if (outside(edit.keyBegin, keys))
        return badArgument(describe(edit),
                           "key " + std::to_string(edit.keyBegin) + " does not exist in " + toString(layer)
                               + ", which has " + std::to_string(keys) + " keys, counted from 0");
    return std::nullopt;
}

/// Whether the edit lets some decoder query see a key that comes later.
bool looksAhead(const MaskEdit& edit)
{
    return edit.allow && endOf(edit.keyEnd) - 1 > edit.queryBegin;
}

} // namespace

Result<EditPlan> EditPlan::compile(const Interventions& interventions, const TraceInfo& model,
                                   const SequenceLengths& lengths)
{
    EditPlan plan;
    plan.m_masks = interventions.masks;
    const bool decoderCausal = model.decoder && model.decoder->causal;
    plan.m_keepsPast = plan.causal(StackKind::kDecoder, decoderCausal);
    for (const Intervention& intervention : interventions.list) {
        const HeadPattern& where
            = std::visit([](const auto& one) -> const HeadPattern& { return one.where; }, intervention);
        const std::vector<LayerRef> layers = reached(where, model);
        if (layers.empty())
            return badArgument(toString(where),
                               "matches no head of this model, which has " + shapeInWords(model));
        if (std::holds_alternative<HeadOff>(intervention)) {
            plan.m_headsOff.push_back(where);
            continue;
        }
        const auto& edit = std::get<MaskEdit>(intervention);
        for (const LayerRef& layer : layers) {
            if (const auto fault = checkIndices(edit, layer, lengths))
                return *fault;
            if (layer.stack == StackKind::kDecoder && layer.kind == AttentionKind::kSelf && looksAhead(edit))
                plan.m_keepsPast = false;
        }
        plan.m_maskEdits.push_back(edit);
    }
    return plan;
}

bool EditPlan::causal(StackKind stack, bool architecture) const
{
    const Toggle toggle = stack == StackKind::kEncoder ? m_masks.encoderCausal : m_masks.decoderCausal;
    return toggle == Toggle::kAuto ? architecture : toggle == Toggle::kOn;
}

bool EditPlan::headOff(const HeadRef& head) const
{
    return std::any_of(m_headsOff.begin(), m_headsOff.end(),
                       [&](const HeadPattern& where) { return where.matches(head); });
}

bool EditPlan::editsMask(const HeadRef& head) const
{
    return std::any_of(m_maskEdits.begin(), m_maskEdits.end(),
                       [&](const MaskEdit& edit) { return edit.where.matches(head); });
}

bool EditPlan::editsMasks(const LayerRef& layer, int heads) const
{
    return std::any_of(m_maskEdits.begin(), m_maskEdits.end(),
                       [&](const MaskEdit& edit) { return matchesLayer(edit.where, layer, heads); });
}

void EditPlan::applyTo(Mask& mask, const HeadRef& head) const
{
    for (const MaskEdit& edit : m_maskEdits)
        if (edit.where.matches(head))
            mask.edit({edit.queryBegin, endOf(edit.queryEnd), edit.keyBegin, endOf(edit.keyEnd), edit.allow});
}

} // namespace headlight
