#include "core/tracefile/written_rules.h"

#include "core/io/excerpt.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
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
        return badFile(file.path.string(), excerpt(rule.table), "found ",
                       tensor == nullptr ? "no such tensor" : "the shape " + tensor->shapeText(),
                       ", expected ", shapeText(expected), " as the bias says");
    auto table = std::make_shared<Matrix>(rule.spec.buckets, heads);
    convertToFloat(*tensor, 0, {table->data(), static_cast<std::size_t>(table->size())});
    return std::shared_ptr<const Matrix>(std::move(table));
}

using nlohmann::json;

/// The only recording of a layer; null if there are several.
const AttentionChunk* onlyAttention(const Trace& trace, const LayerRef& layer)
{
    const AttentionChunk* only = nullptr;
    for (const TraceChunk* chunk : trace.chunks()) {
        const AttentionChunk* const found = chunk->attention(layer);
        if (found == nullptr || found->queries == 0)
            continue;
        if (only != nullptr)
            return nullptr;
        only = found;
    }
    return only;
}

std::optional<Mask::Rule> maskRule(const AttentionChunk* attention)
{
    if (attention == nullptr || attention->mask.size() != 1 || attention->mask.front().firstQuery() != 0)
        return std::nullopt;
    return attention->mask.front().rule();
}

bool sameSize(const AttentionChunk& a, const AttentionChunk& b)
{
    return a.queries == b.queries && a.keys == b.keys;
}

/// Whether the bias consists of slopes, or of the columns of one table in order.
bool biasIsRule(const AttentionChunk& attention)
{
    if (attention.bias.empty())
        return false;
    const ScoreBias& first = attention.bias.front();
    for (std::size_t head = 0; head < attention.bias.size(); ++head) {
        const ScoreBias& bias = attention.bias[head];
        const bool column = bias.table() != nullptr && bias.table() == first.table()
            && bias.head() == static_cast<int>(head)
            && bias.table()->cols() == static_cast<Index>(attention.bias.size());
        if (!bias.slope() && !column)
            return false;
        if (bias.slope().has_value() != first.slope().has_value())
            return false;
    }
    return true;
}

/// One rule if the layers agree, otherwise a rule or null per layer.
json perLayerRule(const std::vector<json>& rules)
{
    const bool same = std::ranges::all_of(rules, [&](const json& rule) { return rule == rules.front(); });
    return same ? rules.front() : json(rules);
}

/// Appends the mask as bytes [rows × columns], 0 outside of it.
void appendPadded(const Matrix& mask, Index rows, Index columns, std::vector<std::uint8_t>& bytes)
{
    for (Index row = 0; row < rows; ++row)
        for (Index key = 0; key < columns; ++key)
            bytes.push_back(row < mask.rows() && key < mask.cols() && mask(row, key) > 0 ? 1 : 0);
}

} // namespace

Result<void> applyRules(AttentionChunk& attention, const AttentionRules& rules, const TraceTensors& file,
                        int layer, int heads, BatchPlace place)
{
    if (attention.queries == 0)
        return {};
    const LayerMaskRule* const mask = ruleOfLayer(rules.mask, layer);
    if (mask != nullptr && !mask->lengths.empty() && mask->lengths.size() != place.items)
        return badFile(file.path.string(), "config: mask.lengths", "found ", mask->lengths.size(),
                       ", expected one for each of the ", place.items, " sentences");
    if (mask != nullptr && mask->given && attention.mask.empty())
        attention.mask.push_back(maskByRule(*mask, attention, place.item));
    const BiasRule* const bias = ruleOfLayer(rules.bias, layer);
    if (bias == nullptr || !bias->given() || !attention.bias.empty())
        return {};
    const ScoreBias::Extent extent{attention.firstQuery, attention.queries, attention.keys};
    if (!bias->slopes.empty()) {
        if (bias->slopes.size() != static_cast<std::size_t>(heads))
            return badFile(file.path.string(), "config: bias.slopes", "found ", bias->slopes.size(),
                           ", expected one for each of the ", heads, " heads");
        for (const float slope : bias->slopes)
            attention.bias.emplace_back(slope, extent);
        return {};
    }
    ASSIGN_OR_RETURN(const auto table, biasTable(*bias, file, heads));
    for (int head = 0; head < heads; ++head)
        attention.bias.emplace_back(table, head, bias->spec, extent);
    return {};
}

