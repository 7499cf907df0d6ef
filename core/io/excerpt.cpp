#include "core/io/excerpt.h"

#include <algorithm>

namespace headlight {
namespace {

/// Length of the UTF-8 sequence that starts with `lead`; 0 if none can start.
std::size_t sequenceLength(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF)
        return 3;
    if (lead >= 0xF0 && lead <= 0xF4)
        return 4;
    return 0;
}

bool isWholeSequence(std::string_view text, std::size_t at, std::size_t length)
{
    if (length == 0 || at + length > text.size())
        return false;
    return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                       text.begin() + static_cast<std::ptrdiff_t>(at + length),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; });
}

} // namespace

std::string excerpt(std::string_view found, std::size_t limit)
{
    std::string text;
    std::size_t at = 0;
    while (at < found.size()) {
        const auto lead = static_cast<unsigned char>(found[at]);
        const std::size_t length = sequenceLength(lead);
        const bool whole = isWholeSequence(found, at, length);
        const std::size_t step = whole ? length : 1;
        if (text.size() + step > limit)
            return text + "...";
        if (whole && lead >= 0x20 && lead != 0x7F)
            text += found.substr(at, length);
        else
            text += '?';
        at += step;
    }
    return text;
}

std::string bounded(std::string text, std::size_t limit)
{
    if (text.size() <= limit)
        return text;
    std::size_t end = limit;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    text.resize(end);
    text += "\u2026";
    return text;
}

std::string quotedExcerpt(std::string_view found, std::size_t limit)
{
    return '"' + excerpt(found, limit) + '"';
}

} // namespace headlight
