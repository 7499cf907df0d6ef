#include "core/text/text_file.h"

#include "core/io/mapped_file.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <iterator>
#include <optional>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t kMaxTextFile = std::size_t{1} << 30U;

/// The place of the first byte that is not UTF-8.
std::optional<std::size_t> firstInvalidByte(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = readUtf8(text, at);
        if (!step.valid)
            return at;
        at += step.length;
    }
    return std::nullopt;
}

/// The text of a file in UTF-8, without a byte order mark. A mark is how some editors begin a file, not text.
Result<std::string> inUtf8(std::string content, const std::string& file)
{
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF"))
        return badFile(textFileName(file), {}, "found UTF-16, expected UTF-8");
    if (content.starts_with(kMark))
        content.erase(0, kMark.size());
    if (const auto bad = firstInvalidByte(content))
        return badFile(textFileName(file), concat("byte ", *bad), "found no UTF-8, expected UTF-8");
    return content;
}

/// Line ends of Windows and of old Macs become "\n".
std::string withPlainLineEnds(const std::string& text)
{
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool windows = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!windows)
            plain += text[i] == '\r' ? '\n' : text[i];
    }
    return plain;
}

} // namespace

std::string textFileName(const std::string& file)
{
    return file == "-" ? "standard input" : file;
}

Result<std::string> contentOf(const std::string& file)
{
    if (file == "-")
        return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
    ASSIGN_OR_RETURN(const auto mapped, MappedFile::open(file, kMaxTextFile));
    return std::string(mapped.text());
}

Result<std::string> textOfFile(const std::string& file)
{
    ASSIGN_OR_RETURN(auto content, contentOf(file));
    ASSIGN_OR_RETURN(const auto text, inUtf8(std::move(content), file));
    return withPlainLineEnds(text);
}

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

Result<std::vector<std::string>> textLines(const std::string& file)
{
    ASSIGN_OR_RETURN(const auto text, textOfFile(file));
    std::vector<std::string> lines = linesOf(text);
    const auto isBlank
        = [](const std::string& line) { return line.find_first_not_of(" \t") == std::string::npos; };
    while (!lines.empty() && isBlank(lines.back()))
        lines.pop_back();
    if (lines.empty())
        return badFile(textFileName(file), {}, "found nothing, expected a text on each line");
    if (const auto blank = std::ranges::find_if(lines, isBlank); blank != lines.end())
        return badFile(textFileName(file), concat("line ", blank - lines.begin() + 1),
                       "found no text. Remove the line");
    return lines;
}

} // namespace headlight
