#pragma once

#include "core/text/aligned_text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// GPT-2's way of writing any byte as a visible character: printable Latin-1 characters represent themselves,
/// the other 68 bytes are U+0100 to U+0143 ("Ġ" is the space).
char32_t byteLevelCharacter(std::uint8_t byte);
std::optional<std::uint8_t> byteOfCharacter(char32_t c);

/// text[begin, end) as UTF-8 bytes in that alphabet; the origin of each is the character that it belongs to.
AlignedText byteLevelText(const AlignedText& text, std::size_t begin, std::size_t end);

/// The bytes that a piece in that alphabet represents; a piece with any other character represents itself.
std::string bytesOfPiece(std::string_view piece);

/// The byte of a piece such as "<0xE2>".
std::optional<std::uint8_t> byteOfFallbackPiece(std::string_view piece);

/// "<0xE2>" for 0xE2.
std::string fallbackPiece(std::uint8_t byte);

} // namespace headlight
