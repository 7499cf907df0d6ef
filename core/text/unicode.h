#pragma once

#include "core/base/utf8.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Replaces every `what` in the text, from left to right; does nothing if `what` is empty.
std::string replaceAll(std::string_view text, std::string_view what, std::string_view with);

/// The number of code points in the result of decodeUtf8(): the unit of Token::range.
std::int32_t codePointCount(std::string_view text);

/// The byte at which each code point starts, and the size of the text as the last entry: entries
/// [range.begin] and [range.end] for a token's range are the bytes to underline in the typed text.
std::vector<std::size_t> byteOffsetsOfCodePoints(std::string_view text);

// Character classes, named after the Unicode properties they test (with ICU).
bool isWhitespace(char32_t c); ///< White_Space
bool isNumeric(char32_t c); ///< general category N
bool isMark(char32_t c); ///< general category M
bool isNonspacingMark(char32_t c); ///< general category Mn
bool isPunctuation(char32_t c); ///< general category P, and ASCII symbols
bool isOther(char32_t c); ///< Cc, Cf, Cs, Co: controls, formats, private use
bool isWordCharacter(char32_t c); ///< \w of UTS #18: alphabetic, M, Nd, Pc, join controls

/// Appends the lower case of c, ignoring its neighbours; U+0130 is the only character that becomes two.
void appendLowercase(std::u32string& out, char32_t c);

/// The end of the extended grapheme cluster (UAX #29, without the rule for Indic conjuncts) that starts at
/// `begin` (< text.size()).
std::size_t graphemeEnd(std::u32string_view text, std::size_t begin);

} // namespace headlight
