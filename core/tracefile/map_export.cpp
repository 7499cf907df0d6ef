#include "core/tracefile/map_export.h"

#include "core/base/text_list.h"
#include "core/io/json_file.h"
#include "core/io/npy.h"
#include "core/tracefile/import/named_arrays.h"

#include <nlohmann/json.hpp>

#include <map>
#include <utility>
#include <vector>

namespace headlight {

namespace {

std::vector<AttentionMap> mapsThatHave(std::span<const AttentionMap> maps, MapKind kind)
{
    std::vector<AttentionMap> having;
    for (const AttentionMap& map : maps) {
        const bool fits = having.empty()
            || (map.queries() == having.front().queries() && map.keys() == having.front().keys());
        if (map.has(kind) && fits)
            having.push_back(map);
    }
    return having;
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

/// The tokens of the source and, for cross-attention, of the queries.
std::vector<std::pair<std::string, std::vector<std::string>>> tokensOf(const AttentionMap& map)
{
    if (map.head().kind == AttentionKind::kCross)
        return {{"tokens", listFrom(map.keyTokens(), &TokenLabel::text)},
                {"target_tokens", listFrom(map.queryTokens(), &TokenLabel::text)}};
    return {{"tokens", listFrom(map.queryTokens(), &TokenLabel::text)}};
}

/// The list of heads and its name.
std::pair<std::string, std::vector<std::string>> namedHeads(const std::vector<AttentionMap>& maps,
                                                            const CombinedHeads& combined)
{
    if (!combined.heads.empty())
        return {concat(combined.how, "_of"),
                listFrom(combined.heads, [](HeadRef head) { return toString(head); })};
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

std::string mapsAsNpy(std::span<const AttentionMap> maps, MapKind kind, const CombinedHeads& /*combined*/)
{
    const auto having = mapsThatHave(maps, kind);
    if (having.empty())
        return {};
    std::vector<std::int64_t> shape{having.front().queries(), having.front().keys()};
    if (having.size() > 1)
        shape.insert(shape.begin(), static_cast<std::int64_t>(having.size()));
    std::vector<float> values;
    for (const AttentionMap& map : having)
        appendNumbers(values, map, kind);
    return npyFile(shape, values);
}

std::string mapsAsNpz(std::span<const AttentionMap> maps, MapKind kind, const CombinedHeads& combined)
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
            concat(attentionsName(layer), ".", combined.heads.empty() ? layer.layer : 0, ".npy"),
            npyFile(shape, values));
    }
    for (const auto& [name, texts] : tokensOf(having.front()))
        entries.emplace_back(name + ".npy", npyTextFile(texts));
    const auto& [list, names] = namedHeads(having, combined);
    entries.emplace_back(list + ".npy", npyTextFile(names));
    if (kind != MapKind::kWeights)
        entries.emplace_back("map.npy", npyTextFile(std::vector<std::string>{std::string(wordOf(kind))}));
    return storedZip(entries);
}

std::string mapsAsJson(std::span<const AttentionMap> maps, MapKind kind, const CombinedHeads& combined)
{
    const auto having = mapsThatHave(maps, kind);
    if (having.empty())
        return {};
    OrderedJson object;
    for (const auto& [name, texts] : tokensOf(having.front()))
        object[name] = texts;
    if (kind != MapKind::kWeights)
        object["map"] = wordOf(kind);
    const auto& [list, names] = namedHeads(having, combined);
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
