#pragma once

#include <string>
#include <vector>

namespace headlight {

/// Models for many languages whose codes stand in no file of a folder, but in the tokenizer's class.
enum class LanguageSet : unsigned char {
    kMbartCodes, ///< mBART: 25 languages
    kMbart50Codes, ///< mBART-50: those and 27 more
    kM2m100Codes, ///< M2M-100
    kWmt21Codes, ///< the same model for the WMT task of 2021
    kNllbCodes, ///< NLLB-200: FLORES codes
};

/// The tokens that stand for the languages ("fr_XX", "__fr__", "fra_Latn"), in the order of their ids.
std::vector<std::string> languageTokens(LanguageSet set);

} // namespace headlight
