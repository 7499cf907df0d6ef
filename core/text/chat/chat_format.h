#pragma once

#include "core/base/result.h"
#include "core/text/chat/chat_template.h"
#include "core/text/chat/conversation.h"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

/// A part of a rendered conversation that comes from a message's content; all else is the template's.
struct ContentPart
{
    std::size_t message = 0;
    std::int32_t begin = 0, end = 0; ///< code points in the text
    bool operator==(const ContentPart&) const = default;
};

/// A conversation rendered by a chat template.
struct WrittenChat
{
    std::string text; ///< special tokens spelled out
    std::vector<ContentPart> contents; ///< in order; none is empty
};

/// How a model writes conversations: its chat template, and the special tokens passed to it.
class ChatFormat
{
public:
    /// Reads the template from a model folder (chat_template.jinja, chat_template.json, or "chat_template" in
    /// tokenizer_config.json: a text, or a list of named ones, of which "default" is used, or "tool_use" if
    /// there are `tools`), a file in it, or a GGUF file (tokenizer.chat_template). Otherwise kFileNotFound.
    static Result<ChatFormat> read(const std::filesystem::path& model, bool tools);

    /// The conversation as text, with special tokens spelled out. With `answer` it ends where the model's
    /// answer begins, unless the file sets add_generation_prompt. `now` is for templates with a date.
    Result<std::string> text(const Conversation& conversation, bool answer, const std::tm& now,
                             const std::stop_token& stop = {}) const;
    Result<std::string> text(const Conversation& conversation, bool answer,
                             const std::stop_token& stop = {}) const;

    /// The same, plus the parts of the text that come from the messages.
    Result<WrittenChat> write(const Conversation& conversation, bool answer, const std::tm& now,
                              const std::stop_token& stop = {}) const;
    Result<WrittenChat> write(const Conversation& conversation, bool answer,
                              const std::stop_token& stop = {}) const;

private:
    using Tokens = std::map<std::string, std::string, std::less<>>;
    ChatFormat(ChatTemplate made, Tokens tokens)
        : m_template(std::move(made))
        , m_tokens(std::move(tokens))
    { }
    static Result<ChatFormat> readGguf(const std::filesystem::path& path);
    static Result<ChatFormat> readFolder(const std::filesystem::path& folder, bool tools);

    ChatTemplate m_template;
    Tokens m_tokens; ///< "bos_token" and the like
};

} // namespace headlight
