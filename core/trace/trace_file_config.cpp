#include "core/trace/trace_file_config.h"

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

// One number where the layers agree, else one per layer.
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

Result<int> count(const json& object, std::string_view field, const std::string& file, std::int64_t max)
{
    const auto value = optionalInt(object, field, file, 0, max);
    if (!value)
        return value.error();
    return static_cast<int>(value->value_or(0));
}

Result<std::vector<float>> readPerLayer(const json& object, std::string_view field, const std::string& file)
{
    const json* const found = findField(object, field);
    std::vector<float> values;
    if (found == nullptr)
        return values;
    const json list = found->is_array() ? *found : json::array({*found});
    for (const json& item : list) {
        if (!item.is_number() || !std::isfinite(item.get<float>()))
            return badFile(file, "config." + std::string(field),
                           "found " + describeJson(item) + ", expected a finite number or a list of them");
        values.push_back(item.get<float>());
    }
    return values;
}

Result<std::vector<ScoreRule>> readRules(const json& stack, std::string_view kind, const std::string& file)
{
    std::vector<ScoreRule> rules;
    const json* const found = findField(stack, kind);
    if (found == nullptr)
        return rules;
    const auto scales = readPerLayer(*found, "scale", file);
    if (!scales)
        return scales.error();
    const auto softcaps = readPerLayer(*found, "softcap", file);
    if (!softcaps)
        return softcaps.error();
    if (scales->empty())
        return rules; // a softcap alone says nothing: the scale decides what a score is
    rules.resize(std::max(scales->size(), softcaps->size()));
    for (std::size_t i = 0; i < rules.size(); ++i) {
        rules[i].scale = (*scales)[std::min(i, scales->size() - 1)];
        if (!softcaps->empty())
            rules[i].softcap = (*softcaps)[std::min(i, softcaps->size() - 1)];
    }
    return rules;
}

Result<void> readStack(const json& object, const std::string& file, StackConfig& stack)
{
    const auto read = [&](std::string_view field, int& target) -> Result<void> {
        const auto value = count(object, field, file, field == "d_head" ? kMaxWidth : kMaxCount);
        if (!value)
            return value.error();
        if (*value > 0)
            target = *value;
        return {};
    };
    for (const auto& [field, target] : {std::pair{"heads", &stack.shape.heads},
                                        {"kv_heads", &stack.shape.kvHeads},
                                        {"layers", &stack.shape.layers},
                                        {"d_head", &stack.shape.headWidth}}) {
        if (const auto done = read(field, *target); !done)
            return done.error();
    }
    const auto causal = optionalBool(object, "causal", file);
    if (!causal)
        return causal.error();
    stack.shape.causal = causal->value_or(stack.shape.causal);
    auto self = readRules(object, "self", file);
    if (!self)
        return self.error();
    auto cross = readRules(object, "cross", file);
    if (!cross)
        return cross.error();
    if (!self->empty())
        stack.self = *self;
    if (!cross->empty())
        stack.cross = *cross;
    return {};
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
    const auto root = parseJson(text, file + ": config");
    if (!root)
        return root.error();
    if (!root->is_object())
        return badFile(file, "config", "found " + describeJson(*root) + ", expected an object");
    const auto width = count(*root, "d_model", file, kMaxWidth);
    if (!width)
        return width.error();
    config.modelWidth = *width;
    const auto vocabulary = optionalInt(*root, "vocab_size", file, 0, std::int64_t{1} << 40U);
    if (!vocabulary)
        return vocabulary.error();
    config.vocabulary = vocabulary->value_or(0);
    for (const auto& [name, stack] : {std::pair{"encoder", &config.encoder}, {"decoder", &config.decoder}}) {
        // What stands on the top level holds for a stack that has no entry of its own.
        const json* const own = findField(*root, name);
        if (const auto done = readStack(own != nullptr ? *own : *root, file, *stack); !done)
            return done.error();
        stack->present = own != nullptr;
    }
    return config;
}

} // namespace headlight
