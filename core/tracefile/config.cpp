#include "core/tracefile/config.h"

#include "core/base/text_list.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace headlight {

namespace {

using nlohmann::json;

// Far beyond any model; limits the memory that a config can claim before a tensor backs it.
constexpr std::int64_t kMaxWidth = 1 << 20;
constexpr std::int64_t kMaxCount = 4096; ///< layers, heads

// One number if the layers agree, otherwise one per layer.
json perLayer(const std::vector<ScoreRule>& rules, float ScoreRule::*member)
{
    const std::vector<float> values = listFrom(rules, member);
    const bool same = std::ranges::all_of(values, [&](float v) { return v == values.front(); });
    return same && !values.empty() ? json(values.front()) : json(values);
}

/// Writes only what differs from the usual rule.
void addUnusual(json& entry, const ScoreRule& rule)
{
    if (std::isfinite(rule.maskValue))
        entry["mask_value"] = rule.maskValue;
    if (rule.emptyRow != EmptyRow::kZero || std::isfinite(rule.maskValue))
        entry["empty_row"] = wordOf(rule.emptyRow);
    if (rule.form != ScoreForm::kDot)
        entry["form"] = wordOf(rule.form);
    if (rule.rows != RowForm::kSoftmax)
        entry["rows"] = wordOf(rule.rows);
    if (rule.dropout != 0.0F)
        entry["dropout"] = rule.dropout;
}

json rulesToJson(const std::vector<ScoreRule>& rules)
{
    json entry{{"scale", perLayer(rules, &ScoreRule::scale)},
               {"softcap", perLayer(rules, &ScoreRule::softcap)}};
    if (!rules.empty())
        addUnusual(entry, rules.front()); // the same in all layers of a model
    return entry;
}

template <typename Enum>
Enum namedIn(const JsonFields& fields, std::string_view field)
{
    if (!fields.has(field))
        return {};
    const std::string name = fields.text(field);
    const auto value = fromWord<Enum>(name);
    if (!value)
        fields.report().bad(fields.path(field), "found \"", name, "\", expected one of ",
                            joined(kWordsOf<Enum>, ", ", &EnumWord::word));
    return value.value_or(Enum{});
}

float finiteNumber(const JsonFields& fields, std::string_view name, float otherwise)
{
    if (!fields.has(name))
        return otherwise;
    const auto value = static_cast<float>(fields.number(name, 0.0));
    if (!std::isfinite(value))
        fields.report().bad(fields.path(name), "expected a float");
    return std::isfinite(value) ? value : otherwise;
}

void readUnusual(const JsonFields& fields, ScoreRule& rule)
{
    rule.maskValue = finiteNumber(fields, "mask_value", rule.maskValue);
    rule.emptyRow = namedIn<EmptyRow>(fields, "empty_row");
    if (!fields.has("empty_row") && std::isfinite(rule.maskValue))
        rule.emptyRow = EmptyRow::kUniform;
    rule.form = namedIn<ScoreForm>(fields, "form");
    rule.rows = namedIn<RowForm>(fields, "rows");
    rule.dropout = finiteNumber(fields, "dropout", 0.0F);
}

/// Heads under edits; names that are not heads are errors.
std::map<HeadRef, ScoreRule> readEditedHeads(const json& tree, const JsonFields& root)
{
    std::map<HeadRef, ScoreRule> rules;
    const auto found = tree.find("edited_heads");
    if (!root.has("edited_heads") || found == tree.end())
        return rules;
    const JsonFields heads = root.object("edited_heads");
    for (const auto& [name, entry] : found->items()) {
        const auto pattern = parseHeadPattern(name);
        const auto head = pattern ? onlyHead(*pattern) : std::nullopt;
        if (!head) {
            root.report().bad(root.path("edited_heads"), "found \"", name.substr(0, 80),
                              "\", expected a head such as encoder.0.self.1");
            continue;
        }
        const JsonFields fields = heads.object(name);
        ScoreRule rule;
        rule.scale = finiteNumber(fields, "scale", rule.scale);
        rule.softcap = finiteNumber(fields, "softcap", rule.softcap);
        readUnusual(fields, rule);
        rules[*head] = rule;
    }
    return rules;
}

json shapeToJson(const StackShape& shape)
{
    return {{"heads", shape.heads},
            {"kv_heads", shape.kvHeads},
            {"layers", shape.layers},
            {"d_head", shape.headWidth},
            {"causal", shape.causal}};
}

/// A number, or a list with one per layer; empty if absent.
std::vector<float> readPerLayer(const JsonFields& fields, std::string_view name)
{
    if (!fields.has(name))
        return {};
    std::vector<float> values;
    for (const double value :
         fields.isList(name) ? fields.numbers(name) : std::vector<double>{fields.number(name)}) {
        values.push_back(static_cast<float>(value));
        if (!std::isfinite(values.back()))
            fields.report().bad(fields.path(name), "found ", value, ", expected a float");
    }
    return values;
}

std::vector<ScoreRule> readRules(const JsonFields& stack, std::string_view kind)
{
    if (!stack.has(kind))
        return {};
    const JsonFields fields = stack.object(kind);
    const std::vector<float> scales = readPerLayer(fields, "scale");
    const std::vector<float> softcaps = readPerLayer(fields, "softcap");
    if (scales.empty())
        return {}; // a softcap without a scale says nothing: the scale defines what a score is
    std::vector<ScoreRule> rules(std::max(scales.size(), softcaps.size()));
    for (std::size_t i = 0; i < rules.size(); ++i) {
        rules[i].scale = scales[std::min(i, scales.size() - 1)];
        if (!softcaps.empty())
            rules[i].softcap = softcaps[std::min(i, softcaps.size() - 1)];
        readUnusual(fields, rules[i]);
    }
    return rules;
}

constexpr std::int64_t kMaxRuleLength = std::int64_t{1} << 20;

/// A field that this program does not know would change what the rule means.
void refuseUnread(const JsonFields& fields, std::string_view known)
{
    for (const std::string& name : fields.unread())
        fields.report().bad(fields.path(name), "unknown, expected ", known);
}

LayerMaskRule readMaskRule(const JsonFields& fields)
{
    LayerMaskRule rule;
    rule.given = true;
    rule.causal = fields.flag("causal", false);
    rule.window = static_cast<Index>(fields.integer("window", 0, kMaxRuleLength, 0));
    if (fields.has("lengths"))
        for (const double length : fields.numbers("lengths")) {
            if (length < 0 || length > static_cast<double>(kMaxRuleLength) || length != std::floor(length))
                fields.report().bad(fields.path("lengths"), "found a length that is not a number of tokens");
            else
                rule.lengths.push_back(static_cast<Index>(length));
        }
    refuseUnread(fields, "causal, window or lengths");
    return rule;
}

BiasRule readBiasRule(const JsonFields& fields)
{
    BiasRule rule;
    if (fields.has("slopes")) {
        for (const double slope : fields.numbers("slopes"))
            rule.slopes.push_back(static_cast<float>(slope));
        if (rule.slopes.empty())
            fields.report().bad(fields.path("slopes"), "found none, expected one for each head");
    } else {
        rule.spec.buckets = static_cast<int>(fields.integer("buckets", 1, 1 << 16));
        rule.spec.maxDistance = static_cast<int>(fields.integer("max_distance", 1, kMaxRuleLength));
        rule.spec.bidirectional = fields.flag("bidirectional", true);
        rule.table = fields.text("table");
    }
    refuseUnread(fields, "slopes alone, or buckets, max_distance, bidirectional and table");
    return rule;
}

/// One rule, or a list with a rule or null per layer.
template <typename Rule>
std::vector<Rule> readLayerRules(const JsonFields& fields, std::string_view name,
                                 Rule (*read)(const JsonFields&))
{
    std::vector<Rule> rules;
    if (!fields.has(name))
        return rules;
    if (!fields.isList(name))
        return {read(fields.object(name))};
    const json& list = fields.list(name);
    for (std::size_t i = 0; i < list.size() && i < static_cast<std::size_t>(kMaxCount); ++i)
        rules.push_back(list[i].is_null() ? Rule() : read(fields.item(name, i, list[i])));
    return rules;
}

AttentionRules readAttentionRules(const JsonFields& stack, std::string_view kind)
{
    AttentionRules rules;
    if (!stack.has(kind))
        return rules;
    const JsonFields fields = stack.object(kind);
    rules.mask = readLayerRules(fields, "mask", readMaskRule);
    rules.bias = readLayerRules(fields, "bias", readBiasRule);
    return rules;
}

/// Takes over the fields; absent ones and zeros change nothing.
void readStack(const JsonFields& fields, StackConfig& stack)
{
    for (const auto& [name, target] : {std::pair{"heads", &stack.shape.heads},
                                       {"kv_heads", &stack.shape.kvHeads},
                                       {"layers", &stack.shape.layers},
                                       {"d_head", &stack.shape.headWidth}}) {
        const bool width = target == &stack.shape.headWidth;
        if (const auto value = fields.integer(name, 0, width ? kMaxWidth : kMaxCount, 0); value > 0)
            *target = static_cast<int>(value);
    }
    stack.shape.causal = fields.flag("causal", stack.shape.causal);
    if (auto self = readRules(fields, "self"); !self.empty())
        stack.self = std::move(self);
    if (auto cross = readRules(fields, "cross"); !cross.empty())
        stack.cross = std::move(cross);
    stack.selfRules = readAttentionRules(fields, "self");
    stack.crossRules = readAttentionRules(fields, "cross");
}

} // namespace

