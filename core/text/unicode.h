#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// One step of reading UTF-8.
struct Utf8Step
{
    char32_t c = 0; ///< U+FFFD where the bytes are no character
    std::uint8_t length = 1; ///< bytes read; for faulty bytes the longest start of a character among them
    bool valid = true;
};

/// Reads the character at `at` (< text.size()). Overlong forms, surrogates and cut sequences are faulty.
Utf8Step readUtf8(std::string_view text, std::size_t at);

/// UTF-8 to code points; every faulty byte becomes one U+FFFD.
std::u32string decodeUtf8(std::string_view text);

void appendUtf8(std::string& out, char32_t c);
std::string encodeUtf8(std::u32string_view text);
std::size_t utf8Length(char32_t c);

/// The text with every maximal faulty run of bytes (Unicode 15, section 3.9) replaced by one U+FFFD.
std::string replaceInvalidUtf8(std::string_view bytes);

/// Every `what` in the text replaced, from left to right; nothing changes if `what` is empty.
std::string replaceAll(std::string_view text, std::string_view what, std::string_view with);

/// How many code points decodeUtf8 would give: the unit of Token::range.
std::int32_t codePointCount(std::string_view text);

/// Where each code point starts, in bytes, and the size of the text as the last entry: entries
/// [range.begin] and [range.end] of a token's range are the bytes to underline in what was typed.
std::vector<std::size_t> byteOffsetsOfCodePoints(std::string_view text);

// Character classes, named after the properties they read (by ICU).
bool isWhitespace(char32_t c); ///< White_Space
bool isNumeric(char32_t c); ///< general category N
bool isMark(char32_t c); ///< general category M
bool isNonspacingMark(char32_t c); ///< general category Mn
bool isPunctuation(char32_t c); ///< general category P, and all ASCII signs that are no letter or digit
bool isOther(char32_t c); ///< Cc, Cf, Cs, Co: controls, formats, private use
bool isWordCharacter(char32_t c); ///< \w of UTS #18: alphabetic, M, Nd, Pc, join controls

/// Lower case without regard to the neighbours; U+0130 is the only character that becomes two.
void appendLowercase(std::u32string& out, char32_t c);

/// Where the extended grapheme cluster (UAX #29, without the rule for Indic conjuncts) ends that starts
/// at `begin` (< text.size()).
std::size_t graphemeEnd(std::u32string_view text, std::size_t begin);

} // namespace headlight
