#include "app/input_files.h"

#include "core/io/mapped_file.h"

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <iterator>
#include <string_view>

namespace headlight {

namespace {

constexpr std::size_t kMaxTextFile = std::size_t{1} << 30U;

Result<std::string> contentOf(const std::string& file)
{
    if (file == "-")
        return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
    const auto mapped = MappedFile::open(file, kMaxTextFile);
    if (!mapped)
        return mapped.error();
    return std::string(mapped->text());
}

/// Lines without their line ends; an empty line is an empty text, so that answers keep their line numbers.
std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.emplace_back(line);
        begin = end + 1;
    }
    return lines;
}

/// A file that is a single text, without the line breaks at its end.
std::string wholeText(std::string text)
{
    while (text.ends_with('\n') || text.ends_with('\r'))
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
    auto content = contentOf(file);
    if (!content)
        return content.error();
    if (content->empty())
        return badFile(file == "-" ? "standard input" : file, {}, "found nothing, expected a text or ids");
    if (!whole)
        target = linesOf(*content);
    else if (ids)
        target = {wholeList(linesOf(*content))};
    else
        target = {wholeText(std::move(*content))};
    return {};
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
    const auto format = chatFormat(model);
    if (!format)
        return format.error();
    return format->text(*conversation, !noGenerationPrompt);
}

Result<void> InputFiles::readMessages()
{
    // Command lines copied from the window contain the list itself.
    const std::size_t first = messages->find_first_not_of(" \t\r\n");
    const bool inPlace
        = first != std::string::npos && ((*messages)[first] == '[' || (*messages)[first] == '{');
    const auto content = inPlace ? Result<std::string>(*messages) : contentOf(*messages);
    if (!content)
        return content.error();
    auto read = readConversation(*content,
                                 inPlace                ? "--messages"
                                     : *messages == "-" ? "standard input"
                                                        : *messages);
    if (!read)
        return read.error();
    conversation = std::move(*read);
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
