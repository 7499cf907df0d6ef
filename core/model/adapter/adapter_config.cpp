#include "core/model/adapter/adapter_config.h"

#include "core/base/text_list.h"
#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
#include "core/model/config_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace headlight {

namespace {

bool isPlainModuleName(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    });
}

/// The same length, and the same characters except for dots in the expression.
bool matchesPlainly(std::string_view expression, std::string_view text)
{
    return expression.size() == text.size()
        && std::equal(expression.begin(), expression.end(), text.begin(),
                      [](char wanted, char found) { return wanted == '.' || wanted == found; });
}

std::u32string widened(std::string_view text)
{
    std::u32string wide;
    for (const char c : text) // tensor names are ASCII in all checkpoints; other bytes match nothing
        wide.push_back(static_cast<unsigned char>(c));
    return wide;
}

using nlohmann::json;

constexpr std::size_t kLargestAdapterConfig = std::size_t{4} << 20U;
/// Every module is compared with every pattern.
constexpr std::size_t kMostPatterns = 4096;
constexpr int kLargestRank = 1 << 16;

/// A form of LoRA other than y = W x + scale · B (A x); in use unless `field` is null, false or empty.
struct Variant
{
    std::string_view field, name;
};
constexpr std::array kVariants{
    Variant{"use_dora", "DoRA"},
    Variant{"use_qalora", "QALoRA"},
    Variant{"lora_bias", "a bias beside B"},
    Variant{"layer_replication", "replicated layers"},
    Variant{"target_parameters", "LoRA of parameters outside linear layers"},
    Variant{"trainable_token_indices", "trained tokens"},
    Variant{"alora_invocation_tokens", "activated LoRA"},
    Variant{"arrow_config", "Arrow routing"},
    Variant{"megatron_config", "layers of Megatron"},
    Variant{"enable_lora", "LoRA of parts of a fused layer"},
};

/// Heads for tasks that this program does not show.
constexpr std::array<std::string_view, 6> kOtherTaskHeads{
    "classifier", "score", "qa_outputs", "pooler", "classification_head", "pre_classifier"};

bool saysNothing(const json* value)
{
    return value == nullptr || value->is_null() || *value == json(false)
        || ((value->is_object() || value->is_array()) && value->empty());
}

Result<void> refusePeftType(const json& config, const std::string& file)
{
    const json* const type = findField(config, "peft_type");
    if (type != nullptr && type->is_string() && type->get_ref<const std::string&>() == "LORA")
        return {};
    return unsupported(file, "peft_type", foundExpected(type, "\"LORA\""),
                       ". Only LoRA adapters can be opened; merge others into their model (peft: "
                       "model.merge_and_unload())");
}

Result<void> refuseInitialisation(const json& config, const std::string& file)
{
    // PiSSA, OLoRA, CorDA and LoftQ move part of the base model's weights into the adapter.
    const auto how = textMember(config, "init_lora_weights");
    if (!how || *how == "gaussian" || *how == "eva" || *how == "orthogonal")
        return {};
    return unsupported(file, "init_lora_weights", "found ", quotedExcerpt(*how),
                       ", which also changes the base model; expected true, false, gaussian, eva or "
                       "orthogonal");
}

Result<void> refuseVariant(const json& config, const std::string& file)
{
    RETURN_IF_ERROR(refusePeftType(config, file));
    for (const Variant& variant : kVariants)
        if (const json* const found = findField(config, variant.field); !saysNothing(found))
            return unsupported(file, std::string(variant.field), foundExpected(found, "none"), ": ",
                               variant.name,
                               " is not supported. Merge the adapter into its model (peft: "
                               "model.merge_and_unload())");
    if (const auto bias = textMember(config, "bias"); bias && *bias != "none")
        return unsupported(file, "bias", "found ", quotedExcerpt(*bias),
                           ", expected \"none\": biases that were trained with the adapter are not "
                           "supported");
    for (const auto& [field, value] : config.items()) // for fields of newer versions than this program knows
        if (field.starts_with("use_") && field != "use_rslora" && !saysNothing(&value))
            return unsupported(file, excerpt(field), "this form of LoRA is not known");
    return refuseInitialisation(config, file);
}

ModuleChoice readModules(ConfigReader& config, std::string_view field)
{
    ModuleChoice choice;
    const json* const found = config.find({field});
    if (found == nullptr)
        return choice;
    if (!found->is_string()) {
        choice.ends = config.texts(field);
        return choice;
    }
    const auto& text = found->get_ref<const std::string&>();
    if (text == "all-linear") // the tensors decide
        return choice;
    auto expression = ModuleExpression::make(text, ModuleExpression::Match::kWhole);
    if (!expression)
        config.fault(field, expression.error().describe());
    else
        choice.expression = std::move(*expression);
    return choice;
}

