#pragma once

#include "core/base/result.h"
#include "core/io/gguf.h"
#include "core/text/steps/added_tokens.h"
#include "core/text/tokenizer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The vocabulary of a GGUF file (tokenizer.ggml.*), checked, before it becomes a tokenizer. Texts refer to
/// the mapped file.
struct GgufVocabulary
{
    enum class Type : unsigned char { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };

    std::string file; ///< for messages
    std::string kind; ///< tokenizer.ggml.model
    std::string rule; ///< tokenizer.ggml.pre; empty = none
    std::vector<std::string_view> tokens; ///< by id
    std::vector<Type> types; ///< one per token
    std::vector<float> scores; ///< one per token, or empty
    std::vector<std::string_view> merges;
    std::optional<TokenId> begin, end, unknown, separator, classifier, mask;
    std::optional<bool> addBegin, addEnd, spacePrefix;

    /// Tokens cut out of a text before the model sees it: user-defined and control tokens.
    Result<AddedTokens> addedTokens() const;
    /// The spelling of an existing token.
    std::string_view piece(TokenId id) const { return tokens.at(static_cast<std::size_t>(id)); }
};

/// kFileNotFound if the file has no vocabulary. Errors name the key: lists whose length differs from the
/// tokens', ids out of range and the like.
Result<GgufVocabulary> readGgufVocabulary(const GgufFile& file);

/// How a byte-level tokenizer cuts a text into words. Each expression is applied to the pieces left by the
/// previous one; both matches and the text between them become pieces.
struct WordRule
{
    std::vector<std::string_view> expressions; ///< in Oniguruma's dialect
    bool ignoresMerges = false; ///< a word that is itself a piece is not cut
    bool addsBegin = false; ///< puts the begin token before a text unless the file says otherwise
};

/// The rule for a value of tokenizer.ggml.pre; empty for unknown names.
std::optional<WordRule> wordRule(std::string_view name);
/// All names, in alphabetical order.
std::vector<std::string_view> wordRuleNames();

/// The tokenizer in a GGUF file's metadata: tokenizer.ggml.model llama (SentencePiece's BPE), gpt2
/// (byte-level BPE) or bert (WordPiece); others are rejected by name. Control tokens in a text are
/// recognised, as in Hugging Face's library. kFileNotFound if the file has no tokenizer.
Result<Tokenizers> loadGgufTokenizers(const std::filesystem::path& path);

} // namespace headlight
