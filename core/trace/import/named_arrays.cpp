#include "core/trace/import/named_arrays.h"

#include "core/io/mapped_file.h"
#include "core/io/npy_reader.h"
#include "core/io/safetensors.h"
#include "core/io/torch_file.h"
#include "core/io/zip_reader.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace headlight {

namespace {

using Texts = std::map<std::string, std::vector<std::string>, std::less<>>;

enum class ArrayFormat { kNumpy, kNumpyArchive, kTorch, kSafetensors, kJson };

/// An archive is NumPy's if it contains NumPy arrays, otherwise torch.save's.
ArrayFormat archiveFormat(const MappedFile& file)
{
    const auto zip = ZipReader::open(file.bytes(), file.path().string());
    const bool numpy = zip
        && std::any_of(zip->entries().begin(), zip->entries().end(),
                       [](const auto& entry) { return entry.first.ends_with(".npy"); });
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
    const auto first = file.text().find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const char letter = first == std::string_view::npos ? '\0' : file.text()[first];
    const bool safetensors = file.size() > 9 && file.text()[8] == '{' && letter != '{' && letter != '[';
    return safetensors || (letter != '{' && letter != '[') ? ArrayFormat::kSafetensors : ArrayFormat::kJson;
}

/// Takes lists called "tokens", "target_tokens" and the like, at any depth.
void takeTokenLists(const Texts& texts, NamedArrays& arrays)
{
    for (const auto& [name, words] : texts) {
        const std::size_t dot = name.rfind('.');
        const std::string last = dot == std::string::npos ? name : name.substr(dot + 1);
        const bool target = last == "target_tokens" || last == "decoder_tokens";
        if (target || last == "tokens" || last == "source_tokens" || last == "encoder_tokens"
            || last == "str_tokens")
            arrays.tokens[target ? "target_tokens" : "tokens"] = {words};
    }
}

/// An array without a name, or one in an outermost list, is attention.
std::string namedAttentions(const std::string& name)
{
    if (name.empty())
        return "attentions";
    const bool number = std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    return number ? "attentions." + name : name;
}

template <typename Map>
void takeArrays(const Map& found, NamedArrays& arrays)
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
    const auto mapped = MappedFile::open(path);
    if (!mapped)
        return mapped.error();
    NamedArrays arrays;
    arrays.path = path;
    switch (arrayFormatOf(*mapped)) {
    case ArrayFormat::kJson:
        return readJsonArrays(path);
    case ArrayFormat::kSafetensors: {
        const auto file = SafetensorsFile::open(path);
        if (!file)
            return file.error();
        takeArrays(file->tensors(), arrays);
        return arrays;
    }
    case ArrayFormat::kTorch: {
        const auto file = readTorchResults(path);
        if (!file)
            return file.error();
        takeArrays(file->tensors, arrays);
        takeTokenLists(file->texts, arrays);
        return arrays;
    }
    default: {
        const auto file = readNumpyFile(path);
        if (!file)
            return file.error();
        takeArrays(file->arrays, arrays);
        takeTokenLists(file->texts, arrays);
        return arrays;
    }
    }
}

} // namespace headlight