std::string traceConfigToJson(const TraceInfo& info)
{
    json config;
    if (info.decoder || info.encoder)
        config = shapeToJson(info.decoder ? *info.decoder : *info.encoder);
    config["d_model"] = info.modelWidth;
    config["vocab_size"] = info.vocabulary;
    if (!info.trained)
        config["trained"] = false;
    if (info.encoder) {
        config["encoder"] = shapeToJson(*info.encoder);
        config["encoder"]["self"] = rulesToJson(info.encoderSelf);
    }
    if (info.decoder) {
        config["decoder"] = shapeToJson(*info.decoder);
        config["decoder"]["self"] = rulesToJson(info.decoderSelf);
        if (info.decoder->cross)
            config["decoder"]["cross"] = rulesToJson(info.decoderCross);
    }
    for (const auto& [head, rule] : info.editedRules) {
        json entry{{"scale", rule.scale}, {"softcap", rule.softcap}};
        addUnusual(entry, rule);
        config["edited_heads"][toString(head)] = std::move(entry);
    }
    return config.dump();
}

Result<TraceConfig> traceConfigFromJson(const std::string& text, const std::string& file)
{
    TraceConfig config;
    if (text.empty())
        return config;
    ASSIGN_OR_RETURN(const auto tree, parseJson(text, file + ": config"));
    FaultReport report(file);
    const JsonFields root(tree, "config", report);
    config.modelWidth = static_cast<int>(root.integer("d_model", 0, kMaxWidth, 0));
    config.trained = root.flag("trained", true);
    config.vocabulary = root.integer("vocab_size", 0, std::int64_t{1} << 40U, 0);
    for (const auto& [name, stack] : {std::pair{"encoder", &config.encoder}, {"decoder", &config.decoder}}) {
        stack->present = root.has(name);
        if (stack->present)
            readStack(root.object(name), *stack);
        else // values on the top level apply to a stack without an entry of its own
            readStack(root, *stack);
    }
    config.editedRules = readEditedHeads(tree, root);
    RETURN_IF_ERROR(report.check());
    return config;
}

} // namespace headlight
