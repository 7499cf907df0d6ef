#include "core/text/steps/added_tokens.h"

#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/text/unicode.h"

#include <nlohmann/json.hpp>

namespace headlight {

void AddedTokens::Finder::add(std::u32string_view text, TokenId id)
{
    std::uint32_t node = 0;
    for (const char32_t c : text) {
        const std::uint64_t edge = (static_cast<std::uint64_t>(node) << 32) | c;
        const auto [found, isNew] = edges.try_emplace(edge, static_cast<std::uint32_t>(ids.size()));
        if (isNew)
            ids.push_back(-1);
        node = found->second;
    }
    // If two tokens have the same normalized form, the first one wins.
    if (node != 0 && ids[node] < 0)
        ids[node] = id;
}

AddedTokens::Finder::Match AddedTokens::Finder::longest(std::u32string_view text, std::size_t at) const
{
    Match best;
    std::uint32_t node = 0;
    for (; at < text.size(); ++at, ++best.visited) {
        const auto edge = edges.find((static_cast<std::uint64_t>(node) << 32) | text[at]);
        if (edge == edges.end())
            break;
        node = edge->second;
        if (ids[node] >= 0) {
            best.end = at + 1;
            best.id = ids[node];
        }
    }
    return best;
}

Result<void> AddedTokens::add(AddedToken token, TokenId id, const Normalizer* normalizer)
{
    TextBudget budget(token.content.size());
    return add(std::move(token), id, normalizer, budget);
}

Result<void> AddedTokens::add(AddedToken token, TokenId id, const Normalizer* normalizer, TextBudget& budget)
{
    std::u32string form = decodeUtf8(token.content);
    if (token.normalized && normalizer) {
        AlignedText text = alignedText(form);
        RETURN_IF_ERROR(normalizer->apply(text, budget));
        form = std::move(text.chars);
    }
    (token.normalized ? m_normalized : m_plain).add(form, id);
    m_ids.insert_or_assign(token.content, id);
    m_tokens.insert_or_assign(id, std::move(token));
    return {};
}

const AddedToken* AddedTokens::find(TokenId id) const
{
    const auto found = m_tokens.find(id);
    return found == m_tokens.end() ? nullptr : &found->second;
}

std::optional<TokenId> AddedTokens::idOf(const std::string& content) const
{
    const auto found = m_ids.find(content);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

bool AddedTokens::isSpecial(std::string_view content) const
{
    const auto id = m_ids.find(std::string(content));
    return id != m_ids.end() && m_tokens.at(id->second).special;
}

namespace {

Error tooMuchToFind(Error error)
{
    error.field = "added_tokens";
    return error;
}

} // namespace

Result<std::vector<TextPiece>> AddedTokens::split(std::u32string_view text, bool normalized,
                                                  TextBudget& budget) const
{
    const Finder& finder = normalized ? m_normalized : m_plain;
    std::vector<TextPiece> pieces;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size() && !finder.edges.empty();) {
        const Finder::Match match = finder.longest(text, at);
        if (auto spent = budget.spend(match.visited); !spent)
            return tooMuchToFind(spent.error());
        if (match.id < 0) {
            ++at;
            continue;
        }
        std::size_t begin = at;
        std::size_t end = match.end;
        at = end;
        const AddedToken& token = m_tokens.at(match.id);
        if (token.singleWord
            && ((begin > 0 && isWordCharacter(text[begin - 1]))
                || (end < text.size() && isWordCharacter(text[end]))))
            continue;
        while (token.stripLeft && begin > done && isWhitespace(text[begin - 1]))
            --begin;
        while (token.stripRight && end < text.size() && isWhitespace(text[end]))
            ++end;
        if (auto spent = budget.spend(end - begin); !spent)
            return tooMuchToFind(spent.error());
        if (done < begin)
            pieces.push_back({done, begin, -1});
        pieces.push_back({begin, end, match.id});
        done = end;
    }
    if (done < text.size())
        pieces.push_back({done, text.size(), -1});
    return pieces;
}

AddedToken readAddedToken(const JsonFields& fields)
{
    AddedToken token;
    token.content = fields.text("content");
    token.singleWord = fields.flag("single_word", false);
    token.stripLeft = fields.flag("lstrip", false);
    token.stripRight = fields.flag("rstrip", false);
    token.special = fields.flag("special", false);
    token.normalized = fields.flag("normalized", !token.special);
    return token;
}

AddedTokens readAddedTokens(const JsonFields& root, const Vocabulary& vocabulary,
                            const Normalizer* normalizer)
{
    AddedTokens added;
    FaultReport& report = root.report();
    if (!root.has("added_tokens"))
        return added;
    std::size_t bytes = 0; // total over all texts
    for (const nlohmann::json& each : root.list("added_tokens"))
        bytes += textMember(each, "content").value_or(std::string()).size();
    TextBudget budget(bytes);
    root.eachObject("added_tokens", [&](const JsonFields& fields) {
        if (report.error())
            return; // one report is enough
        AddedToken token = readAddedToken(fields);
        const auto id = static_cast<TokenId>(fields.integer("id", 0, Vocabulary::kMaxIds - 1));
        if (token.content.empty() || report.error())
            return;
        const auto own = added.idOf(token.content);
        const auto known = own ? own : vocabulary.find(token.content);
        if (const AddedToken* holder = added.find(id); !known && holder) {
            report.bad(fields.path("id"), "the id ", id, " stands for \"", holder->content, "\" and for \"",
                       token.content, "\"");
        } else if (Result<void> done = added.add(std::move(token), known.value_or(id), normalizer, budget);
                   !done) {
            report.bad(fields.where(), done.error().field, ": ", done.error().message);
        }
    });
    return added;
}

} // namespace headlight
