#include "core/text/older/folder_hints.h"

#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace headlight {

namespace {

using nlohmann::json;

/// The tokenizer class of a model type, for folders whose tokenizer_config.json does not name one.
std::string classOfModelType(std::string_view type)
{
    static const std::map<std::string_view, std::string> kClasses{
        {"gpt2", "GPT2Tokenizer"},       {"gpt_neo", "GPT2Tokenizer"},
        {"gpt_neox", "GPT2Tokenizer"},   {"opt", "GPT2Tokenizer"},
        {"codegen", "GPT2Tokenizer"},    {"phi", "GPT2Tokenizer"},
        {"roberta", "RobertaTokenizer"}, {"bart", "RobertaTokenizer"},
        {"led", "RobertaTokenizer"},     {"longformer", "RobertaTokenizer"},
        {"clip", "CLIPTokenizer"},       {"clip_text_model", "CLIPTokenizer"},
        {"qwen2", "Qwen2Tokenizer"},     {"qwen3", "Qwen2Tokenizer"},
        {"bert", "BertTokenizer"},       {"distilbert", "BertTokenizer"},
        {"electra", "BertTokenizer"},    {"mobilebert", "BertTokenizer"},
        {"t5", "T5Tokenizer"},           {"mt5", "T5Tokenizer"},
        {"umt5", "T5Tokenizer"},         {"llama", "LlamaTokenizer"},
        {"mistral", "LlamaTokenizer"},   {"phi3", "LlamaTokenizer"},
        {"gemma", "GemmaTokenizer"},     {"gemma2", "GemmaTokenizer"},
        {"albert", "AlbertTokenizer"},   {"xlm-roberta", "XLMRobertaTokenizer"},
        {"marian", "MarianTokenizer"},   {"camembert", "CamembertTokenizer"},
        {"mbart", "MBartTokenizer"},     {"m2m_100", "M2M100Tokenizer"},
        {"pegasus", "PegasusTokenizer"}, {"blenderbot", "BlenderbotTokenizer"},
        {"mpnet", "MPNetTokenizer"},     {"deberta-v2", "DebertaV2Tokenizer"},
        {"gptj", "GPT2Tokenizer"},       {"gpt_bigcode", "GPT2Tokenizer"},
        {"starcoder2", "GPT2Tokenizer"}, {"granite", "GPT2Tokenizer"},
        {"olmo2", "GPT2Tokenizer"},      {"mixtral", "LlamaTokenizer"},
        {"qwen2_moe", "Qwen2Tokenizer"}, {"qwen3_moe", "Qwen2Tokenizer"},
        {"gemma3", "GemmaTokenizer"},    {"gemma3_text", "GemmaTokenizer"}};
    const auto found = kClasses.find(type);
    return found == kClasses.end() ? std::string() : found->second;
}

template <typename T>
std::optional<T> valueOf(const std::map<std::string, T, std::less<>>& values, std::string_view name)
{
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

/// The file's object; empty if there is no such file.
Result<json> readOptionalObject(const std::filesystem::path& path)
{
    if (!isListed(path))
        return json::object();
    Result<json> read = readJsonFile(path, {.bytes = std::size_t{64} << 20U});
    if (read && !read->is_object())
        return json::object();
    return read;
}

/// Adds a special token that is written as a text or as an object; anything else is none.
void addSpecial(const json& entry, std::vector<AddedToken>& all)
{
    AddedToken token;
    if (entry.is_object()) {
        FaultReport ignored("");
        token = readAddedToken(JsonFields(entry, "", ignored));
    } else if (entry.is_string()) {
        token.content = entry.get<std::string>();
    }
    token.special = true;
    if (!token.content.empty())
        all.push_back(std::move(token));
}

/// The special tokens with names of their own, each from the first file that has it.
std::vector<AddedToken> readNamed(const json& config, const json& map)
{
    std::vector<AddedToken> all;
    for (const char* name :
         {"bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"}) {
        const json* const own = findField(config, name);
        if (const json* entry = own ? own : findField(map, name))
            addSpecial(*entry, all);
    }
    return all;
}

/// The special tokens besides the named ones, from the first file that has them.
std::vector<AddedToken> readAdditional(const json& config, const json& map)
{
    std::vector<AddedToken> all;
    for (const json* file : {&config, &map})
        for (const char* name : {"additional_special_tokens", "extra_special_tokens"})
            if (const json* list = findField(*file, name); list && list->is_structured() && all.empty())
                for (const json& entry : *list)
                    addSpecial(entry, all);
    return all;
}

std::vector<FolderHints::Listed> readDecoderList(const json& config, FaultReport& report)
{
    std::vector<FolderHints::Listed> all;
    const json* decoder = findField(config, "added_tokens_decoder");
    if (!decoder || !decoder->is_object())
        return all;
    for (const auto& [number, entry] : decoder->items()) {
        const JsonFields fields(entry, "added_tokens_decoder." + number, report);
        FolderHints::Listed& listed = all.emplace_back();
        const char* end = number.data() + number.size();
        if (std::from_chars(number.data(), end, listed.id).ptr != end || listed.id < 0
            || listed.id >= Vocabulary::kMaxIds)
            report.bad(fields.where(), "is not an id");
        listed.token = readAddedToken(fields);
    }
    return all;
}

/// added_tokens.json: an object of contents and ids.
void readIdList(const json& ids, const std::string& file, const std::vector<AddedToken>& named,
                std::vector<FolderHints::Listed>& all, FaultReport& report)
{
    const auto special = [&](const std::string& content) {
        return std::ranges::any_of(named, [&](const AddedToken& token) { return token.content == content; });
    };
    for (const auto& [content, id] : ids.items()) {
        const std::optional<std::int64_t> number = wholeNumber(id);
        if (!number || *number < 0 || *number >= Vocabulary::kMaxIds)
            report.add(badFile(file, excerpt(content), foundExpected(&id, "an id")));
        else
            all.push_back({{content, false, false, false, !special(content), special(content)},
                           static_cast<TokenId>(*number),
                           true});
    }
}

} // namespace

Result<FolderHints> FolderHints::read(const std::filesystem::path& folder)
{
    FolderHints hints;
    hints.m_folder = folder;
    std::array<json, 4> files;
    constexpr std::array<const char*, 4> kNames
        = {"tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "config.json"};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        ASSIGN_OR_RETURN(files[i], readOptionalObject(folder / kNames[i]));
    }
    const auto& [config, map, addedIds, model] = files;
    for (const auto& [name, value] : config.items()) {
        if (value.is_boolean())
            hints.m_flags.emplace(name, value.get<bool>());
        if (const auto number = wholeNumber(value))
            hints.m_integers.emplace(name, *number);
    }
    for (const json* file : {&config, &map})
        for (const auto& [name, value] : file->items())
            if (const json& token = value.is_object() ? value.value("content", json()) : value;
                token.is_string())
                hints.m_tokens.emplace(name, token.get<std::string>());
    hints.m_special = readNamed(config, map);
    for (AddedToken& token : readAdditional(config, map)) {
        hints.m_additional.push_back(token.content);
        hints.m_special.push_back(std::move(token));
    }
    hints.m_modelType = textMember(model, "model_type").value_or(std::string());
    if (const json* mask = findField(model, "mask_token_id"))
        hints.m_maskTokenId = wholeNumber(*mask);
    hints.m_class = textMember(config, "tokenizer_class").value_or(std::string());
    if (hints.m_class.ends_with("Fast"))
        hints.m_class.resize(hints.m_class.size() - 4);
    hints.m_generic = hints.m_class == "PreTrainedTokenizer" || hints.m_class == "TokenizersBackend";
    if (hints.m_class.empty() || hints.m_generic)
        hints.m_class = classOfModelType(hints.m_modelType);
    FaultReport report(hints.path("tokenizer_config.json"));
    hints.m_listed = readDecoderList(config, report);
    if (!findField(config, "added_tokens_decoder"))
        readIdList(addedIds, hints.path("added_tokens.json"), hints.m_special, hints.m_listed, report);
    std::ranges::stable_sort(hints.m_listed, {}, &Listed::id);
    RETURN_IF_ERROR(report.check());
    return hints;
}

bool FolderHints::has(const std::string& name) const
{
    return isListed(m_folder / name);
}

std::optional<bool> FolderHints::flag(std::string_view name) const
{
    return valueOf(m_flags, name);
}

std::optional<std::int64_t> FolderHints::integer(std::string_view name) const
{
    return valueOf(m_integers, name);
}

std::optional<std::string> FolderHints::token(std::string_view name) const
{
    return valueOf(m_tokens, name);
}

std::optional<TokenId> findMaskToken(const AddedTokens& added, const Vocabulary& vocabulary,
                                     const FolderHints* hints)
{
    if (const auto named = hints ? hints->token("mask_token") : std::nullopt) {
        if (const std::optional<TokenId> id = added.idOf(*named))
            return id;
        return vocabulary.find(*named);
    }
    if (const auto id = hints ? hints->maskTokenId() : std::nullopt)
        return *id >= 0 && *id < Vocabulary::kMaxIds ? std::optional(static_cast<TokenId>(*id))
                                                     : std::nullopt;
    for (const char* usual : {"[MASK]", "<mask>"})
        if (added.isSpecial(usual))
            return added.idOf(usual);
    return {};
}

AddedTokens gatherAddedTokens(const FolderHints& hints, const std::vector<SpecialTokenDefault>& named,
                              const Vocabulary& vocabulary, const Normalizer* normalizer, FaultReport& report)
{
    AddedTokens added;
    const auto add = [&](AddedToken token, TokenId id) {
        if (Result<void> done = added.add(std::move(token), id, normalizer); !done)
            report.add(done.error());
    };
    for (const SpecialTokenDefault& special : named) {
        const std::string content = hints.token(special.name).value_or(std::string(special.content));
        const std::optional<TokenId> id = vocabulary.find(content);
        if (id && !content.empty() && !added.find(*id))
            add({content, false, special.stripLeft, false, false, true}, *id);
    }
    auto next = static_cast<TokenId>(vocabulary.idCount());
    for (const FolderHints::Listed& listed : hints.listed()) {
        next = std::max(next, listed.id + 1);
        const TokenId id = vocabulary.find(listed.token.content).value_or(listed.id);
        if (!listed.token.content.empty() && !added.find(id))
            add(listed.token, id);
    }
    for (const AddedToken& special : hints.special()) {
        const auto known = vocabulary.find(special.content);
        if (!added.idOf(special.content) && !(known && added.find(*known)))
            add(special, known ? *known : next++);
    }
    return added;
}

} // namespace headlight
