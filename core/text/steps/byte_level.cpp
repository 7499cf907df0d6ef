#include "core/text/steps/byte_level.h"

#include "core/text/unicode.h"

#include <array>
#include <charconv>

namespace headlight {

namespace {

constexpr bool isVisible(int byte)
{
    return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
}

struct Tables
{
    std::array<char32_t, 256> character{};
    std::array<int, 0x144> byte{}; ///< −1 = not a byte
};

constexpr Tables makeTables()
{
    Tables tables;
    for (int& byte : tables.byte)
        byte = -1;
    char32_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
        const char32_t c = isVisible(byte) ? static_cast<char32_t>(byte) : next++;
        tables.character[static_cast<std::size_t>(byte)] = c;
        tables.byte[c] = byte;
    }
    return tables;
}

constexpr Tables kTables = makeTables();

} // namespace

char32_t byteLevelCharacter(std::uint8_t byte)
{
    return kTables.character[byte];
}

std::optional<std::uint8_t> byteOfCharacter(char32_t c)
{
    if (c >= kTables.byte.size() || kTables.byte[c] < 0)
        return {};
    return static_cast<std::uint8_t>(kTables.byte[c]);
}

AlignedText byteLevelText(const AlignedText& text, std::size_t begin, std::size_t end)
{
    AlignedText out;
    out.reserve(end - begin);
    std::string bytes;
    for (std::size_t i = begin; i < end; ++i) {
        bytes.clear();
        appendUtf8(bytes, text.chars[i]);
        for (const char byte : bytes)
            out.append(byteLevelCharacter(static_cast<std::uint8_t>(byte)), text.origins[i]);
    }
    return out;
}

std::string bytesOfPiece(std::string_view piece)
{
    std::string bytes;
    for (std::size_t i = 0; i < piece.size();) {
        const Utf8Step step = readUtf8(piece, i);
        const std::optional<std::uint8_t> byte = step.valid ? byteOfCharacter(step.c) : std::nullopt;
        if (!byte)
            return std::string(piece);
        bytes.push_back(static_cast<char>(*byte));
        i += step.length;
    }
    return bytes;
}

std::optional<std::uint8_t> byteOfFallbackPiece(std::string_view piece)
{
    if (piece.size() != 6 || !piece.starts_with("<0x") || !piece.ends_with('>'))
        return {};
    unsigned value = 0;
    const char* end = piece.data() + 5;
    if (std::from_chars(piece.data() + 3, end, value, 16).ptr != end)
        return {};
    return static_cast<std::uint8_t>(value);
}

std::string fallbackPiece(std::uint8_t byte)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    return {'<', '0', 'x', kDigits[byte / 16u], kDigits[byte % 16u], '>'};
}

} // namespace headlight
