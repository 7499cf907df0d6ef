#include "core/tracefile/import/named_arrays.h"

#include "core/base/text_list.h"
#include "core/io/mapped_file.h"
#include "core/io/npy.h"
#include "core/io/safetensors.h"
#include "core/io/torch_file.h"
#include "core/io/zip_reader.h"
#include "core/trace/attention_map.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace headlight {

namespace {

using Texts = std::map<std::string, std::vector<std::string>, std::less<>>;

constexpr std::string_view kFormats = "NumPy's .npy or .npz, torch.save's .pt, .safetensors or JSON";

enum class ArrayFormat { kNumpy, kNumpyArchive, kTorch, kSafetensors, kJson, kUnknown };

/// An archive is NumPy's if it contains NumPy arrays or is named like one, otherwise torch.save's.
ArrayFormat archiveFormat(const MappedFile& file)
{
    if (file.path().extension() == ".npz")
        return ArrayFormat::kNumpyArchive;
    const auto zip = ZipReader::open(file.bytes(), file.path().string());
    const bool numpy = zip && std::ranges::any_of(zip->entries(), [](const auto& entry) {
                           return entry.first.ends_with(".npy");
                       });
    return numpy ? ArrayFormat::kNumpyArchive : ArrayFormat::kTorch;
}

ArrayFormat arrayFormatOf(const MappedFile& file)
{
    if (file.text().starts_with("\x93NUMPY"))
        return ArrayFormat::kNumpy;
    if (ZipReader::looksLikeZip(file.bytes()))
        return archiveFormat(file);
    if (file.text().starts_with("\x80"))
        return ArrayFormat::kTorch; // the older form, which is rejected by name
    if (SafetensorsFile::looksLikeSafetensors(file.bytes()))
        return ArrayFormat::kSafetensors;
    const auto first = file.text().find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const char letter = first == std::string_view::npos ? '\0' : file.text()[first];
    if (letter == '{' || letter == '[')
        return ArrayFormat::kJson;
    // A damaged file is reported in the words of the format that its name promises.
    const std::string extension = file.path().extension().string();
    return extension == ".safetensors" ? ArrayFormat::kSafetensors
        : extension == ".json"         ? ArrayFormat::kJson
                                       : ArrayFormat::kUnknown;
}

/// Tokens in a safetensors file's metadata: a JSON list under "tokens" or "target_tokens".
Result<void> takeMetadataTokens(const SafetensorsFile& file, NamedArrays& arrays)
{
    for (const char* const name : {"tokens", "target_tokens"}) {
        const auto at = file.metadata().find(name);
        if (at == file.metadata().end() || !at->second.starts_with('['))
            continue;
        RETURN_IF_ERROR(readTokenText(at->second, name, arrays));
    }
    return {};
}

/// Takes lists called "tokens", "target_tokens" and the like, at any depth; "tokens.1" is of sentence 1.
void takeTokenLists(const Texts& texts, NamedArrays& arrays)
{
    std::map<std::string, std::map<std::size_t, std::vector<std::string>>> lists;
    for (const auto& [name, words] : texts) {
        auto parts = split(name, '.');
        const auto item = parseNumber<std::size_t>(parts.back());
        if (item && parts.size() > 1)
            parts.pop_back();
        const std::string_view last = parts.back();
        const bool target = last == "target_tokens" || last == "decoder_tokens";
        if (target || last == "tokens" || last == "source_tokens" || last == "encoder_tokens"
            || last == "str_tokens")
            lists[target ? "target_tokens" : "tokens"][item.value_or(0)] = words;
    }
    for (const auto& [name, sentences] : lists)
        for (const auto& [item, words] : sentences)
            arrays.tokens[name].push_back(words);
}

/// An array without a name, or one in an outermost list, is attention.
std::string namedAttentions(const std::string& name)
{
    if (name.empty())
        return "attentions";
    const bool number = std::ranges::all_of(name, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
    return number ? "attentions." + name : name;
}

void takeArrays(const auto& found, NamedArrays& arrays)
{
    for (const auto& [name, view] : found) {
        TensorView taken = view;
        taken.name = namedAttentions(name);
        arrays.arrays.emplace(taken.name, std::move(taken));
    }
}

} // namespace

Result<NamedArrays> readNamedArrays(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(const auto mapped, MappedFile::open(path));
    NamedArrays arrays;
    arrays.path = path;
    switch (arrayFormatOf(mapped)) {
    case ArrayFormat::kJson:
        return readJsonArrays(path);
    case ArrayFormat::kSafetensors: {
        ASSIGN_OR_RETURN(const auto file, SafetensorsFile::open(path));
        takeArrays(file.tensors(), arrays);
        RETURN_IF_ERROR(takeMetadataTokens(file, arrays));
        return arrays;
    }
    case ArrayFormat::kUnknown:
        return badFile(path.string(), {},
                       mapped.size() == 0 ? concat("found an empty file, expected ", kFormats)
                                          : concat("found none of the known formats, expected ", kFormats));
    case ArrayFormat::kTorch: {
        ASSIGN_OR_RETURN(const auto file, readTorchResults(path));
        takeArrays(file.tensors, arrays);
        takeTokenLists(file.texts, arrays);
        arrays.leftOut = file.leftOut;
        return arrays;
    }
    default: {
        ASSIGN_OR_RETURN(const auto file, readNumpyFile(path));
        takeArrays(file.arrays, arrays);
        takeTokenLists(file.texts, arrays);
        for (const auto& [name, texts] : file.texts)
            takeHeads(name, texts, arrays);
        const auto map = file.texts.find("map");
        RETURN_IF_ERROR(map != file.texts.end() && map->second.size() == 1
                            ? checkMapKind(path, map->second.front())
                            : Result<void>());
        return arrays;
    }
    }
}

const char* attentionsName(const LayerRef& layer)
{
    if (layer.kind == AttentionKind::kCross)
        return "cross_attentions";
    return layer.stack == StackKind::kEncoder ? "encoder_attentions" : "decoder_attentions";
}

bool takeHeads(std::string_view name, const std::vector<std::string>& addresses, NamedArrays& arrays)
{
    const bool combined = name == "mean_of" || name == "max_of";
    if ((!combined && name != "heads") || addresses.empty())
        return false;
    std::vector<HeadRef> heads;
    for (const std::string& address : addresses) {
        const auto pattern = parseHeadPattern(address);
        const auto head = pattern ? onlyHead(*pattern) : std::nullopt;
        if (!head)
            return true;
        heads.push_back(*head);
    }
    if (combined)
        arrays.combined = concat(name.substr(0, 3) == "max" ? "maximum" : "mean", " of ", joined(addresses));
    else
        arrays.heads = std::move(heads);
    return true;
}

Result<void> checkMapKind(const std::filesystem::path& path, std::string_view word)
{
    const auto map = fromWord<MapKind>(word);
    const bool derived = word.starts_with("difference of ") || word.starts_with("standard deviation of ");
    if (derived || (map && *map != MapKind::kWeights))
        return badFile(path.string(), "map", "found ", word, ", expected weights");
    return {};
}

} // namespace headlight
