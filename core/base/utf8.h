#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

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

} // namespace headlight
