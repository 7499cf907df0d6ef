#pragma once

#include "core/text/aligned_text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// GPT-2's way of writing any byte as a visible character: printable Latin-1 stands for itself, the
/// other 68 bytes are U+0100 to U+0143 ("Ġ" is the space).
char32_t byteLevelCharacter(std::uint8_t byte);
std::optional<std::uint8_t> byteOfCharacter(char32_t c);

/// text[begin, end) as bytes of UTF-8 in that alphabet; each stands for the character it is part of.
AlignedText byteLevelText(const AlignedText& text, std::size_t begin, std::size_t end);

/// The bytes that a piece in that alphabet stands for; a piece with another character stands for
/// itself.
std::string bytesOfPiece(std::string_view piece);

/// The byte that a piece such as "<0xE2>" stands for.
std::optional<std::uint8_t> byteOfFallbackPiece(std::string_view piece);

/// "<0xE2>" for 0xE2.
std::string fallbackPiece(std::uint8_t byte);

} // namespace headlight
