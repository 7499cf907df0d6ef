#include "app/input_files.h"

#include "core/io/mapped_file.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <iterator>
#include <optional>
#include <string_view>

namespace headlight {

namespace {

constexpr std::size_t kMaxTextFile = std::size_t{1} << 30U;

std::string nameOf(const std::string& file)
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
Result<std::string> plainText(std::string content, const std::string& file)
{
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF"))
        return badFile(nameOf(file), {}, "found UTF-16, expected UTF-8");
    if (content.starts_with(kMark))
        content.erase(0, kMark.size());
    if (const auto bad = firstInvalidByte(content))
        return badFile(nameOf(file), "byte " + std::to_string(*bad), "found no UTF-8, expected UTF-8");
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

/// Lines without their line ends; an empty line is an empty text, so that answers keep their line numbers.
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

/// Checks that every line is a list of ids; the error names file and line.
Result<void> checkIds(const std::vector<std::string>& lines, const std::string& file)
{
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string line = "line " + std::to_string(i + 1);
        if (lines[i].find_first_not_of(' ') == std::string::npos)
            return badFile(nameOf(file), line, "found no ids, expected ids separated by commas");
        if (const auto ids = parseIds("--ids-file", lines[i]); !ids)
            return badFile(nameOf(file), line, ids.error().message);
    }
    return {};
}

/// A file that is a single text, without the line breaks at its end.
std::string wholeText(std::string text)
{
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

/// A list that spans several lines, with or without commas at their ends.
std::string wholeList(const std::vector<std::string>& lines)
{
    std::string list;
    for (const std::string& line : lines) {
        if (line.empty())
            continue;
        if (!list.empty() && !list.ends_with(','))
            list += ',';
        list += line;
    }
    return list;
}

Result<void> readInto(const std::string& option, const std::string& file, bool ids, bool whole,
                      std::vector<std::string>& target)
{
    if (!target.empty())
        return usageError(option, "excludes --text and --ids. Give one of them");
    ASSIGN_OR_RETURN(auto content, contentOf(file));
    ASSIGN_OR_RETURN(auto text, plainText(std::move(content), file));
    if (text.empty())
        return badFile(nameOf(file), {}, "found nothing, expected a text or ids");
    const std::string plain = withPlainLineEnds(text);
    if (!whole)
        target = linesOf(plain);
    else if (ids)
        target = {wholeList(linesOf(plain))};
    else
        target = {wholeText(plain)};
    return ids ? checkIds(target, file) : Result<void>();
}

} // namespace

void InputFiles::addTo(CommandLine& line, std::vector<std::string>& textTarget,
                       std::vector<std::string>& idsTarget)
{
    line.text("--text-file", texts, "file with one text per line ('-' = standard input)", "FILE");
    line.text("--ids-file", ids, "file with one list of ids per line ('-' = standard input)", "FILE");
    line.flag("--whole", whole, "read the whole file as one text, or as one list of ids");
    line.text("--messages", messages,
              "JSON file with a conversation for the model's chat template: a list of "
              R"({"role","content"}, or {"messages":[...]} with "tools" and other fields ('-' = standard )"
              "input); a value that begins with [ or { is the JSON itself",
              "FILE");
    line.flag("--no-generation-prompt", noGenerationPrompt,
              "with --messages: end with the last message, not where the model's answer begins");
    line.then([this, &textTarget, &idsTarget] { return read(textTarget, idsTarget); });
}

Result<ChatFormat> InputFiles::chatFormat(const std::filesystem::path& model) const
{
    return ChatFormat::read(model, conversation->hasTools());
}

Result<std::string> InputFiles::conversationText(const std::filesystem::path& model) const
{
    ASSIGN_OR_RETURN(const auto format, chatFormat(model));
    return format.text(*conversation, !noGenerationPrompt);
}

Result<void> InputFiles::readMessages()
{
    // Command lines copied from the window contain the list itself.
    const std::size_t first = messages->find_first_not_of(" \t\r\n");
    const bool inPlace
        = first != std::string::npos && ((*messages)[first] == '[' || (*messages)[first] == '{');
    ASSIGN_OR_RETURN(const auto content, inPlace ? Result<std::string>(*messages) : contentOf(*messages));
    ASSIGN_OR_RETURN(conversation, readConversation(content, inPlace ? "--messages" : nameOf(*messages)));
    return {};
}

Result<void> InputFiles::read(std::vector<std::string>& textTarget, std::vector<std::string>& idsTarget)
{
    if (noGenerationPrompt && !messages)
        return usageError("--no-generation-prompt", "needs --messages");
    if (messages && (texts || ids || !textTarget.empty() || !idsTarget.empty()))
        return usageError("--messages", "excludes texts and ids. Give one of them");
    if (messages)
        return readMessages();
    if (whole && !texts && !ids)
        return usageError("--whole", "needs --text-file or --ids-file");
    if (texts && ids)
        return usageError("--text-file", "excludes --ids-file. Give one of them");
    if (texts)
        return readInto("--text-file", *texts, false, whole, textTarget);
    if (ids)
        return readInto("--ids-file", *ids, true, whole, idsTarget);
    return {};
}

} // namespace headlight
