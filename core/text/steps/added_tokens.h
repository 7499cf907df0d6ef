#pragma once

#include "core/text/models/vocabulary.h"
#include "core/text/steps/normalizer.h"
#include "core/text/steps/pretokenizer.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace headlight {

class FaultReport;
class JsonFields;

/// A token that is not one of the model's pieces and is cut out of the text before the model sees it.
struct AddedToken
{
    std::string content;
    bool singleWord = false; ///< only where no word character is next to it
    bool stripLeft = false; ///< takes the white space before it along
    bool stripRight = false;
    bool normalized = false; ///< is looked for in the normalized text, in its normalized form
    bool special = false;
};

/// All added tokens of a tokenizer, by id and by text. Filled once, then only read.
class AddedTokens
{
public:
    /// Adds a token under `id`. The normalizer (may be null) makes the form that is searched for.
    Result<void> add(AddedToken token, TokenId id, const Normalizer* normalizer);
    /// The same for one of many, whose work is counted together.
    Result<void> add(AddedToken token, TokenId id, const Normalizer* normalizer, TextBudget& budget);

    /// Cuts `text` at the tokens (normalized: those that are searched for after normalization). Positions of
    /// the pieces are those of `text`; no piece is empty. kTooLong where looking takes too much work: tokens
    /// of many characters that begin like the text everywhere, but are not there.
    Result<std::vector<TextPiece>> split(std::u32string_view text, bool normalized, TextBudget& budget) const;

    const AddedToken* find(TokenId id) const;
    std::optional<TokenId> idOf(const std::string& content) const;
    bool isSpecial(std::string_view content) const;
    const std::unordered_map<TokenId, AddedToken>& all() const { return m_tokens; }

private:
    /// A set of texts to look for, as a trie: edges by (node, code point).
    struct Finder
    {
        std::unordered_map<std::uint64_t, std::uint32_t> edges;
        std::vector<TokenId> ids{-1};
        void add(std::u32string_view text, TokenId id);
        struct Match
        {
            std::size_t end = 0;
            TokenId id = -1; ///< −1: none
            std::size_t visited = 0; ///< code points looked at
        };
        /// The longest text that starts at `at`.
        Match longest(std::u32string_view text, std::size_t at) const;
    };

    std::unordered_map<TokenId, AddedToken> m_tokens;
    std::unordered_map<std::string, TokenId> m_ids;
    Finder m_plain;
    Finder m_normalized;
};

/// Reads one object of the list "added_tokens" or "added_tokens_decoder", without its id.
AddedToken readAddedToken(const JsonFields& fields);

/// Reads the list "added_tokens" of a tokenizer.json. A token that the model's vocabulary has must
/// have the same id there. A token may take the id of another piece: the id then stands for the added
/// token, and the piece keeps its id where the model finds it in a text, as in Hugging Face's library.
AddedTokens readAddedTokens(const JsonFields& root, const Vocabulary& vocabulary,
                            const Normalizer* normalizer);

} // namespace headlight
