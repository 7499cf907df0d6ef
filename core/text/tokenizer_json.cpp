#include "core/text/tokenizer_json.h"

#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/text/older/folder_hints.h"
#include "core/text/pipeline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace headlight {

namespace {

using nlohmann::json;

/// The list "added_tokens" while tokens are added to it.
class AddedList
{
public:
    explicit AddedList(json& tokenizer)
        : m_list(tokenizer["added_tokens"])
        , m_vocabulary(findField(tokenizer["model"], "vocab"))
    {
        if (m_list.is_null())
            m_list = json::array();
        for (std::size_t i = 0; m_vocabulary && i < m_vocabulary->size() && m_vocabulary->is_array();
             ++i, ++m_next)
            if (const json& pair = (*m_vocabulary)[i];
                pair.is_array() && !pair.empty() && pair[0].is_string())
                m_listed.insert_or_assign(pair[0].get_ref<const std::string&>(), m_next);
        if (m_vocabulary && m_vocabulary->is_object())
            for (const json& id : *m_vocabulary)
                m_next = std::max(m_next, wholeNumber(id).value_or(-1) + 1);
        for (std::size_t i = 0; i < m_list.size(); ++i) {
            m_places.emplace(textMember(m_list[i], "content").value_or(std::string()), i);
            if (const auto id
                = m_list[i].is_object() ? wholeNumber(m_list[i].value("id", json())) : std::nullopt)
                noteId(*id);
        }
    }

    bool has(const std::string& content) const { return m_places.contains(content); }
    /// A token that is listed already gets these flags. A new one gets this id or, if another token has it or
    /// there is none, the next one.
    void add(const AddedToken& token, std::optional<TokenId> id)
    {
        const auto [place, isNew] = m_places.emplace(token.content, m_list.size());
        if (isNew) {
            const std::int64_t own
                = id && !m_ids.contains(*id) ? *id : idInModel(token.content).value_or(m_next);
            noteId(own);
            m_list.push_back({{"id", own}, {"content", token.content}});
        }
        m_list[place->second].update({{"single_word", token.singleWord},
                                      {"lstrip", token.stripLeft},
                                      {"rstrip", token.stripRight},
                                      {"normalized", token.normalized},
                                      {"special", token.special}});
    }
    /// A special token: one that is listed already keeps its other flags.
    void addSpecial(const AddedToken& token)
    {
        const auto place = m_places.find(token.content);
        if (place == m_places.end())
            add(token, std::nullopt);
        else
            m_list[place->second]["special"] = true;
    }

private:
    void noteId(std::int64_t id)
    {
        m_ids.insert(id);
        m_next = std::max(m_next, id + 1);
    }
    std::optional<std::int64_t> idInModel(const std::string& content) const
    {
        if (m_vocabulary && m_vocabulary->is_object() && m_vocabulary->contains(content))
            return wholeNumber((*m_vocabulary)[content]);
        const auto found = m_listed.find(content);
        return found == m_listed.end() ? std::nullopt : std::optional(found->second);
    }

