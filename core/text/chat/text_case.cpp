// Texts in other forms: stripped, in capitals, with parts replaced.

#include "core/text/chat/invocation.h"
#include "core/text/unicode.h"

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <utility>

namespace headlight::chat {

bool isPythonSpace(char32_t c)
{
    return isWhitespace(c) || (c >= 0x1C && c <= 0x1F);
}

std::size_t behindCharacters(std::string_view text, std::int64_t count, std::size_t from)
{
    for (; count > 0 && from < text.size(); --count)
        from += readUtf8(text, from).length;
    return from;
}

/// Reads only what goes and one more character at each end.
std::string stripped(std::string_view text, std::string_view chars, bool left, bool right)
{
    std::u32string wanted = decodeUtf8(chars);
    std::ranges::sort(wanted);
    const auto goes = [&](char32_t c) {
        return wanted.empty() ? isPythonSpace(c) : std::ranges::binary_search(wanted, c);
    };
    std::size_t begin = 0;
    std::size_t end = text.size();
    while (left && begin < end && goes(readUtf8(text, begin).c))
        begin += readUtf8(text, begin).length;
    while (right && end > begin) {
        std::size_t last = end - 1;
        while (last > begin && (static_cast<unsigned char>(text[last]) & 0xC0U) == 0x80U)
            --last;
        if (!goes(readUtf8(text, last).c))
            break;
        end = last;
    }
    return std::string(text.substr(begin, end - begin));
}

/// The lines of a text where Python's splitlines() ends them.
std::vector<std::string> linesOf(std::string_view text, bool keepEnds)
{
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = readUtf8(text, at);
        const std::size_t end = at;
        at += step.length;
        const char32_t c = step.c;
        if (!((c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028
              || c == 0x2029))
            continue;
        if (c == U'\r' && at < text.size() && text[at] == '\n')
            ++at;
        lines.emplace_back(text.substr(begin, (keepEnds ? at : end) - begin));
        begin = at;
    }
    if (begin < text.size())
        lines.emplace_back(text.substr(begin));
    return lines;
}

std::string escapedHtml(std::string_view text)
{
    constexpr std::string_view kLetters = "&<>\"'";
    constexpr std::array<std::string_view, 5> kEntities{"&amp;", "&lt;", "&gt;", "&#34;", "&#39;"};
    std::string out;
    for (const char& c : text) {
        const std::size_t at = kLetters.find(c);
        out += at < kLetters.size() ? kEntities.at(at) : std::string_view(&c, 1);
    }
    return out;
}

std::string markupOf(const Value& text)
{
    return text.isMarkup() ? *text.asText() : escapedHtml(*text.asText());
}

std::string padded(const std::string& text, std::int64_t width, char32_t fill, char side, RenderState& state)
{
    state.walk(text.size());
    const std::int64_t missing = width - codePointCount(text);
    if (missing <= 0)
        return text;
    state.grow(static_cast<std::size_t>(missing) * 4);
    // "center" puts the odd blank elsewhere than the format "^".
    const std::int64_t left = side == '>' ? missing
        : side == '<'                     ? 0
                                          : missing / 2 + (side == 'c' ? missing & width & 1 : 0);
    const std::string one = encodeUtf8(std::u32string(1, fill));
    std::string out;
    for (std::int64_t i = 0; i < left; ++i)
        out += one;
    out += text;
    for (std::int64_t i = left; i < missing; ++i)
        out += one;
    return out;
}

namespace {

/// Another case by the rules of all languages. For ASCII it is known without them.
std::string changedCase(std::string_view text, bool upper)
{
    std::string out(text);
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
        icu::UnicodeString all = icu::UnicodeString::fromUTF8(out);
        out.clear();
        (upper ? all.toUpper(icu::Locale::getRoot()) : all.toLower(icu::Locale::getRoot())).toUTF8String(out);
        return out;
    }
    const char from = upper ? 'a' : 'A';
    for (char& c : out)
        c = static_cast<char>(c >= from && c <= from + 25 ? c ^ 0x20 : c);
    return out;
}

} // namespace

std::string upperCase(std::string_view text)
{
    return changedCase(text, true);
}

std::string lowerCase(std::string_view text)
{
    return changedCase(text, false);
}

std::string foldedCase(std::string_view text)
{
    std::string out;
    icu::UnicodeString::fromUTF8(std::string(text)).foldCase().toUTF8String(out);
    return out;
}

std::string capitalised(std::string_view text)
{
    if (text.empty())
        return {};
    const std::size_t first = readUtf8(text, 0).length;
    return upperCase(text.substr(0, first)) + lowerCase(text.substr(first));
}

std::string capitalisedWords(std::string_view text, bool (*inWord)(char32_t))
{
    std::string out, word;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = readUtf8(text, at);
        const bool inside = inWord(step.c);
        if (!inside)
            out += capitalised(std::exchange(word, {}));
        appendUtf8(inside ? word : out, step.c);
        at += step.length;
    }
    return out + capitalised(word);
}

std::string titleCase(std::string_view text)
{
    return capitalisedWords(text,
                            [](char32_t c) { return isWordCharacter(c) && !isNumeric(c) && c != U'_'; });
}

std::string replacedText(const std::string& text, const std::string& what, const std::string& with,
                         std::int64_t count, RenderState& state)
{
    if (what.empty())
        state.fail("replacing an empty text is not supported");
    std::string out;
    std::size_t at = 0;
    for (std::size_t found = findText(text, what, 0, state); found != std::string::npos && count != 0;
         found = findText(text, what, at, state), --count) {
        state.grow(found - at + with.size());
        out.append(text, at, found - at);
        out += with;
        at = found + what.size();
    }
    state.grow(text.size() - at);
    return out.append(text, at);
}

} // namespace headlight::chat
