#pragma once

#include "core/base/result.h"
#include "core/io/gguf.h"
#include "core/text/steps/added_tokens.h"
#include "core/text/tokenizer.h"

#include <cstdint>
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

} // namespace headlight
