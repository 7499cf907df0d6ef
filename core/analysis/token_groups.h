#pragma once

#include "core/trace/attention_map.h"

#include <vector>

namespace headlight {

/// An axis of tokens divided into groups of neighbours, such as the pieces of one word. A value type.
class TokenGroups
{
public:
    TokenGroups() = default;
    /// begins: the first token of each group, ascending, from 0; empty only if there are no tokens.
    TokenGroups(std::vector<Index> begins, Index tokens);

    Index tokens() const { return m_tokens; }
    Index groups() const { return static_cast<Index>(m_begins.size()); }
    Index begin(Index group) const { return m_begins[static_cast<std::size_t>(group)]; }
    Index end(Index group) const { return group + 1 < groups() ? begin(group + 1) : m_tokens; }
    /// The group that holds a token (0 … tokens - 1).
    Index groupOf(Index token) const;
    bool operator==(const TokenGroups&) const = default;

private:
    std::vector<Index> m_begins;
    Index m_tokens = 0;
};

/// The words of an axis of `count` tokens. Two neighbours are one word if they touch in the typed text (or,
/// for tokens that were never typed, if the second has no mark of a space in a vocabulary with such marks)
/// and letters, digits, the bytes of one character, or the parts of what a reader sees as one sign (UAX #29:
/// an emoji with joiners, a flag) meet there. Scripts without spaces (Han, kana, Thai, …), punctuation and
/// special tokens are never joined.
TokenGroups wordGroups(const std::vector<TokenLabel>& tokens, Index count);

/// One label per group: the texts of its pieces in order, spanning all of their text; bytes that form
/// characters are written as characters. Null without labels.
TokenAxis groupLabels(const std::vector<TokenLabel>& tokens, const TokenGroups& groups);

} // namespace headlight