std::vector<int> readLayers(ConfigReader& config)
{
    std::vector<int> layers;
    const json* const found = config.find({"layers_to_transform"});
    if (found == nullptr)
        return layers;
    const json list = found->is_array() ? *found : json::array({*found});
    for (const json& each : list) {
        const auto layer = wholeNumber(each);
        if (!layer || *layer < 0 || *layer > 1'000'000) {
            config.fault("layers_to_transform", foundExpected(&each, "the number of a layer, from 0"));
            return {};
        }
        layers.push_back(static_cast<int>(*layer));
    }
    return layers;
}

std::vector<std::string> readTextOrTexts(ConfigReader& config, std::string_view field)
{
    const json* const found = config.find({field});
    if (found != nullptr && found->is_string())
        return {found->get<std::string>()};
    return config.texts(field);
}

/// Reads an object of patterns in the order of the file, which decides between those that match one module.
template <typename Number, typename Read>
std::vector<std::pair<ModuleExpression, Number>> readPatterns(ConfigReader& config,
                                                              const nlohmann::ordered_json& ordered,
                                                              std::string_view field, const Read& numberOf)
{
    std::vector<std::pair<ModuleExpression, Number>> patterns;
    const json* const found = config.find({field});
    if (found == nullptr)
        return patterns;
    if (!found->is_object() || found->size() > kMostPatterns) {
        config.fault(field, foundExpected(found, "an object with a number for each pattern"));
        return patterns;
    }
    for (const auto& [text, value] : ordered[std::string(field)].items()) {
        auto expression = ModuleExpression::make(text, ModuleExpression::Match::kEnd);
        const json& number = (*found)[text];
        if (!expression)
            config.fault(concat(field, ".", excerpt(text)), expression.error().describe());
        else if (const std::optional<Number> read = numberOf(number))
            patterns.emplace_back(std::move(*expression), *read);
        else
            config.fault(concat(field, ".", excerpt(text)), foundExpected(&number, "a number"));
    }
    return patterns;
}

std::optional<int> readRank(const json& value)
{
    const auto rank = wholeNumber(value);
    return rank && *rank >= 1 && *rank <= kLargestRank ? std::optional(static_cast<int>(*rank))
                                                       : std::nullopt;
}

std::optional<double> readAlpha(const json& value)
{
    return value.is_number() && std::isfinite(value.get<double>()) ? std::optional(value.get<double>())
                                                                   : std::nullopt;
}

/// Modules that were trained as a whole: they can be ignored only if this program does not use them.
void readSavedModules(ConfigReader& config, AdapterConfig& adapter)
{
    for (const std::string& module : config.texts("modules_to_save")) {
        if (std::ranges::find(kOtherTaskHeads, module) != kOtherTaskHeads.end())
            adapter.otherHeads.push_back(module);
        else
            config.fault("modules_to_save", "found ", quotedExcerpt(module),
                         ", which was trained as a whole; expected none. Merge the adapter into its "
                         "model (peft: model.merge_and_unload())");
    }
    if (!adapter.otherHeads.empty())
        adapter.warnings.push_back(adapter.file
                                   + ": modules_to_save: names heads for another task, which are not used");
}

/// The layer in a module's name: the last number between two dots that is an index of one of these lists;
/// empty if there is none.
std::optional<int> layerOf(std::string_view module, const std::vector<std::string>& lists)
{
    const std::vector<std::string_view> parts = split(module, '.');
    for (std::size_t i = parts.size() - 1; i-- > 2;) {
        const auto layer = parseNumber<int>(parts[i]);
        if (!layer)
            continue;
        const std::size_t before = static_cast<std::size_t>(parts[i].data() - module.data()) - 1;
        const bool named = std::ranges::any_of(
            lists, [&](const std::string& list) { return endsWithPart(module.substr(0, before), list); });
        if (lists.empty() || named)
            return layer;
    }
    return std::nullopt;
}

} // namespace

bool endsWithPart(std::string_view module, std::string_view end)
{
    return module == end
        || (module.size() > end.size() && module.ends_with(end)
            && module[module.size() - end.size() - 1] == '.');
}

Result<ModuleExpression> ModuleExpression::make(std::string text, Match match)
{
    ModuleExpression made;
    made.m_match = match;
    if (!isPlainModuleName(text)) {
        const std::string begin = match == Match::kEnd ? "\\A(?:.*\\.)?(?:" : "\\A(?:";
        RETURN_IF_ERROR(Pattern::regex(text)); // an error speaks of the expression as it was written
        ASSIGN_OR_RETURN(made.m_pattern, Pattern::regex(begin + text + ")\\z"));
    }
    made.m_text = std::move(text);
    return made;
}

