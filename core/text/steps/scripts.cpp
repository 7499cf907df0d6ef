#include "core/text/steps/scripts.h"

#include <unicode/uscript.h>

namespace headlight {

namespace {

constexpr int kAny = -1;

int scriptOf(char32_t c)
{
    constexpr char32_t kProlongedSoundMark = 0x30FC;
    if (c == ' ')
        return kAny;
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(static_cast<UChar32>(c), &status);
    if (U_FAILURE(status) || script == USCRIPT_UNKNOWN)
        return kAny;
    if (script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA || c == kProlongedSoundMark)
        return USCRIPT_HAN;
    return script;
}

} // namespace

void splitByScript(std::u32string_view text, std::vector<Span>& parts)
{
    constexpr int kNone = -2;
    int last = kNone;
    std::size_t begin = text.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int script = scriptOf(text[i]);
        if (script == kAny)
            continue;
        if (script != last) {
            if (last != kNone)
                parts.push_back({begin, i});
            begin = i;
        }
        last = script;
    }
    if (last != kNone)
        parts.push_back({begin, text.size()});
}

} // namespace headlight
