#include "app/input_files.h"

#include "core/text/text_file.h"

#include <cstddef>

namespace headlight {

namespace {

/// Checks that every line is a list of ids; the error names file and line.
Result<void> checkIds(const std::vector<std::string>& lines, const std::string& file)
{
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string line = concat("line ", i + 1);
        if (lines[i].find_first_not_of(' ') == std::string::npos)
            return badFile(textFileName(file), line, "found no ids, expected ids separated by commas");
        if (const auto ids = parseIds("--ids-file", lines[i]); !ids)
            return badFile(textFileName(file), line, ids.error().message);
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

Result<void> readInto(const InputFiles& files, bool ids, std::vector<std::string>& target)
{
    const std::string& file = ids ? *files.ids : *files.texts;
    if (!target.empty())
        return usageError(ids ? "--ids-file" : "--text-file", "excludes --text and --ids. Give one of them");
    if (!ids && !files.whole && !files.keepsBlankLines) {
        ASSIGN_OR_RETURN(target, textLines(file));
        return {};
    }
    ASSIGN_OR_RETURN(const auto plain, textOfFile(file));
    if (plain.empty())
        return badFile(textFileName(file), {}, "found nothing, expected a text or ids");
    if (!files.whole)
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

Result<void> InputFiles::readMessages()
{
    // Command lines copied from the window contain the list itself.
    const std::size_t first = messages->find_first_not_of(" \t\r\n");
    const bool inPlace
        = first != std::string::npos && ((*messages)[first] == '[' || (*messages)[first] == '{');
    ASSIGN_OR_RETURN(const auto content, inPlace ? Result<std::string>(*messages) : contentOf(*messages));
    ASSIGN_OR_RETURN(conversation,
                     readConversation(content, inPlace ? "--messages" : textFileName(*messages)));
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
        return readInto(*this, false, textTarget);
    if (ids)
        return readInto(*this, true, idsTarget);
    return {};
}

} // namespace headlight
