#include "core/text/older/folder_hints.h"

#include "core/text/tokenizer_json.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace headlight {

namespace {

/// The class that goes with a model type, for folders whose tokenizer_config.json does not name one.
std::string classOfModelType(std::string_view type)
{
    static constexpr auto kClasses = std::to_array<std::pair<std::string_view, std::string_view>>({
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
        {"marian", "MarianTokenizer"},
    });
    for (const auto& [modelType, name] : kClasses) {
        if (modelType == type)
            return std::string(name);
    }
    return {};
}

Result<Json> readOptional(const std::filesystem::path& path)
{
    std::error_code code;
    if (!std::filesystem::exists(path, code))
        return Json{};
    Result<std::string> text = readTextFile(path);
    if (!text)
        return text.error();
    return parseJson(*text, path.string());
}

std::string textOf(const Json& object, std::string_view name)
{
    const Json* member = object.find(name);
    return member && member->text() ? *member->text() : std::string();
}

} // namespace

Result<FolderHints> FolderHints::read(const std::filesystem::path& folder)
{
    FolderHints hints;
    hints.m_folder = folder;
    Json modelConfig;
    const auto files
        = std::to_array<std::pair<const char*, Json*>>({{"tokenizer_config.json", &hints.m_config},
                                                        {"special_tokens_map.json", &hints.m_map},
                                                        {"added_tokens.json", &hints.m_addedIds},
                                                        {"config.json", &modelConfig}});
    for (const auto& [name, target] : files) {
        Result<Json> read = readOptional(folder / name);
        if (!read)
            return read.error();
        *target = std::move(*read);
    }
    hints.m_modelType = textOf(modelConfig, "model_type");
    if (const Json* mask = modelConfig.find("mask_token_id"))
        if (const auto* id = std::get_if<std::int64_t>(&mask->value))
            hints.m_maskTokenId = *id;
    hints.m_class = textOf(hints.m_config, "tokenizer_class");
    if (hints.m_class.ends_with("Fast"))
        hints.m_class.resize(hints.m_class.size() - 4);
    if (hints.m_class.empty() || hints.m_class == "PreTrainedTokenizer")
        hints.m_class = classOfModelType(hints.m_modelType);
    FaultReport report(hints.path("tokenizer_config.json"));
    hints.readListed(report);
    if (report.error())
        return *report.error();
    return hints;
}

bool FolderHints::has(const std::string& name) const
{
    std::error_code code;
    return std::filesystem::exists(m_folder / name, code);
}

std::optional<bool> FolderHints::flag(std::string_view name) const
{
    const Json* member = m_config.find(name);
    const bool* value = member ? std::get_if<bool>(&member->value) : nullptr;
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::int64_t> FolderHints::integer(std::string_view name) const
{
    const Json* member = m_config.find(name);
    const auto* value = member ? std::get_if<std::int64_t>(&member->value) : nullptr;
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::string> FolderHints::token(std::string_view name) const
{
    for (const Json* file : {&m_config, &m_map}) {
        const Json* member = file->find(name);
        if (member && member->object())
            member = member->find("content");
        if (member && member->text())
            return *member->text();
    }
    return {};
}

void FolderHints::readListed(FaultReport& report)
{
    if (const Json* decoder = m_config.find("added_tokens_decoder"); decoder && decoder->object()) {
        for (const auto& [number, entry] : *decoder->object()) {
            const JsonFields fields(entry, "added_tokens_decoder." + number, report);
            Listed listed;
            const char* end = number.data() + number.size();
            if (std::from_chars(number.data(), end, listed.id).ptr != end || listed.id < 0
                || listed.id >= Vocabulary::kMaxIds)
                report.bad(fields.where(), "is no id");
            listed.token.content = fields.text("content");
            listed.token.singleWord = fields.flag("single_word", false);
            listed.token.stripLeft = fields.flag("lstrip", false);
            listed.token.stripRight = fields.flag("rstrip", false);
            listed.token.special = fields.flag("special", false);
            listed.token.normalized = fields.flag("normalized", !listed.token.special);
            m_listed.push_back(std::move(listed));
        }
    }
    if (m_addedIds.object()) {
        for (const auto& [content, id] : *m_addedIds.object()) {
            const auto* number = std::get_if<std::int64_t>(&id.value);
            if (!number || *number < 0 || *number >= Vocabulary::kMaxIds)
                report.add(
                    badFile(path("added_tokens.json"), content, "has " + id.describe() + " as its id"));
            else
                m_listed.push_back(
                    {{content, false, false, false, false, true}, static_cast<TokenId>(*number)});
        }
    }
    std::stable_sort(m_listed.begin(), m_listed.end(),
                     [](const Listed& a, const Listed& b) { return a.id < b.id; });
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
    for (const FolderHints::Listed& listed : hints.listed()) {
        if (listed.token.content.empty() || added.find(listed.id))
            continue;
        const std::optional<TokenId> known = vocabulary.find(listed.token.content);
        if (known && *known != listed.id) {
            report.bad("added_tokens",
                       "\"" + listed.token.content + "\" has the id " + std::to_string(listed.id)
                           + ", which the vocabulary contradicts");
            continue;
        }
        add(listed.token, listed.id);
    }
    return added;
}

} // namespace headlight
