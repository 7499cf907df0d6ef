#include "core/tracefile/tokens.h"

#include "core/base/text_list.h"
#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace headlight {

namespace {

using nlohmann::json;

/// In bytes; tokens of real models have fewer than 200. Shown tokens are measured and drawn whole.
constexpr std::size_t kLongestToken = 1000;

/// Labels of one sentence; missing texts are made from ids, and missing ids are positions: of equal texts the
/// first one's, so that equal tokens are known as such.
std::vector<TokenLabel> labelsOf(std::size_t length, const std::int64_t* ids, const json* words,
                                 const json* marks, std::size_t& cut)
{
    std::vector<TokenLabel> labels(length);
    std::map<std::string, std::int64_t> firstOf;
    for (std::size_t i = 0; i < length; ++i) {
        TokenLabel& label = labels[i];
        label.id = ids != nullptr ? ids[i] : static_cast<std::int64_t>(i);
        const bool named = words != nullptr && i < words->size() && (*words)[i].is_string();
        const std::string text = named ? (*words)[i].get<std::string>() : std::to_string(label.id);
        label.text = bounded(text, kLongestToken);
        cut += text.size() > kLongestToken ? 1 : 0;
        if (named && ids == nullptr)
            label.id = firstOf.emplace(label.text, label.id).first->second;
        label.special = marks != nullptr && i < marks->size() && (*marks)[i] == true;
    }
    return labels;
}

/// The list of one sentence; without a batch there is no outer list of sentences. Null if there is none.
const json* listOf(const json& all, std::size_t item, bool batch)
{
    if (!all.is_array())
        return nullptr;
    if (!batch)
        return &all;
    return item < all.size() && all[item].is_array() ? &all[item] : nullptr;
}

/// Marks the tokens of a sentence that a chat template wrote. In a batch the list may end before the padding.
Result<void> markFromTemplate(std::vector<TokenLabel>& sentence, const json& marks, bool batch,
                              const std::string& file, const std::string& field)
{
    if (!marks.is_array())
        return badFile(file, field, foundExpected(&marks, "a list of true and false"));
    if (batch ? marks.size() > sentence.size() : marks.size() != sentence.size())
        return badFile(file, field, "found ", marks.size(), " entries, expected ", sentence.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (!marks[i].is_boolean())
            return badFile(file, concat(field, "[", i, "]"), foundExpected(&marks[i], "true or false"));
        sentence[i].fromTemplate = marks[i].get<bool>();
    }
    return {};
}

/// The same for all sentences; without the list no tokens are marked.
Result<void> markFromTemplate(std::vector<std::vector<TokenLabel>>& labels, const TraceTensors& file,
                              const std::string& field, bool batch)
{
    ASSIGN_OR_RETURN(const auto marks, traceMetadataJson(file, field));
    if (marks.is_null())
        return {};
    const std::string path = file.path.string();
    if (!batch)
        return markFromTemplate(labels.front(), marks, batch, path, field);
    if (!marks.is_array() || marks.size() != labels.size())
        return badFile(path, field,
                       marks.is_array() ? concat("found ", marks.size(), " lists, expected ", labels.size())
                                        : foundExpected(&marks, "a list for each sentence"));
    for (std::size_t item = 0; item < labels.size(); ++item)
        RETURN_IF_ERROR(
            markFromTemplate(labels[item], marks[item], batch, path, concat(field, "[", item, "]")));
    return {};
}

} // namespace

Result<json> traceMetadataJson(const TraceTensors& file, const std::string& name)
{
    const auto found = file.metadata.find(name);
    if (found == file.metadata.end())
        return json();
    return parseJson(found->second, file.path.string() + ": " + name);
}

Result<TokenLists> readTokenLabels(const TraceTensors& file, const TraceLayout& layout, StackKind stack,
                                   const std::string& prefix)
{
    const auto length = static_cast<std::size_t>(layout.stack(stack).length);
    const std::string key = prefix == "input" ? "" : prefix + "_";
    auto texts = traceMetadataJson(file, key + "tokens");
    auto special = traceMetadataJson(file, key + "special_tokens");
    if (!texts || !special)
        return texts ? special.error() : texts.error();
    const TensorView* const ids = file.find(prefix + "_ids");
    const TensorView* const lengths = file.find(prefix + "_lengths");
    const auto idValues = ids != nullptr ? toIntegers(*ids) : std::vector<std::int64_t>();
    const auto lengthValues = lengths != nullptr ? toIntegers(*lengths) : std::vector<std::int64_t>();
    const bool batch = layout.batch();
    TokenLists lists;
    auto& labels = lists.sentences;
    for (std::size_t item = 0; item < static_cast<std::size_t>(layout.items()); ++item) {
        const json* const words = listOf(*texts, item, batch);
        const json* const marks = listOf(*special, item, batch);
        if (words != nullptr && (batch ? words->size() > length : words->size() != length))
            return badFile(file.path.string(), key + "tokens", "found ", words->size(), " tokens, expected ",
                           length);
        const std::int64_t* const ownIds = idValues.empty() ? nullptr : idValues.data() + item * length;
        std::vector<TokenLabel>& sentence
            = labels.emplace_back(labelsOf(length, ownIds, words, marks, lists.cut));
        const auto own = lengthValues.empty() ? length : static_cast<std::size_t>(lengthValues[item]);
        for (std::size_t i = own; i < length; ++i)
            sentence[i].padding = true;
    }
    RETURN_IF_ERROR(markFromTemplate(labels, file, key + "template_tokens", batch));
    return lists;
}

void addTokenMetadata(std::map<std::string, std::string>& metadata, std::span<const Trace> traces, bool batch)
{
    const TraceInfo& info = traces.front().info();
    const auto add = [&](StackKind stack, const std::string& prefix) {
        const auto listOf = [&](auto member) {
            json lists = json::array();
            for (const Trace& trace : traces)
                lists.push_back(listFrom(trace.tokens(stack), member));
            return batch ? lists : lists.front();
        };
        const bool fromTemplate = std::ranges::any_of(traces, [&](const Trace& trace) {
            return std::ranges::any_of(trace.tokens(stack), &TokenLabel::fromTemplate);
        });
        metadata[prefix + "tokens"] = toText(listOf(&TokenLabel::text));
        metadata[prefix + "special_tokens"] = listOf(&TokenLabel::special).dump();
        if (fromTemplate)
            metadata[prefix + "template_tokens"] = listOf(&TokenLabel::fromTemplate).dump();
    };
    add(info.encoder ? StackKind::kEncoder : StackKind::kDecoder, "");
    if (info.encoder && info.decoder)
        add(StackKind::kDecoder, "target_");
}

} // namespace headlight
