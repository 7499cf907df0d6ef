#include "core/text/unicode.h"

#include <unicode/uchar.h>

namespace headlight {

namespace {

UChar32 icu(char32_t c)
{
    return static_cast<UChar32>(c);
}

bool inMask(char32_t c, std::uint32_t mask)
{
    return (U_GET_GC_MASK(icu(c)) & mask) != 0;
}

int breakClass(char32_t c)
{
    return u_getIntPropertyValue(icu(c), UCHAR_GRAPHEME_CLUSTER_BREAK);
}

bool isControlClass(int cls)
{
    return cls == U_GCB_CR || cls == U_GCB_LF || cls == U_GCB_CONTROL;
}

/// GB6 to GB8: whether the two belong to one Hangul syllable.
bool joinsHangul(int before, int after)
{
    if (before == U_GCB_L)
        return after == U_GCB_L || after == U_GCB_V || after == U_GCB_LV || after == U_GCB_LVT;
    if (before == U_GCB_LV || before == U_GCB_V)
        return after == U_GCB_V || after == U_GCB_T;
    return (before == U_GCB_LVT || before == U_GCB_T) && after == U_GCB_T;
}

/// GB11: a pictograph, extending characters, a joiner at `at` − 1, and a pictograph after them.
bool joinsEmoji(std::u32string_view cluster, std::size_t at)
{
    if (u_hasBinaryProperty(icu(cluster[at]), UCHAR_EXTENDED_PICTOGRAPHIC) == 0)
        return false;
    for (std::size_t i = at - 1; i-- > 0;) {
        if (u_hasBinaryProperty(icu(cluster[i]), UCHAR_EXTENDED_PICTOGRAPHIC) != 0)
            return true;
        if (breakClass(cluster[i]) != U_GCB_EXTEND)
            return false;
    }
    return false;
}

/// GB12, GB13: flags are pairs of regional indicators; two of them never join a third.
bool joinsFlag(std::u32string_view cluster, std::size_t at)
{
    return at < 2 || breakClass(cluster[at - 2]) != U_GCB_REGIONAL_INDICATOR;
}

/// Whether the cluster at the start of the text continues with text[at].
bool clusterGoesOn(std::u32string_view text, std::size_t at)
{
    const char32_t left = text[at - 1];
    const char32_t right = text[at];
    // Below U+0300 nothing extends or prepends; only CR LF stays together.
    if (left < 0x300 && right < 0x300)
        return left == '\r' && right == '\n';
    const int before = breakClass(left);
    const int after = breakClass(right);
    if (isControlClass(before) || isControlClass(after))
        return false;
    if (after == U_GCB_EXTEND || after == U_GCB_ZWJ || after == U_GCB_SPACING_MARK || before == U_GCB_PREPEND)
        return true;
    if (before == U_GCB_ZWJ)
        return joinsEmoji(text, at);
    if (before == U_GCB_REGIONAL_INDICATOR && after == U_GCB_REGIONAL_INDICATOR)
        return joinsFlag(text, at);
    return joinsHangul(before, after);
}

} // namespace

std::int32_t codePointCount(std::string_view text)
{
    std::int32_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++count) {
        const Utf8Step step = readUtf8(text, i);
        i += step.valid ? step.length : 1;
    }
    return count;
}

std::vector<std::size_t> byteOffsetsOfCodePoints(std::string_view text)
{
    std::vector<std::size_t> offsets;
    offsets.reserve(text.size() + 1);
    for (std::size_t i = 0; i < text.size();) {
        offsets.push_back(i);
        const Utf8Step step = readUtf8(text, i);
        i += step.valid ? step.length : 1;
    }
    offsets.push_back(text.size());
    return offsets;
}

std::string replaceAll(std::string_view text, std::string_view what, std::string_view with)
{
    if (what.empty())
        return std::string(text);
    std::string out;
    for (;;) {
        const std::size_t at = text.find(what);
        out += text.substr(0, at);
        if (at == std::string_view::npos)
            return out;
        out += with;
        text.remove_prefix(at + what.size());
    }
}

bool isWhitespace(char32_t c)
{
    return c < 0x80 ? c == ' ' || (c >= '\t' && c <= '\r') : u_isUWhiteSpace(icu(c)) != 0;
}

bool isNumeric(char32_t c)
{
    return inMask(c, U_GC_N_MASK);
}

bool isMark(char32_t c)
{
    return c >= 0x300 && inMask(c, U_GC_M_MASK);
}

bool isNonspacingMark(char32_t c)
{
    return c >= 0x300 && inMask(c, U_GC_MN_MASK);
}

bool isPunctuation(char32_t c)
{
    if (c < 0x80)
        return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`')
            || (c >= '{' && c <= '~');
    return inMask(c, U_GC_P_MASK);
}

bool isOther(char32_t c)
{
    return inMask(c, U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CS_MASK | U_GC_CO_MASK);
}

bool isWordCharacter(char32_t c)
{
    return u_isUAlphabetic(icu(c)) != 0 || inMask(c, U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK) || c == 0x200C
        || c == 0x200D;
}

void appendLowercase(std::u32string& out, char32_t c)
{
    constexpr char32_t kCapitalIWithDot = 0x130;
    if (c == kCapitalIWithDot) {
        out.push_back('i');
        out.push_back(0x307);
        return;
    }
    if (c < 0x80)
        out.push_back(c >= 'A' && c <= 'Z' ? c + 32 : c);
    else
        out.push_back(static_cast<char32_t>(u_tolower(icu(c))));
}

std::size_t graphemeEnd(std::u32string_view text, std::size_t begin)
{
    const std::u32string_view rest = text.substr(begin);
    std::size_t end = 1;
    while (end < rest.size() && clusterGoesOn(rest, end))
        ++end;
    return begin + end;
}

} // namespace headlight