Result<bool> ModuleExpression::matches(std::string_view module) const
{
    if (m_pattern) {
        const std::u32string wide = widened(module);
        std::vector<Span> found;
        Pattern::Search search(*m_pattern, wide.size());
        RETURN_IF_ERROR(search.findAll(wide, found));
        return !found.empty();
    }
    if (matchesPlainly(m_text, module))
        return true;
    return m_match == Match::kEnd && module.size() > m_text.size()
        && module[module.size() - m_text.size() - 1] == '.'
        && matchesPlainly(m_text, module.substr(module.size() - m_text.size()));
}

Result<bool> ModuleChoice::matches(std::string_view module) const
{
    if (expression)
        return expression->matches(module);
    return std::ranges::any_of(ends, [&](const std::string& end) { return endsWithPart(module, end); });
}

int AdapterConfig::rankOf(std::string_view module) const
{
    for (const auto& [pattern, own] : ranks)
        if (const auto found = pattern.matches(module); found && *found)
            return own;
    return rank;
}

float AdapterConfig::scaleOf(std::string_view module) const
{
    double own = alpha;
    for (const auto& [pattern, value] : alphas)
        if (const auto found = pattern.matches(module); found && *found) {
            own = value;
            break;
        }
    const double size = rankOf(module);
    return static_cast<float>(own / (rootOfRank ? std::sqrt(size) : size));
}

bool AdapterConfig::changes(std::string_view module) const
{
    const auto chosen = [module](const ModuleChoice& choice) {
        const auto found = choice.matches(module);
        return found && *found;
    };
    if ((!targets.empty() && !chosen(targets)) || (!excluded.empty() && chosen(excluded)))
        return false;
    if (layers.empty())
        return true;
    const auto layer = layerOf(module, layerLists);
    return layer && std::ranges::find(layers, *layer) != layers.end();
}

Result<AdapterConfig> readAdapterConfig(const std::filesystem::path& folder)
{
    const std::filesystem::path path = folder / "adapter_config.json";
    ASSIGN_OR_RETURN(const auto mapped, MappedFile::open(path, kLargestAdapterConfig));
    const std::string text(mapped.text());
    ASSIGN_OR_RETURN(const auto root, parseJson(text, path.string()));
    AdapterConfig adapter;
    adapter.file = path.string();
    if (!root.is_object())
        return badFile(adapter.file, {}, foundExpected(&root, "an object"));
    RETURN_IF_ERROR(refuseVariant(root, adapter.file));
    const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const auto ordered = nlohmann::ordered_json::parse(text.substr(mark), nullptr, false);

    ConfigReader config(root, adapter.file);
    adapter.base = config.text({"base_model_name_or_path"}, "");
    adapter.rank = config.integer({"r"}, 8, 1, kLargestRank);
    adapter.alpha = config.real({"lora_alpha"}, 8.0F);
    adapter.rootOfRank = config.flag({"use_rslora"}, false);
    adapter.ranks = readPatterns<int>(config, ordered, "rank_pattern", readRank);
    adapter.alphas = readPatterns<double>(config, ordered, "alpha_pattern", readAlpha);
    adapter.targets = readModules(config, "target_modules");
    adapter.excluded = readModules(config, "exclude_modules");
    adapter.layers = readLayers(config);
    adapter.layerLists = readTextOrTexts(config, "layers_pattern");
    readSavedModules(config, adapter);
    // Concerns the storage of merged matrices: A and B are the same either way.
    static_cast<void>(config.flag({"fan_in_fan_out"}, false));
    for (const Variant& variant : kVariants)
        config.consider({variant.field});
    config.consider({"peft_type", "init_lora_weights", "bias", "task_type", "peft_version", "auto_mapping",
                     "revision", "inference_mode", "lora_dropout", "loftq_config", "eva_config",
                     "corda_config", "megatron_core", "runtime_config", "qalora_group_size",
                     "ensure_weight_tying", "base_model_class", "parent_library", "merge_weights"});
    if (!config.faults().empty()) {
        Error error = config.error();
        error.code = ErrorCode::kUnsupported;
        return error;
    }
    std::string unread;
    for (const std::string& field : config.unread())
        if (const auto found = root.find(field); found == root.end() || !saysNothing(&*found))
            unread += (unread.empty() ? "" : ", ") + field;
    if (!unread.empty())
        adapter.warnings.push_back(
            adapter.file + ": fields that are not understood and may change the adapter: " + unread);
    return adapter;
}

} // namespace headlight
