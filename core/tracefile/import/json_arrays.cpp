#include "core/base/text_list.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
#include "core/trace/attention_map.h"
#include "core/tracefile/import/named_arrays.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxTokenFile = std::size_t{64} << 20U;
constexpr JsonLimits kAttentionLimits{std::size_t{1} << 30U, 64, 64'000'000, false};

/// Flattens a nested list of numbers; all lists at a depth must have the same length.
class NestedNumbers
{
public:
    NestedNumbers(std::string file, std::string name)
        : m_file(std::move(file))
        , m_name(std::move(name))
    { }

    Result<TensorView> read(const json& list)
    {
        const json* inner = &list;
        while (inner->is_array() && !inner->empty() && m_shape.size() < 8) {
            m_shape.push_back(static_cast<std::int64_t>(inner->size()));
            inner = &inner->front();
        }
        if (inner->is_array())
            return badFile(m_file, m_name, "found an empty list, expected [heads][queries][keys]");
        RETURN_IF_ERROR(add(list, 0, m_name));
        const auto values = std::make_shared<std::vector<float>>(std::move(m_values));
        return TensorView{m_name, DType::kF32, m_shape, std::as_bytes(std::span<const float>(*values)),
                          values};
    }

private:
    Result<void> add(const json& value, std::size_t depth, const std::string& place)
    {
        if (depth == m_shape.size())
            return addNumber(value, place);
        if (!value.is_array())
            return badFile(m_file, place, "found ", describeJson(value), ", expected a list");
        if (static_cast<std::int64_t>(value.size()) != m_shape[depth])
            return badFile(m_file, place, "found a list of ", value.size(), ", expected ", m_shape[depth],
                           " as in the first one");
        const bool numbers = depth + 1 == m_shape.size(); // formatting a place for each number would be slow
        for (std::size_t i = 0; i < value.size(); ++i) {
            const auto done
                = numbers ? addNumber(value[i], place) : add(value[i], depth + 1, concat(place, "[", i, "]"));
            if (!done)
                return done;
        }
        return {};
    }

    Result<void> addNumber(const json& value, const std::string& place)
    {
        const auto number = numberFromJson(value);
        if (!number)
            return badFile(m_file, place, "found ", describeJson(value), ", expected a number");
        m_values.push_back(static_cast<float>(*number));
        if (std::isfinite(*number) && !std::isfinite(m_values.back()))
            return badFile(m_file, place, "found ", describeJson(value),
                           ", expected a number in the range of a float");
        return {};
    }

    std::string m_file, m_name;
    std::vector<std::int64_t> m_shape;
    std::vector<float> m_values;
};

Result<std::vector<std::vector<std::string>>> tokenLists(const json& value, const std::string& file,
                                                         const std::string& name)
{
    const auto wrong = [&](const json& found) {
        return badFile(file, name, "found ", describeJson(found), ", expected a list of texts");
    };
    if (!value.is_array())
        return wrong(value);
    std::vector<std::vector<std::string>> lists;
    const bool batch = !value.empty() && value.front().is_array();
    for (const json& sentence : batch ? value : json::array({value})) {
        if (!sentence.is_array())
            return wrong(sentence);
        std::vector<std::string>& words = lists.emplace_back();
        for (const json& word : sentence) {
            if (!word.is_string())
                return wrong(word);
            words.push_back(word.get<std::string>());
        }
    }
    return lists;
}

Result<void> takeTokens(const json& value, const std::string& file, const std::string& name,
                        NamedArrays& arrays)
{
    ASSIGN_OR_RETURN(arrays.tokens[name], tokenLists(value, file, name));
    return {};
}

std::size_t listDepth(const json& value)
{
    const json* inner = &value;
    std::size_t depth = 0;
    for (; inner->is_array() && !inner->empty() && depth < 8; ++depth)
        inner = &inner->front();
    return depth;
}

/// Whether the innermost matrices of the first two entries differ in shape: the steps of generate() do.
bool differInSize(const json& entries, std::size_t depth)
{
    const auto sizes = [depth](const json& entry) {
        const json* matrix = &entry;
        for (std::size_t level = 3; level < depth && matrix->is_array() && !matrix->empty(); ++level)
            matrix = &matrix->front();
        return std::pair(matrix->size(), matrix->empty() || !matrix->is_array() ? 0 : matrix->front().size());
    };
    return entries.size() > 1 && sizes(entries[0]) != sizes(entries[1]);
}

