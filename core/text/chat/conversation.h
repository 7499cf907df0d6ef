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
    std::string role; ///< "system", "user", "assistant", or what else a template knows
    std::string content;
};

/// What people and a model said to each other, with everything else that a chat template may ask for.
struct Conversation
{
    /// An object: "messages", and "tools" and the like as the file has them.
    std::shared_ptr<const nlohmann::ordered_json> variables;

    bool hasTools() const;
};

Conversation conversationOf(const std::vector<Message>& messages);
/// The list as a file for --messages has it, in one line.
std::string toJson(const std::vector<Message>& messages);

/// Reads a list of {"role", "content"}, or an object whose "messages" is one; further members of it are
/// variables of the template ("tools", "enable_thinking", …), as keyword arguments are in transformers. A
/// message's content is a text, a list of parts, or absent where there are tool calls. `file` is the name
/// for messages; an error names the field, what was found and what was expected.
Result<Conversation> readConversation(std::string_view source, const std::string& file);

} // namespace headlight
