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
    std::string token; ///< as the vocabulary spells it: "fra_Latn", "fr_XX", "__fr__"
    TokenId id = 0;
    /// Without the marks around it: "fr".
    std::string code() const;
    bool operator==(const LanguageToken&) const = default;
};

/// Those of a tokenizer by id; empty for models of one language. Looks at every token: some milliseconds.
std::vector<LanguageToken> languagesOf(const Tokenizer& tokenizer);

/// The one that is spelled or coded so; nullptr: none.
const LanguageToken* findLanguage(const std::vector<LanguageToken>& languages, std::string_view name);

} // namespace headlight
