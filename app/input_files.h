#pragma once

#include "app/command_line.h"

#include "core/text/chat/chat_format.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Texts and ids from files or standard input ("-"), one per line or one per file.
struct InputFiles
{
    std::optional<std::string> texts, ids;
    bool whole = false;
    bool keepsBlankLines = false; ///< as empty texts, so that answers keep their line numbers
    std::optional<std::string> messages; ///< file with a conversation, or the conversation itself
    bool noGenerationPrompt = false;
    std::optional<Conversation> conversation; ///< read at the end of parsing

    /// The chat format of this folder or GGUF file. Call it only if there is a conversation.
    Result<ChatFormat> chatFormat(const std::filesystem::path& model) const;

    /// Adds --text-file, --ids-file, --whole, --messages and --no-generation-prompt. At the end of parsing,
    /// files of texts are read into the same lists as --text and --ids. The targets must outlive the command
    /// line.
    void addTo(CommandLine& line, std::vector<std::string>& textTarget, std::vector<std::string>& idsTarget);

private:
    Result<void> read(std::vector<std::string>& textTarget, std::vector<std::string>& idsTarget);
    Result<void> readMessages();
};

} // namespace headlight
