#pragma once

#include "core/text/chat/conversation.h"
#include "core/text/chat/written_chat.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// Finds the contents of a conversation in its rendering: renders a second conversation with a marker for
/// each content; the text between the markers then belongs to the template and surrounds the contents in the
/// real rendering too.
class MarkedConversation
{
public:
    /// real: the conversation as rendered by the template.
    MarkedConversation(const Conversation& conversation, std::string_view real);
    const Conversation& conversation() const { return m_marked; }

    /// Finds the contents in `real`, given the rendering of the markers. If the template trims or changes a
    /// content, the changed text is returned. Empty if the surrounding text differs.
    std::optional<std::vector<ContentPart>> partsIn(std::string_view real, std::string_view marked) const;
    /// The contents that occur unchanged in `real`, searched for in order.
    std::vector<ContentPart> partsFound(std::string_view real) const;

private:
    struct Content
    {
        std::size_t message;
        std::string text, marker;
    };
    std::vector<Content> m_contents;
    Conversation m_marked;
};

} // namespace headlight
