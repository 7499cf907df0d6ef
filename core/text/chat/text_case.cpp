// Texts in other forms: stripped, in capitals, with parts replaced.

#include "core/text/chat/invocation.h"
#include "core/text/unicode.h"

#include <unicode/locid.h>
#include <unicode/unistr.h>

namespace headlight::chat {

std::string stripped(std::string_view text, std::string_view chars, bool left, bool right)
{
    const std::u32string all = decodeUtf8(text);
    const std::u32string wanted = decodeUtf8(chars);
    const auto goes = [&](char32_t c) {
        return wanted.empty() ? isWhitespace(c) || (c >= 0x1C && c <= 0x1F) // like Python's isspace()
                              : wanted.find(c) != std::u32string::npos;
    };
    std::size_t begin = 0;
    std::size_t end = all.size();
    while (left && begin < end && goes(all[begin]))
        ++begin;
    while (right && end > begin && goes(all[end - 1]))
        --end;
    return encodeUtf8(std::u32string_view(all).substr(begin, end - begin));
}

std::string upperCase(std::string_view text)
{
    std::string out;
    icu::UnicodeString::fromUTF8(std::string(text)).toUpper(icu::Locale::getRoot()).toUTF8String(out);
    return out;
}

std::string lowerCase(std::string_view text)
{
    std::string out;
    icu::UnicodeString::fromUTF8(std::string(text)).toLower(icu::Locale::getRoot()).toUTF8String(out);
    return out;
}

std::string capitalised(std::string_view text)
{
    if (text.empty())
        return {};
    const std::size_t first = readUtf8(text, 0).length;
    return upperCase(text.substr(0, first)) + lowerCase(text.substr(first));
}

/// Capitalises every letter that does not follow a letter, like Python's title().
std::string titleCase(std::string_view text)
{
    std::string out;
    std::string word;
    const auto close = [&] {
        out += capitalised(word);
        word.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = readUtf8(text, at);
        const bool letter = isWordCharacter(step.c) && !isNumeric(step.c) && step.c != U'_';
        if (!letter)
            close();
        appendUtf8(letter ? word : out, step.c);
        at += step.length;
    }
    close();
    return out;
}

std::string replacedText(const std::string& text, const std::string& what, const std::string& with,
                         std::int64_t count, RenderState& state)
{
    if (what.empty())
        state.fail("replacing an empty text is not supported");
    std::string out;
    std::size_t at = 0;
    for (std::size_t found = text.find(what); found != std::string::npos && count != 0;
         found = text.find(what, at), --count) {
        state.grow(found - at + with.size());
        out.append(text, at, found - at);
        out += with;
        at = found + what.size();
    }
    state.grow(text.size() - at);
    return out.append(text, at);
}

} // namespace headlight::chat