Result<void> takeLayers(const json& layers, const std::string& name, NamedArrays& arrays)
{
    const std::string file = arrays.path.string();
    if (layers.is_object()) {
        for (const auto& [key, value] : layers.items())
            RETURN_IF_ERROR(takeLayers(value, concat(name, ".", key), arrays));
        return {};
    }
    if (!layers.is_array() || layers.empty())
        return badFile(file, name, "found ", describeJson(layers),
                       ", expected lists [layers][heads][queries][keys]");
    const std::size_t depth = listDepth(layers);
    const bool layer = name.find('.') != std::string::npos;
    const bool steps = !layer && (depth > 5 || (depth == 5 && differInSize(layers, depth)));
    if (steps || (!layer && depth > 3)) { // layers may have different numbers of heads
        for (std::size_t i = 0; i < layers.size(); ++i)
            if (steps && layers[i].is_array())
                for (std::size_t k = 0; k < layers[i].size(); ++k)
                    RETURN_IF_ERROR(takeLayers(layers[i][k], concat(name, ".", i, ".", k), arrays));
            else
                RETURN_IF_ERROR(takeLayers(layers[i], concat(name, ".", i), arrays));
        return {};
    }
    ASSIGN_OR_RETURN(auto view, NestedNumbers(file, name).read(layers));
    arrays.arrays.emplace(name, std::move(view));
    return {};
}

/// A field of another name: an array of numbers, or an object of them. Anything else is no part of attention.
void takeOther(const json& value, const std::string& name, NamedArrays& arrays)
{
    if (value.is_object())
        for (const auto& [key, inner] : value.items())
            takeOther(inner, concat(name, ".", key), arrays);
    const json* number = &value;
    while (number->is_array() && !number->empty())
        number = &number->front();
    if (!value.is_array() || !number->is_number())
        return;
    if (auto view = NestedNumbers(arrays.path.string(), name).read(value))
        arrays.arrays.emplace(name, std::move(*view));
    else
        arrays.leftOut.push_back(name);
}

bool isTexts(const json& value)
{
    return value.is_array() && std::ranges::all_of(value, [](const json& each) { return each.is_string(); });
}

/// The layers of a list count from 0; the addresses of their heads say which layers they are.
void numberLayers(NamedArrays& arrays)
{
    std::map<std::string, std::set<int>> layers;
    for (const HeadRef& head : arrays.heads)
        layers[attentionsName(head.layerRef())].insert(head.layer);
    for (const auto& [name, numbers] : layers) {
        auto number = numbers.rbegin();
        // From the last one on: no layer moves to the place of one that is still to be moved.
        for (auto i = static_cast<int>(numbers.size()) - 1; i >= 0; --i, ++number) {
            auto layer = arrays.arrays.extract(concat(name, '.', i));
            if (!layer)
                break;
            layer.key() = layer.mapped().name = concat(name, '.', *number);
            arrays.arrays.insert(std::move(layer));
        }
    }
}

} // namespace

Result<NamedArrays> readJsonArrays(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(const auto tree, readJsonFile(path, kAttentionLimits));
    NamedArrays arrays;
    arrays.path = path;
    if (tree.is_array()) {
        RETURN_IF_ERROR(takeLayers(tree, "attentions", arrays));
        return arrays;
    }
    RETURN_IF_ERROR(checkMapKind(path, textMember(tree, "map").value_or("weights")));
    for (const auto& [key, value] : tree.items()) {
        const bool layers = key.ends_with("attentions");
        const bool number = parseNumber<unsigned>(key).has_value();
        if (key == "tokens" || key == "target_tokens")
            RETURN_IF_ERROR(takeTokens(value, path.string(), key, arrays));
        else if (isTexts(value) && takeHeads(key, value.get<std::vector<std::string>>(), arrays))
            continue;
        else if (layers || (number && value.is_array()))
            RETURN_IF_ERROR(takeLayers(value, layers ? key : "attentions." + key, arrays));
        else
            takeOther(value, key, arrays);
    }
    if (arrays.arrays.empty())
        return badFile(path.string(), "attentions",
                       "not found, expected {\"tokens\": […], \"attentions\": "
                       "[layers][heads][queries][keys]}");
    numberLayers(arrays);
    return arrays;
}

Result<void> readTokenText(std::string_view list, const std::string& name, NamedArrays& arrays)
{
    const std::string file = arrays.path.string();
    ASSIGN_OR_RETURN(const auto tree, parseJson(list, file + ": " + name));
    return takeTokens(tree, file, name, arrays);
}

Result<void> readTokenFile(const std::filesystem::path& path, const std::string& name, NamedArrays& arrays)
{
    ASSIGN_OR_RETURN(const auto file, MappedFile::open(path, kMaxTokenFile));
    std::string_view text = file.text();
    const auto first = text.find_first_not_of(" \t\r\n");
    const bool json = first != std::string_view::npos && (text[first] == '[' || text[first] == '{')
        && path.extension() != ".txt";
    if (json) {
        ASSIGN_OR_RETURN(const auto tree, parseJson(text, path.string()));
        if (!tree.is_object())
            return takeTokens(tree, path.string(), name, arrays);
        for (const char* field : {"tokens", "target_tokens"})
            if (const auto* const words = findField(tree, field))
                RETURN_IF_ERROR(takeTokens(*words, path.string(), field, arrays));
        return {};
    }
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        words.emplace_back(line);
        begin = end + 1;
    }
    arrays.tokens[name] = {std::move(words)};
    return {};
}

} // namespace headlight
