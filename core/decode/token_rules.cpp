#include "core/decode/token_rules.h"

#include "core/model/model.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace headlight {

namespace {

/// Adds every token that would complete an n-gram of `text`, which may be the history itself.
void addNgramsOf(const std::vector<TokenId>& text, std::vector<TokenId>& forbidden,
                 const std::vector<TokenId>& history, int length)
{
    const auto n = static_cast<std::ptrdiff_t>(length);
    const auto size = static_cast<std::ptrdiff_t>(history.size());
    if (n <= 0 || size + 1 < n)
        return;
    const auto tail = history.end() - (n - 1);
    for (auto start = text.begin(); text.end() - start >= n; ++start)
        if (std::equal(start, start + (n - 1), tail, history.end()))
            forbidden.push_back(*(start + (n - 1)));
}

bool endsWith(const std::vector<TokenId>& history, const std::vector<TokenId>& words)
{
    const std::size_t before = words.size() - 1; // all but the word to forbid
    return history.size() >= before
        && std::equal(words.begin(), words.end() - 1, history.end() - static_cast<std::ptrdiff_t>(before));
}

} // namespace

TokenRules::TokenRules(const GenerationSettings& settings, std::vector<TokenId> source,
                       std::optional<TokenId> first)
    : m_settings(settings)
    , m_source(std::move(source))
    , m_first(first.value_or(settings.forcedStart))
{ }

RuleEffect TokenRules::effect(std::size_t vocabulary, const std::vector<TokenId>& history, int generated,
                              bool last) const
{
    const auto known = [&](TokenId id) { return id >= 0 && static_cast<std::size_t>(id) < vocabulary; };
    RuleEffect effect;
    std::vector<TokenId>& forbidden = effect.forbidden;
    for (const auto& words : m_settings.badWords)
        if (!words.empty() && endsWith(history, words))
            forbidden.push_back(words.back());
    addNgramsOf(history, forbidden, history, m_settings.noRepeatNgram);
    addNgramsOf(m_source, forbidden, history, m_settings.encoderNgram);
    forbidden.insert(forbidden.end(), m_settings.suppressed.begin(), m_settings.suppressed.end());
    if (generated == 0)
        forbidden.insert(forbidden.end(), m_settings.suppressedAtBegin.begin(),
                         m_settings.suppressedAtBegin.end());
    std::sort(forbidden.begin(), forbidden.end());
    forbidden.erase(std::unique(forbidden.begin(), forbidden.end()), forbidden.end());
    forbidden.erase(
        std::remove_if(forbidden.begin(), forbidden.end(), [&](TokenId id) { return !known(id); }),
        forbidden.end());
    if (generated == 0 && known(m_first))
        effect.only = m_first;
    if (last && known(m_settings.forcedEnd))
        effect.only = m_settings.forcedEnd;
    return effect;
}

void TokenRules::apply(std::span<float> scores, const std::vector<TokenId>& history, int generated,
                       bool last) const
{
    applyRules(scores, effect(scores.size(), history, generated, last));
}

bool TokenRules::isEnd(TokenId id) const
{
    return std::find(m_settings.endIds.begin(), m_settings.endIds.end(), id) != m_settings.endIds.end();
}

} // namespace headlight
