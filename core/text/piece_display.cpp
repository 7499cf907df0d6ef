#include "core/text/piece_display.h"

#include "core/text/steps/byte_level.h"
#include "core/text/unicode.h"

namespace headlight {

namespace {

void appendVisible(std::string& out, char32_t c)
{
    switch (c) {
    case ' ':
        out += "␣";
        return;
    case '\n':
        out += "⏎";
        return;
    case '\t':
        out += "⇥";
        return;
    default:
        if (c < 0x20 || c == 0x7F)
            out += fallbackPiece(static_cast<std::uint8_t>(c));
        else
            appendUtf8(out, c);
    }
}

} // namespace

std::string displayPiece(std::string_view piece, PieceStyle style, std::string_view endOfWordSuffix)
{
    if (!endOfWordSuffix.empty() && piece.size() > endOfWordSuffix.size() && piece.ends_with(endOfWordSuffix))
        piece.remove_suffix(endOfWordSuffix.size());
    const std::string bytes = style == PieceStyle::kByteLevel ? bytesOfPiece(piece) : std::string(piece);
    constexpr char32_t kMetaspace = 0x2581;
    std::string out;
    for (std::size_t i = 0; i < bytes.size();) {
        const Utf8Step step = readUtf8(bytes, i);
        if (step.valid) {
            appendVisible(out, style == PieceStyle::kMetaspace && step.c == kMetaspace ? U' ' : step.c);
            i += step.length;
        } else {
            out += fallbackPiece(static_cast<std::uint8_t>(bytes[i++]));
        }
    }
    return out;
}

} // namespace headlight
