#pragma once

#include "core/base/result.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace headlight {

/// What people and a model said to each other, with everything else that a chat template may ask for.
struct Conversation
{
    /// An object: "messages", and "tools" and the like as the file has them.
    std::shared_ptr<const nlohmann::ordered_json> variables;

    bool hasTools() const;
};

/// Reads a list of {"role", "content"}, or an object whose "messages" is one; further members of it are
/// variables of the template ("tools", "enable_thinking", …), as keyword arguments are in transformers. A
/// message's content is a text, a list of parts, or absent where there are tool calls. `file` is the name
/// for messages; an error names the field, what was found and what was expected.
Result<Conversation> readConversation(std::string_view source, const std::string& file);

} // namespace headlight
