#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// One step of decoding UTF-8.
struct Utf8Step
{
    char32_t c = 0; ///< U+FFFD if the bytes are not a character
    std::uint8_t length = 1; ///< bytes read; for invalid bytes, the longest valid start of a character
    bool valid = true;
};

/// Reads the character at `at` (< text.size()). Overlong forms, surrogates and truncated sequences are
/// invalid.
Utf8Step readUtf8(std::string_view text, std::size_t at);

/// Converts UTF-8 to code points; every invalid byte becomes one U+FFFD.
std::u32string decodeUtf8(std::string_view text);

void appendUtf8(std::string& out, char32_t c);
std::string encodeUtf8(std::u32string_view text);

/// Replaces every maximal run of invalid bytes (Unicode 15, section 3.9) by one U+FFFD.
std::string replaceInvalidUtf8(std::string_view bytes);

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