    json& m_list;
    const json* m_vocabulary; ///< null = none
    std::unordered_map<std::string_view, std::int64_t> m_listed; ///< the ids of a vocabulary that is a list
    std::unordered_map<std::string, std::size_t> m_places; ///< in the list, by content
    std::unordered_set<std::int64_t> m_ids; ///< of the list
    std::int64_t m_next = 0; ///< largest id + 1
};

void addTokens(const FolderHints& hints, json& tokenizer)
{
    if (hints.listed().empty() && hints.special().empty())
        return;
    AddedList list(tokenizer);
    for (const FolderHints::Listed& listed : hints.listed())
        if (!listed.token.content.empty() && !(listed.bare && list.has(listed.token.content)))
            list.add(listed.token, listed.id);
    for (const AddedToken& special : hints.special())
        list.addSpecial(special);
}

/// BERT's classes set all three, so that accents follow the case unless the folder says otherwise.
void followBertFlags(const FolderHints& hints, json& normalizer)
{
    if (const auto lower = hints.flag("do_lower_case")) {
        normalizer["lowercase"] = *lower;
        normalizer["strip_accents"] = json();
    }
    if (const auto strip = hints.flag("strip_accents"))
        normalizer["strip_accents"] = *strip;
    if (const auto chinese = hints.flag("tokenize_chinese_chars"))
        normalizer["handle_chinese_chars"] = *chinese;
}

/// Removes the steps of this type from a sequence of them; a single such step becomes null.
void removeSteps(json& step, const char* list, std::string_view type)
{
    if (textMember(step, "type") == type)
        step = json();
    else if (step.is_object() && step.contains(list) && step[list].is_array())
        for (std::size_t i = step[list].size(); i-- > 0;)
            if (textMember(step[list][i], "type") == type)
                step[list].erase(i);
}

void followPrefixSpace(bool prefixed, bool generic, json& tokenizer)
{
    json& words = tokenizer["pre_tokenizer"];
    if (textMember(words, "type") == "ByteLevel")
        words["add_prefix_space"] = prefixed;
    json& around = tokenizer["post_processor"];
    if (textMember(around, "type") == "RobertaProcessing")
        around["add_prefix_space"] = prefixed;
    if (prefixed || generic)
        return;
    // SentencePiece's space before a text, and its removal, which only the classes with that option change.
    for (json* const step : {&words, &tokenizer["decoder"]})
        if (textMember(*step, "type") == "Metaspace") {
            step->erase("add_prefix_space");
            (*step)["prepend_scheme"] = "never";
        }
    removeSteps(tokenizer["normalizer"], "normalizers", "Prepend");
    removeSteps(tokenizer["decoder"], "decoders", "Strip");
}

/// Adds or removes the token "bos_token" or "eos_token" as "add_bos_token" or "add_eos_token" says; whether
/// that changes the list.
bool follow(const FolderHints& hints, const PipelineParts& parts, const std::string& name,
            std::vector<NamedToken>& tokens)
{
    const auto wanted = hints.flag("add_" + name + "_token");
    const auto content = hints.token(name + "_token");
    auto id = content ? parts.added.idOf(*content) : std::nullopt;
    if (content && !id)
        id = parts.model->vocabulary().find(*content);
    const auto is = [&](const NamedToken& token) { return token.id == *id; };
    if (!wanted || !id || *wanted == std::ranges::any_of(tokens, is))
        return false;
    if (*wanted)
        tokens.insert(name == "bos" ? tokens.begin() : tokens.end(), {*content, *id});
    else
        std::erase_if(tokens, is);
    return true;
}

/// Changes the tree of a tokenizer.json as transformers does after the folder's tokenizer_config.json,
/// special_tokens_map.json and added_tokens.json: adds their tokens to "added_tokens", and follows
/// do_lower_case, strip_accents, tokenize_chinese_chars and add_prefix_space. Leaves alone what is not of the
/// expected form; the tree's reader reports that.
void applyFolder(const FolderHints& hints, json& tokenizer)
{
    const json* const list = tokenizer.is_object() ? findField(tokenizer, "added_tokens") : nullptr;
    const bool readable = tokenizer.is_object() && (!list || list->is_array())
        && (!list || std::ranges::all_of(*list, [](const json& each) { return each.is_object(); }));
    if (!readable)
        return;
    addTokens(hints, tokenizer);
    json& normalizer = tokenizer["normalizer"];
    if (textMember(normalizer, "type") == "BertNormalizer" && !hints.namesGenericClass())
        followBertFlags(hints, normalizer);
    if (const auto prefixed = hints.flag("add_prefix_space"))
        followPrefixSpace(*prefixed, hints.namesGenericClass(), tokenizer);
}

/// Makes a text begin with the bos_token and end with the eos_token, or not, if the folder has add_bos_token
/// or add_eos_token. The other tokens around a text stay.
void applyAddFlags(const FolderHints& hints, PipelineParts& parts)
{
    // A text of one token shows which tokens the tokenizer puts around a text.
    constexpr TokenId kText = -1;
    Token text;
    text.id = kText;
    TokenRuns runs{{text}};
    if (parts.postProcessor && !parts.postProcessor->apply(runs, true))
        return;
    std::vector<NamedToken> before, after;
    bool found = false;
    for (const std::vector<Token>& run : runs)
        for (const Token& token : run) {
            if (token.id == kText)
                found = true;
            else
                (found ? after : before).push_back({token.piece, token.id});
        }
    const bool begin = follow(hints, parts, "bos", before);
    const bool end = follow(hints, parts, "eos", after);
    if (found && (begin || end))
        parts.postProcessor = makeAffixProcessing(std::move(before), std::move(after), 1);
}

/// Whether the object is of this type or, for a sequence, contains a part of this type.
bool hasPart(const json* part, std::string_view type)
{
    if (!part || !part->is_object())
        return false;
    if (textMember(*part, "type") == type)
        return true;
    return std::ranges::any_of(*part, [type](const json& member) {
        return member.is_array()
            && std::ranges::any_of(member, [type](const json& item) { return hasPart(&item, type); });
    });
}

PieceStyle styleOf(const json& root, const SubwordModel& model)
{
    if (hasPart(findField(root, "decoder"), "ByteLevel")
        || hasPart(findField(root, "pre_tokenizer"), "ByteLevel"))
        return PieceStyle::kByteLevel;
    const std::string kind = model.kind();
    return kind.starts_with("BPE") || kind == "Unigram" ? PieceStyle::kMetaspace : PieceStyle::kPlain;
}

void checkCost(const DecoderCost& cost, FaultReport& report)
{
    if (cost.growth > DecoderCost::kMostGrowth)
        report.bad("decoder", "its replacements make a text more than ", DecoderCost::kMostGrowth,
                   " times as long, which is the limit");
    if (cost.steps > DecoderCost::kMostSteps)
        report.bad("decoder", "found ", cost.steps, " steps, expected at most ", DecoderCost::kMostSteps);
}

} // namespace

