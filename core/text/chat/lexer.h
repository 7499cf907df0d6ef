#pragma once

#include "core/text/chat/value.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight::chat {

/// One word of a template.
struct Lexeme
{
    enum class Kind : unsigned char {
        kData, ///< text outside of tags
        kOutputBegin, ///< {{
        kOutputEnd,
        kBlockBegin, ///< {%
        kBlockEnd,
        kName,
        kText, ///< a literal, without its quotation marks
        kInteger,
        kReal,
        kSign, ///< + - == ( | …
        kEnd,
    };
    Kind kind = Kind::kEnd;
    std::string text;
    int line = 1;
    std::int64_t integer = 0;
    double real = 0;
};

/// Cuts a template into words, with Hugging Face's settings: trim_blocks (removes the line break after a
/// block or comment) and lstrip_blocks (removes the blanks before one that begins its line); "-" next to a
/// tag removes all white space on that side, "+" keeps it. The line break at the template's end is removed.
/// Throws TemplateFault.
std::vector<Lexeme> cutTemplate(std::string_view source);

} // namespace headlight::chat
