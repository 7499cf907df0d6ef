#include "core/io/excerpt.h"

#include "core/base/utf8.h"

namespace headlight {

std::string excerpt(std::string_view found, std::size_t limit)
{
    std::string text;
    std::size_t at = 0;
    while (at < found.size()) {
        const Utf8Step step = readUtf8(found, at);
        const std::size_t length = step.valid ? step.length : 1;
        if (text.size() + length > limit)
            return text + "...";
        if (step.valid && step.c >= 0x20 && step.c != 0x7F)
            text += found.substr(at, length);
        else
            text += '?';
        at += length;
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