Result<std::shared_ptr<const Tokenizer>> parseTokenizerJson(std::string_view text, const std::string& file,
                                                            const FolderHints* hints)
{
    ASSIGN_OR_RETURN(auto tree, parseJson(text, file, kTokenizerLimits));
    if (hints)
        applyFolder(*hints, tree);
    FaultReport report(file);
    const JsonFields root(tree, "", report);
    if (const std::string version = root.text("version", "1.0"); version != "1.0")
        report.unsupported("version", '"', version, R"(" is not supported, expected "1.0")");
    PipelineParts parts;
    parts.file = file;
    if (root.find("normalizer"))
        parts.normalizer = readNormalizer(root.object("normalizer"));
    if (root.find("pre_tokenizer"))
        parts.preTokenizer = readPreTokenizer(root.object("pre_tokenizer"));
    if (root.find("post_processor"))
        parts.postProcessor = readPostProcessor(root.object("post_processor"));
    if (root.find("decoder"))
        parts.decoder = readDecoder(root.object("decoder"));
    if (parts.decoder)
        checkCost(parts.decoder->cost(), report);
    if (!report.error())
        parts.model = readSubwordModel(root.object("model"));
    RETURN_IF_ERROR(report.check());
    parts.added = readAddedTokens(root, parts.model->vocabulary(), parts.normalizer.get());
    RETURN_IF_ERROR(report.check());
    if (hints)
        applyAddFlags(*hints, parts);
    parts.style = styleOf(tree, *parts.model);
    parts.mask = findMaskToken(parts.added, parts.model->vocabulary(), hints);
    return std::shared_ptr<const Tokenizer>(makePipelineTokenizer(std::move(parts)));
}

} // namespace headlight
