#include "core/trace/trace_file_config.h"

#include "core/io/json_fields.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

using nlohmann::json;

// Far beyond any model; what is said here takes memory before a tensor backs it.
constexpr std::int64_t kMaxWidth = 1 << 20;
constexpr std::int64_t kMaxCount = 4096; ///< layers, heads

// One number where the layers agree, otherwise one per layer.
json perLayer(const std::vector<ScoreRule>& rules, float ScoreRule::*member)
{
    std::vector<float> values;
    values.reserve(rules.size());
    for (const ScoreRule& rule : rules)
        values.push_back(rule.*member);
    const bool same = std::all_of(values.begin(), values.end(), [&](float v) { return v == values.front(); });
    return same && !values.empty() ? json(values.front()) : json(values);
}

json rulesToJson(const std::vector<ScoreRule>& rules)
{
    return {{"scale", perLayer(rules, &ScoreRule::scale)}, {"softcap", perLayer(rules, &ScoreRule::softcap)}};
}

json shapeToJson(const StackShape& shape)
{
    return {{"heads", shape.heads},
            {"kv_heads", shape.kvHeads},
            {"layers", shape.layers},
            {"d_head", shape.headWidth},
            {"causal", shape.causal}};
}

/// A number, or a list with one for each layer; empty if absent.
std::vector<float> readPerLayer(const JsonFields& fields, std::string_view name)
{
    if (!fields.has(name))
        return {};
    std::vector<float> values;
    for (const double value :
         fields.isList(name) ? fields.numbers(name) : std::vector<double>{fields.number(name)}) {
        values.push_back(static_cast<float>(value));
        if (!std::isfinite(values.back()))
            fields.report().bad(fields.path(name), "found " + std::to_string(value) + ", expected a float");
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
        return {}; // a softcap alone says nothing: the scale decides what a score is
    std::vector<ScoreRule> rules(std::max(scales.size(), softcaps.size()));
    for (std::size_t i = 0; i < rules.size(); ++i) {
        rules[i].scale = scales[std::min(i, scales.size() - 1)];
        if (!softcaps.empty())
            rules[i].softcap = softcaps[std::min(i, softcaps.size() - 1)];
    }
    return rules;
}

constexpr std::int64_t kMaxRuleLength = std::int64_t{1} << 20;

MaskRule readMaskRule(const JsonFields& fields)
{
    MaskRule rule;
    rule.given = true;
    rule.causal = fields.flag("causal", false);
    rule.window = static_cast<Index>(fields.integer("window", 0, kMaxRuleLength, 0));
    if (fields.has("lengths"))
        for (const double length : fields.numbers("lengths")) {
            if (length < 0 || length > static_cast<double>(kMaxRuleLength) || length != std::floor(length))
                fields.report().bad(fields.path("lengths"), "found a length that is no number of tokens");
            else
                rule.lengths.push_back(static_cast<Index>(length));
        }
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
        return rule;
    }
    rule.spec.buckets = static_cast<int>(fields.integer("buckets", 1, 1 << 16));
    rule.spec.maxDistance = static_cast<int>(fields.integer("max_distance", 1, kMaxRuleLength));
    rule.spec.bidirectional = fields.flag("bidirectional", true);
    rule.table = fields.text("table");
    return rule;
}

/// One rule, or a list with one or null for each layer.
template <typename Rule>
std::vector<Rule> readLayerRules(const JsonFields& fields, std::string_view name,
                                 Rule (*read)(const JsonFields&))
{
    std::vector<Rule> rules;
    if (!fields.has(name))
        return rules;
    if (!fields.isList(name)) {
        const JsonFields object = fields.object(name);
        rules.push_back(read(object));
        return rules;
    }
    const json& list = fields.list(name);
    for (std::size_t i = 0; i < list.size() && i < static_cast<std::size_t>(kMaxCount); ++i) {
        if (list[i].is_null())
            rules.emplace_back();
        else {
            const JsonFields object = fields.item(name, i, list[i]);
            rules.push_back(read(object));
        }
    }
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

/// What the fields say; absent ones and zeros change nothing.
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
    return config.dump();
}

Result<TraceConfig> traceConfigFromJson(const std::string& text, const std::string& file)
{
    TraceConfig config;
    if (text.empty())
        return config;
    const auto tree = parseJson(text, file + ": config");
    if (!tree)
        return tree.error();
    FaultReport report(file);
    const JsonFields root(*tree, "config", report);
    config.modelWidth = static_cast<int>(root.integer("d_model", 0, kMaxWidth, 0));
    config.vocabulary = root.integer("vocab_size", 0, std::int64_t{1} << 40U, 0);
    for (const auto& [name, stack] : {std::pair{"encoder", &config.encoder}, {"decoder", &config.decoder}}) {
        stack->present = root.has(name);
        // What stands on the top level holds for a stack that has no entry of its own.
        if (stack->present)
            readStack(root.object(name), *stack);
        else
            readStack(root, *stack);
    }
    if (report.error())
        return *report.error();
    return config;
}

} // namespace headlight