bool WrittenRules::hasMask(const LayerRef& layer) const
{
    const AttentionChunk* const first = onlyAttention(m_traces.front(), layer);
    const auto rule = maskRule(first);
    return rule && std::ranges::all_of(m_traces, [&](const Trace& trace) {
               const AttentionChunk* const attention = onlyAttention(trace, layer);
               const auto own = maskRule(attention);
               return own && own->causal == rule->causal && own->window == rule->window
                   && sameSize(*attention, *first);
           });
}

bool WrittenRules::hasBias(const LayerRef& layer) const
{
    const AttentionChunk* const first = onlyAttention(m_traces.front(), layer);
    if (first == nullptr || !biasIsRule(*first)
        || first->bias.size() != static_cast<std::size_t>(m_traces.front().info().heads(layer.stack)))
        return false;
    return std::ranges::all_of(m_traces, [&](const Trace& trace) {
        const AttentionChunk* const attention = onlyAttention(trace, layer);
        return attention != nullptr && biasIsRule(*attention) && sameSize(*attention, *first)
            && attention->bias.front().table() == first->bias.front().table();
    });
}

WrittenRules::Cells WrittenRules::maskCells(const LayerRef& layer, Index rows, Index columns) const
{
    Cells cells;
    for (const Trace& trace : m_traces)
        for (const TraceChunk* chunk : trace.chunks())
            if (const AttentionChunk* const part = chunk->attention(layer))
                if (part->mask.size() > 1)
                    cells.heads = trace.info().heads(layer.stack);
    cells.bytes.reserve(static_cast<std::size_t>(cells.heads * rows * columns) * m_traces.size());
    for (const Trace& trace : m_traces) {
        for (int head = 0; head < cells.heads; ++head) {
            const HeadRef address{layer.stack, layer.layer, layer.kind, head};
            appendPadded(trace.attention(address).whole(MapKind::kMask), rows, columns, cells.bytes);
        }
    }
    return cells;
}

WrittenRules::Table WrittenRules::takeBias(const LayerRef& layer)
{
    m_biases.push_back(layer);
    auto table = onlyAttention(m_traces.front(), layer)->bias.front().table();
    if (!table || std::ranges::find(m_tables, table) != m_tables.end())
        return {};
    m_tables.push_back(table);
    return {tableName(table.get()), std::move(table)};
}

std::string WrittenRules::tableName(const Matrix* table) const
{
    const auto at = std::ranges::find_if(m_tables, [&](const auto& known) { return known.get() == table; });
    return concat(kTablePrefix, at - m_tables.begin());
}

json WrittenRules::maskOf(const LayerRef& layer) const
{
    const auto rule = maskRule(onlyAttention(m_traces.front(), layer)).value();
    json object = json::object();
    if (rule.causal)
        object["causal"] = true;
    if (rule.window)
        object["window"] = *rule.window;
    json lengths = json::array();
    bool limited = false;
    for (const Trace& trace : m_traces) {
        const AttentionChunk& attention = *onlyAttention(trace, layer);
        const auto limit = maskRule(&attention)->keyLimit;
        limited = limited || limit;
        lengths.push_back(limit.value_or(attention.keys));
    }
    if (limited)
        object["lengths"] = lengths;
    return object;
}

json WrittenRules::biasOf(const LayerRef& layer) const
{
    const AttentionChunk& attention = *onlyAttention(m_traces.front(), layer);
    const ScoreBias& first = attention.bias.front();
    if (first.table())
        return {{"buckets", first.spec().buckets},
                {"max_distance", first.spec().maxDistance},
                {"bidirectional", first.spec().bidirectional},
                {"table", tableName(first.table().get())}};
    json slopes = json::array();
    for (const ScoreBias& bias : attention.bias)
        slopes.push_back(bias.slope().value());
    return {{"slopes", slopes}};
}

std::string WrittenRules::addedTo(const std::string& config) const
{
    json tree = json::parse(config); // written by traceConfigToJson
    const auto add = [&](const char* name, const std::vector<LayerRef>& taken, auto rule) {
        std::map<std::pair<StackKind, AttentionKind>, std::vector<json>> rules;
        for (const LayerRef& layer : taken) {
            auto& all = rules[{layer.stack, layer.kind}];
            all.resize(static_cast<std::size_t>(layersOf(layer)));
            all[static_cast<std::size_t>(layer.layer)] = rule(layer);
        }
        for (const auto& [place, all] : rules)
            tree[std::string(stackName(place.first))][std::string(kindName(place.second))][name]
                = perLayerRule(all);
    };
    add("mask", m_masks, [this](const LayerRef& layer) { return maskOf(layer); });
    add("bias", m_biases, [this](const LayerRef& layer) { return biasOf(layer); });
    return tree.dump();
}

} // namespace headlight
