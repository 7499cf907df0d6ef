#include "core/base/utf8.h"

#include <unicode/utf8.h>

#include <array>

namespace headlight {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

} // namespace

Utf8Step readUtf8(std::string_view text, std::size_t at)
{
    const std::size_t begin = at;
    UChar32 c = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion" // for ICU's own headers
    U8_NEXT(text.data(), at, text.size(), c); // NOLINT(readability-simplify-subscript-expr): the macro's
#pragma GCC diagnostic pop
    const auto length = static_cast<std::uint8_t>(at - begin);
    return c < 0 ? Utf8Step{kReplacement, length, false} : Utf8Step{static_cast<char32_t>(c), length, true};
}

std::u32string decodeUtf8(std::string_view text)
{
    std::u32string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const Utf8Step step = readUtf8(text, i);
        out.push_back(step.c);
        i += step.valid ? step.length : 1;
    }
    return out;
}

void appendUtf8(std::string& out, char32_t c)
{
    std::array<char, U8_MAX_LENGTH> bytes{};
    std::size_t length = 0;
    U8_APPEND_UNSAFE(bytes.data(), length, c); // NOLINT(readability-simplify-subscript-expr): the macro's
    out.append(bytes.data(), length);
}

std::string encodeUtf8(std::u32string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (const char32_t c : text)
        appendUtf8(out, c);
    return out;
}

std::string replaceInvalidUtf8(std::string_view bytes)
{
    std::string out;
    out.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const Utf8Step step = readUtf8(bytes, i);
        if (step.valid)
            out.append(bytes, i, step.length);
        else
            appendUtf8(out, kReplacement);
        i += step.length;
    }
    return out;
}

} // namespace headlight
