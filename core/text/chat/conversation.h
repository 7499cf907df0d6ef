#pragma once

#include "core/base/result.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// One turn of a conversation.
struct Message
{
    std::string role; ///< "system", "user", "assistant", or any other role that a template knows
    std::string content;
};

/// The messages between people and a model, and everything else that a chat template may use.
struct Conversation
{
    /// An object: "messages", and further members such as "tools" as in the file.
    std::shared_ptr<const nlohmann::ordered_json> variables;

    bool hasTools() const;
};

Conversation conversationOf(const std::vector<Message>& messages);
/// The list in the format of a file for --messages, in one line.
std::string toJson(const std::vector<Message>& messages);

/// Reads a list of {"role", "content"}, or an object whose "messages" is such a list; its other members are
/// variables of the template ("tools", "enable_thinking", …), like keyword arguments in transformers. A
/// message's content is a text or a list of parts, and may be absent if there are tool calls. `file` is the
/// name in messages; an error names the field, what was found and what was expected.
Result<Conversation> readConversation(std::string_view source, const std::string& file);

} // namespace headlight
