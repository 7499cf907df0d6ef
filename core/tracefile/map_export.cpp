#include "core/tracefile/map_export.h"

#include "core/base/text_list.h"
#include "core/io/json_file.h"
#include "core/io/npy.h"
#include "core/tracefile/import/array_names.h"
#include "core/tracefile/import/named_arrays.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

namespace {

std::vector<AttentionMap> mapsThatHave(std::span<const AttentionMap> maps, MapKind kind)
{
    std::vector<AttentionMap> having(maps.begin(), maps.end());
    std::erase_if(having, [&](const AttentionMap& map) { return !map.has(kind); });
    return having;
}

/// What the numbers are, unless weights.
std::optional<std::string> unusualNumbers(MapKind kind, const MapFacts& facts)
{
    if (!facts.numbers.empty())
        return facts.numbers;
    return kind == MapKind::kWeights ? std::nullopt : std::optional(std::string(wordOf(kind)));
}

void appendNumbers(std::vector<float>& values, const AttentionMap& map, MapKind kind)
{
    const Matrix whole = map.whole(kind);
    values.insert(values.end(), whole.data(), whole.data() + whole.size());
}

/// The maps grouped by layer, in the order of the layers.
std::map<LayerRef, std::vector<AttentionMap>> byLayer(const std::vector<AttentionMap>& maps)
{
    std::map<LayerRef, std::vector<AttentionMap>> layers;
    for (const AttentionMap& map : maps)
        layers[map.head().layerRef()].push_back(map);
    return layers;
}

/// The tokens of the source and, if there are two sequences, of the target.
std::map<std::string, std::vector<TokenLabel>> tokensOf(const std::vector<AttentionMap>& maps)
{
    const bool two = std::ranges::any_of(maps, [&](const AttentionMap& map) {
        return map.head().kind == AttentionKind::kCross || map.head().stack != maps.front().head().stack;
    });
    std::map<std::string, std::vector<TokenLabel>> tokens;
    for (const AttentionMap& map : maps) {
        const bool target = two && map.head().stack == StackKind::kDecoder;
        tokens.emplace(target ? "target_tokens" : "tokens", map.queryTokens());
        if (map.head().kind == AttentionKind::kCross)
            tokens.emplace("tokens", map.keyTokens());
    }
    return tokens;
}

/// Which tokens are special, and which are no padding, where any is; by the names of transformers.
std::vector<std::pair<std::string, std::vector<float>>> masksOf(const std::string& tokens,
                                                                const std::vector<TokenLabel>& labels)
{
    const bool target = tokens != "tokens";
    std::vector<std::pair<std::string, std::vector<float>>> masks;
    const auto add = [&](const char* name, bool TokenLabel::*mark, float marked) {
        if (std::ranges::any_of(labels, mark))
            masks.emplace_back(name, listFrom(labels, [&](const TokenLabel& label) {
                                   return label.*mark ? marked : 1 - marked;
                               }));
    };
    add(target ? "decoder_attention_mask" : "attention_mask", &TokenLabel::padding, 0.0F);
    add(target ? "target_special_tokens_mask" : kSpecialMask, &TokenLabel::special, 1.0F);
    return masks;
}

/// The list of heads and its name.
std::pair<std::string, std::vector<std::string>> namedHeads(const std::vector<AttentionMap>& maps,
                                                            const MapFacts& facts)
{
    if (!facts.combined.empty())
        return {concat(facts.how, "_of"),
                listFrom(facts.combined, [](HeadRef head) { return toString(head); })};
    std::vector<std::string> names;
    for (const auto& [layer, heads] : byLayer(maps))
        for (const AttentionMap& map : heads)
            names.push_back(toString(map.head()));
    return {"heads", names};
}

OrderedJson jsonMatrix(const Matrix& whole)
{
    OrderedJson rows = OrderedJson::array();
    for (Index query = 0; query < whole.rows(); ++query) {
        OrderedJson row = OrderedJson::array();
        for (Index key = 0; key < whole.cols(); ++key)
            row.push_back(numberToJson(static_cast<double>(whole(query, key))));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

std::string mapsAsNpy(std::span<const AttentionMap> maps, MapKind kind, const MapFacts& /*facts*/)
{
    const auto having = mapsThatHave(maps, kind);
    if (having.empty() || std::ranges::any_of(having, [&](const AttentionMap& map) {
            return map.queries() != having.front().queries() || map.keys() != having.front().keys();
        }))
        return {};
    std::vector<std::int64_t> shape{having.front().queries(), having.front().keys()};
    if (having.size() > 1)
        shape.insert(shape.begin(), static_cast<std::int64_t>(having.size()));
    std::vector<float> values;
    for (const AttentionMap& map : having)
        appendNumbers(values, map, kind);
    return npyFile(shape, values);
}

std::string mapsAsNpz(std::span<const AttentionMap> maps, MapKind kind, const MapFacts& facts)
{
    const auto having = mapsThatHave(maps, kind);
    if (having.empty())
        return {};
    std::vector<std::pair<std::string, std::string>> entries;
    for (const auto& [layer, heads] : byLayer(having)) {
        std::vector<float> values;
        for (const AttentionMap& map : heads)
            appendNumbers(values, map, kind);
        const std::vector<std::int64_t> shape{static_cast<std::int64_t>(heads.size()),
                                              heads.front().queries(), heads.front().keys()};
        entries.emplace_back(
            concat(attentionsName(layer), ".", facts.combined.empty() ? layer.layer : 0, ".npy"),
            npyFile(shape, values));
    }
    for (const auto& [name, labels] : tokensOf(having)) {
        entries.emplace_back(name + ".npy", npyTextFile(listFrom(labels, &TokenLabel::text)));
        for (const auto& [mask, marks] : masksOf(name, labels))
            entries.emplace_back(mask + ".npy", npyFile(std::array{std::ssize(marks)}, marks));
    }
    const auto& [list, names] = namedHeads(having, facts);
    entries.emplace_back(list + ".npy", npyTextFile(names));
    if (const auto numbers = unusualNumbers(kind, facts))
        entries.emplace_back("map.npy", npyTextFile(std::vector{*numbers}));
    if (!facts.command.empty())
        entries.emplace_back("command.npy", npyTextFile(std::vector{facts.command}));
    return storedZip(entries);
}

std::string mapsAsJson(std::span<const AttentionMap> maps, MapKind kind, const MapFacts& facts)
{
    const auto having = mapsThatHave(maps, kind);
    if (having.empty())
        return {};
    OrderedJson object;
    for (const auto& [name, labels] : tokensOf(having)) {
        object[name] = listFrom(labels, &TokenLabel::text);
        for (const auto& [mask, marks] : masksOf(name, labels))
            object[mask] = std::vector<int>(marks.begin(), marks.end());
    }
    if (const auto numbers = unusualNumbers(kind, facts))
        object["map"] = *numbers;
    if (!facts.command.empty())
        object["command"] = facts.command;
    const auto& [list, names] = namedHeads(having, facts);
    object[list] = names;
    std::map<std::string, OrderedJson> attentions;
    for (const auto& [layer, heads] : byLayer(having)) {
        OrderedJson matrices = OrderedJson::array();
        for (const AttentionMap& map : heads)
            matrices.push_back(jsonMatrix(map.whole(kind)));
        attentions[attentionsName(layer)].push_back(std::move(matrices));
    }
    for (auto& [name, layers] : attentions)
        object[name] = std::move(layers);
    return toText(object) + "\n";
}

std::string matrixAsNpy(const Matrix& matrix, const std::string& /*name*/)
{
    const std::vector<std::int64_t> shape{matrix.rows(), matrix.cols()};
    return npyFile(shape, {matrix.data(), static_cast<std::size_t>(matrix.size())});
}

std::string matrixAsNpz(const Matrix& matrix, const std::string& name)
{
    const std::vector<std::pair<std::string, std::string>> entries{
        {name + ".npy", matrixAsNpy(matrix, name)}};
    return storedZip(entries);
}

std::string matrixAsJson(const Matrix& matrix, const std::string& name)
{
    return OrderedJson{{name, jsonMatrix(matrix)}}.dump() + "\n";
}

} // namespace headlight
