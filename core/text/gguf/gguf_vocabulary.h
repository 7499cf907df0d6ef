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

/// The vocabulary of a GGUF file (tokenizer.ggml.*), checked, before it becomes a tokenizer of its kind.
/// Texts stand in the file.
struct GgufVocabulary
{
    enum class Type : unsigned char { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };

    std::string file; ///< for messages
    std::string kind; ///< tokenizer.ggml.model
    std::string rule; ///< tokenizer.ggml.pre; empty: none
    std::vector<std::string_view> tokens; ///< by id
    std::vector<Type> types; ///< as many
    std::vector<float> scores; ///< as many, or none
    std::vector<std::string_view> merges;
    std::optional<TokenId> begin, end, unknown, separator, classifier, mask;
    std::optional<bool> addBegin, addEnd, spacePrefix;

    /// Tokens that are cut out of a text before the model sees it: user-defined and control ones.
    Result<AddedTokens> addedTokens() const;
    /// The spelling of a token, where there is one.
    std::string_view piece(TokenId id) const { return tokens.at(static_cast<std::size_t>(id)); }
};

/// kFileNotFound for a file without a vocabulary. Lists of other lengths than the tokens', ids outside of
/// them and the like are faults that name the key.
Result<GgufVocabulary> readGgufVocabulary(const GgufFile& file);

} // namespace headlight
