#pragma once

#include <string>
#include <vector>

namespace headlight {

/// Models for many languages whose codes stand in no file of a folder, but in the tokenizer's class.
enum class LanguageSet : unsigned char {
    kMbart, ///< mBART: 25 languages
    kMbart50, ///< mBART-50: those and 27 more
    kM2m100, ///< M2M-100
    kWmt21, ///< the same model for the WMT task of 2021
    kNllb, ///< NLLB-200: FLORES codes
};

/// The tokens that stand for the languages ("fr_XX", "__fr__", "fra_Latn"), in the order of their ids.
std::vector<std::string> languageTokens(LanguageSet set);

} // namespace headlight
