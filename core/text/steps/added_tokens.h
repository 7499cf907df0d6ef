#pragma once

#include "core/text/models/vocabulary.h"
#include "core/text/steps/normalizer.h"
#include "core/text/steps/pretokenizer.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace headlight {

class JsonFields;

/// A token that is not a piece of the model and is cut out of the text before the model sees it.
struct AddedToken
{
    std::string content;
    bool singleWord = false; ///< matches only if there is no word character next to it
    bool stripLeft = false; ///< includes the white space before it
    bool stripRight = false;
    bool normalized = false; ///< whether its normalized form is searched for in the normalized text
    bool special = false;
};

/// All added tokens of a tokenizer, by id and by text. Filled once, then read-only.
class AddedTokens
{
public:
    /// Adds a token under `id`. The normalizer (may be null) produces the form to search for.
    Result<void> add(AddedToken token, TokenId id, const Normalizer* normalizer);
    /// The same for one of many tokens, whose work is counted together.
    Result<void> add(AddedToken token, TokenId id, const Normalizer* normalizer, TextBudget& budget);

    /// Cuts `text` at the tokens (normalized: at those searched for after normalization). Positions of the
    /// pieces refer to `text`; no piece is empty. kTooLong if the search takes too much work: long tokens
    /// whose beginnings match everywhere but that do not occur.
    Result<std::vector<TextPiece>> split(std::u32string_view text, bool normalized, TextBudget& budget) const;

    const AddedToken* find(TokenId id) const;
    std::optional<TokenId> idOf(const std::string& content) const;
    bool isSpecial(std::string_view content) const;
    const std::unordered_map<TokenId, AddedToken>& all() const { return m_tokens; }

private:
    /// A set of texts to search for, as a trie with edges by (node, code point).
    struct Finder
    {
        std::unordered_map<std::uint64_t, std::uint32_t> edges;
        std::vector<TokenId> ids{-1};
        void add(std::u32string_view text, TokenId id);
        struct Match
        {
            std::size_t end = 0;
            TokenId id = -1; ///< −1 = none
            std::size_t visited = 0; ///< code points read
        };
        /// The longest text in the set that starts at `at`.
        Match longest(std::u32string_view text, std::size_t at) const;
    };

    std::unordered_map<TokenId, AddedToken> m_tokens;
    std::unordered_map<std::string, TokenId> m_ids;
    Finder m_plain;
    Finder m_normalized;
};

/// Reads one object of the list "added_tokens" or "added_tokens_decoder", without its id.
AddedToken readAddedToken(const JsonFields& fields);

/// Reads the list "added_tokens" of a tokenizer.json. A token whose text is in the model's vocabulary keeps
/// the id that it has there. A token may take the id of another piece: the id then means the added token, but
/// the model still uses it when it finds the piece in a text. Both are as in Hugging Face's library.
AddedTokens readAddedTokens(const JsonFields& root, const Vocabulary& vocabulary,
                            const Normalizer* normalizer);

} // namespace headlight
