#include "core/tracefile/read_rules.h"

#include "core/io/excerpt.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace headlight {

namespace {

template <typename Rule>
const Rule* ruleOfLayer(const std::vector<Rule>& rules, int layer)
{
    return rules.empty() ? nullptr : &rules[std::min(static_cast<std::size_t>(layer), rules.size() - 1)];
}

Mask maskByRule(const LayerMaskRule& rule, const AttentionChunk& attention, std::size_t item)
{
    Mask mask(attention.queries, attention.keys, attention.firstQuery);
    if (rule.causal)
        mask.causal();
    if (rule.window > 0)
        mask.window(rule.window);
    if (!rule.lengths.empty())
        mask.keyLimit(rule.lengths[item]);
    return mask;
}

Result<std::shared_ptr<const Matrix>> biasTable(const BiasRule& rule, const TraceTensors& file, int heads)
{
    const TensorView* const tensor = file.find(rule.table);
    const std::vector<std::int64_t> expected{rule.spec.buckets, heads};
    if (tensor == nullptr || tensor->shape != expected)
        return badFile(file.path.string(), excerpt(rule.table),
                       "found " + (tensor == nullptr ? "no such tensor" : "the shape " + tensor->shapeText())
                           + ", expected " + shapeText(expected) + " as the bias says");
    auto table = std::make_shared<Matrix>(rule.spec.buckets, heads);
    convertToFloat(*tensor, 0, {table->data(), static_cast<std::size_t>(table->size())});
    return std::shared_ptr<const Matrix>(std::move(table));
}

} // namespace

Result<void> applyRules(AttentionChunk& attention, const AttentionRules& rules, const TraceTensors& file,
                        int layer, int heads, BatchPlace place)
{
    if (attention.queries == 0)
        return {};
    const LayerMaskRule* const mask = ruleOfLayer(rules.mask, layer);
    if (mask != nullptr && !mask->lengths.empty() && mask->lengths.size() != place.items)
        return badFile(file.path.string(), "config: mask.lengths",
                       "found " + std::to_string(mask->lengths.size()) + ", expected one for each of the "
                           + std::to_string(place.items) + " sentences");
    if (mask != nullptr && mask->given && attention.mask.empty())
        attention.mask.push_back(maskByRule(*mask, attention, place.item));
    const BiasRule* const bias = ruleOfLayer(rules.bias, layer);
    if (bias == nullptr || !bias->given() || !attention.bias.empty())
        return {};
    const ScoreBias::Extent extent{attention.firstQuery, attention.queries, attention.keys};
    if (!bias->slopes.empty()) {
        if (bias->slopes.size() != static_cast<std::size_t>(heads))
            return badFile(file.path.string(), "config: bias.slopes",
                           "found " + std::to_string(bias->slopes.size()) + ", expected one for each of the "
                               + std::to_string(heads) + " heads");
        for (const float slope : bias->slopes)
            attention.bias.emplace_back(slope, extent);
        return {};
    }
    ASSIGN_OR_RETURN(const auto table, biasTable(*bias, file, heads));
    for (int head = 0; head < heads; ++head)
        attention.bias.emplace_back(table, head, bias->spec, extent);
    return {};
}

} // namespace headlight
