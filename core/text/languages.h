#pragma once

#include "core/text/tokenizer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A special token that names a language.
struct LanguageToken
{
    std::string token; ///< as in the vocabulary: "fra_Latn", "fr_XX", "__fr__"
    TokenId id = 0;
    /// The token without the marks around it: "fr".
    std::string code() const;
    bool operator==(const LanguageToken&) const = default;
};

/// The language tokens of a tokenizer, by id; empty for models of one language. Reads every token, which
/// takes a few milliseconds.
std::vector<LanguageToken> languagesOf(const Tokenizer& tokenizer);

/// The language with this spelling or code; nullptr if there is none.
const LanguageToken* findLanguage(const std::vector<LanguageToken>& languages, std::string_view name);

} // namespace headlight
