#pragma once

#include <string>
#include <vector>

namespace headlight {

/// Multilingual models whose language codes are defined by the tokenizer's class, not by a file of the
/// folder.
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
