#pragma once

#include "app/command_line.h"

#include "core/text/chat/chat_format.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Texts and ids from files or standard input ("-"), one on each line, or one in the whole file.
struct InputFiles
{
    std::optional<std::string> texts, ids;
    bool whole = false;
    std::optional<std::string> messages; ///< file of a conversation, or the conversation itself
    bool noGenerationPrompt = false;
    std::optional<Conversation> conversation; ///< read from it at the end of parsing

    /// How that folder or GGUF file writes the conversation. Only where there is one.
    Result<ChatFormat> chatFormat(const std::filesystem::path& model) const;
    /// The conversation as the chat template of that folder or GGUF file writes it. Only where there is one.
    Result<std::string> conversationText(const std::filesystem::path& model) const;

    /// Adds --text-file, --ids-file, --whole, --messages and --no-generation-prompt; files of texts are read
    /// at the end of parsing into the lists that
    /// --text and --ids fill. The targets must outlive the command line.
    void addTo(CommandLine& line, std::vector<std::string>& textTarget, std::vector<std::string>& idsTarget);

private:
    Result<void> read(std::vector<std::string>& textTarget, std::vector<std::string>& idsTarget);
    Result<void> readMessages();
};

} // namespace headlight
