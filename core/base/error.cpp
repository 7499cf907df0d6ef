#include "core/base/error.h"

namespace headlight {

namespace {

/// Messages may quote files; this keeps them shorter than a screen.
void appendBounded(std::string& line, const std::string& part)
{
    constexpr std::size_t kMostBytes = 4000;
    if (part.size() <= kMostBytes) {
        line += part;
        return;
    }
    std::size_t end = kMostBytes;
    while (end > 0 && (static_cast<unsigned char>(part[end]) & 0xC0U) == 0x80U)
        --end;
    line.append(part, 0, end).append("...");
}

} // namespace

std::string Error::describe() const
{
    std::string line;
    for (const std::string* const place : {&file, &field}) {
        appendBounded(line, *place);
        line += place->empty() ? "" : ": ";
    }
    appendBounded(line, message);
    if (details.empty())
        return line;
    line += " (";
    for (std::size_t i = 0; i < details.size(); ++i) {
        line += i == 0 ? "" : "; ";
        appendBounded(line, details[i]);
    }
    return line + ")";
}

} // namespace headlight
