#include "core/model/quantisation.h"

#include "core/io/checkpoint.h"
#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr std::string_view kInstead
    = ", expected F32, F16 or BF16. Open the folder of the unquantised model, or a GGUF file of it";

bool isSet(const nlohmann::json& settings, std::string_view field)
{
    const nlohmann::json* const found = findField(settings, field);
    return found != nullptr && found->is_boolean() && found->get<bool>();
}

/// Bits per weight; empty if the settings do not say.
std::optional<std::int64_t> weightBitsOf(const nlohmann::json& settings)
{
    for (const char* const field : {"bits", "w_bit", "nbits", "weight_bits"}) {
        const nlohmann::json* const found = findField(settings, field);
        if (const auto bits = found ? wholeNumber(*found) : std::nullopt; bits && *bits > 0 && *bits < 64)
            return bits;
    }
    if (isSet(settings, "load_in_4bit") || isSet(settings, "_load_in_4bit"))
        return 4;
    if (isSet(settings, "load_in_8bit") || isSet(settings, "_load_in_8bit"))
        return 8;
    return std::nullopt;
}

std::string methodOf(const nlohmann::json& settings)
{
    if (const auto method = textMember(settings, "quant_method"); method && !method->empty())
        return excerpt(*method);
    // Fields unique to one quantiser's settings, for settings that do not name it.
    static const std::vector<std::pair<std::string_view, std::string>> kTelling{
        {"load_in_4bit", "bitsandbytes"},
        {"load_in_8bit", "bitsandbytes"},
        {"_load_in_4bit", "bitsandbytes"},
        {"_load_in_8bit", "bitsandbytes"},
        {"w_bit", "awq"},
        {"desc_act", "gptq"},
        {"config_groups", "compressed-tensors"}};
    for (const auto& [field, quantiser] : kTelling)
        if (findField(settings, field) != nullptr)
            return quantiser;
    return "method not named";
}

std::string settingsInWords(const nlohmann::json& settings)
{
    std::string words = methodOf(settings);
    if (const auto bits = weightBitsOf(settings))
        words += concat(" (", *bits, " bits)");
    return words;
}

/// A quantiser's settings in config.json, and their path; null = none.
std::pair<const nlohmann::json*, std::string> settingsIn(const nlohmann::json& config)
{
    for (const char* const field : {"quantization_config", "compression_config"}) {
        if (const nlohmann::json* const found = findField(config, field))
            return {found, field};
        const nlohmann::json* const text = findField(config, "text_config");
        if (const nlohmann::json* const found = text ? findField(*text, field) : nullptr)
            return {found, concat("text_config.", field)};
    }
    return {nullptr, {}};
}

Error quantised(const std::string& file, const std::string& field, const std::string& quantiser)
{
    return unsupported(file, field, "found weights quantised by ", quantiser, kInstead);
}

/// GPTQ packs rows [in · bits / 32, out], AWQ columns [in, out · bits / 32]; scales are [groups, out].
std::string packerOf(const Checkpoint& checkpoint, std::string_view prefix, const TensorView& packed)
{
    if (checkpoint.find(concat(prefix, ".g_idx")) != nullptr)
        return "gptq";
    const TensorView* const scales = checkpoint.find(concat(prefix, ".scales"));
    if (scales == nullptr || scales->shape.size() != 2 || packed.shape.size() != 2)
        return "gptq or awq";
    if (packed.shape[1] == scales->shape[1])
        return "gptq";
    return packed.shape[1] < scales->shape[1] ? "awq" : "gptq or awq";
}

} // namespace

std::optional<std::string> quantiserInWords(const nlohmann::json& config, std::string_view readable)
{
    const nlohmann::json* const settings = settingsIn(config).first;
    if (settings == nullptr || (!readable.empty() && textMember(*settings, "quant_method") == readable))
        return std::nullopt;
    return settingsInWords(*settings);
}

std::optional<Error> refuseQuantised(const nlohmann::json& config, const std::string& file,
                                     std::string_view readable)
{
    const auto words = quantiserInWords(config, readable);
    if (!words)
        return std::nullopt;
    return quantised(file, settingsIn(config).second, *words);
}

std::optional<Error> refuseQuantised(const Checkpoint& checkpoint)
{
    if (!checkpoint.keepsTransposed()) // each tensor of a GGUF file states how it is packed
        return std::nullopt;
    // Suffixes of the names that a quantiser gives to its replacement of a weight.
    static const std::vector<std::pair<std::string_view, std::string>> kTelling{
        {".SCB", "bitsandbytes (8 bits)"},
        {".weight_format", "bitsandbytes (8 bits)"},
        {".quant_state.bitsandbytes__nf4", "bitsandbytes (4 bits)"},
        {".quant_state.bitsandbytes__fp4", "bitsandbytes (4 bits)"},
        {".weight.absmax", "bitsandbytes (4 bits)"},
        {".weight.quant_map", "bitsandbytes (4 bits)"},
        {".weight_packed", "compressed-tensors"},
        {".weight_scale_inv", "fp8"},
        {".weight_scale", "fp8 or compressed-tensors"},
        {".weight_scales", "eetq"},
        {".W_q", "hqq"},
        {".q_invperm", "exl2"},
        {".codebooks", "aqlm"},
        {".Qidxs", "quip"}};
    constexpr std::string_view kPacked = ".qweight";
    const std::string file = checkpoint.path().string();
    for (const auto& [name, tensor] : checkpoint.tensors()) {
        if (name.ends_with(kPacked))
            return quantised(
                file, excerpt(name),
                packerOf(checkpoint, std::string_view(name).substr(0, name.size() - kPacked.size()), tensor));
        for (const auto& [end, quantiser] : kTelling)
            if (name.ends_with(end))
                return quantised(file, excerpt(name), quantiser);
    }
    for (const auto& [name, dtype] : checkpoint.unsupportedTensors())
        if (dtype.starts_with("F8_") || dtype.starts_with("F4"))
            return quantised(file, excerpt(name), dtype.starts_with("F8_") ? "fp8" : "fp4");
    return std::nullopt;
}

std::optional<Error> refuseQuantisedFolder(const std::filesystem::path& folder)
{
    for (const auto& [name, quantiser] :
         {std::pair{"quantize_config.json", "gptq"}, {"quant_config.json", "awq"}}) {
        std::error_code ignored;
        const std::filesystem::path file = folder / name;
        if (!std::filesystem::is_regular_file(file, ignored))
            continue;
        const auto settings = readJsonFile(file);
        const std::string method = settings ? methodOf(*settings) : std::string();
        const bool named = !method.empty() && method != "method not named";
        const auto bits = settings ? weightBitsOf(*settings) : std::nullopt;
        return quantised(file.string(), {},
                         (named ? method : quantiser) + (bits ? concat(" (", *bits, " bits)") : ""));
    }
    return std::nullopt;
}

} // namespace headlight
