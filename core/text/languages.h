#pragma once

#include "core/text/tokenizer.h"

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

/// Multilingual models whose language codes the tokenizer's class defines, not a file of the folder.
enum class LanguageSet : unsigned char {
    kMbartCodes, ///< mBART: 25 languages
    kMbart50Codes, ///< mBART-50: the same and 27 more
    kM2m100Codes, ///< M2M-100
    kWmt21Codes, ///< M2M-100 for the WMT task of 2021
    kNllbCodes, ///< NLLB-200: FLORES codes
};

/// The language tokens ("fr_XX", "__fr__", "fra_Latn"), in the order of their ids.
std::vector<std::string> languageTokens(LanguageSet set);

} // namespace headlight
