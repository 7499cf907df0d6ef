#pragma once

#include "core/text/chat/conversation.h"
#include "core/text/chat/written_chat.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// A conversation in whose place another one is rendered, with a marker for each content: what stands between
/// the markers then is the template's, and the same text stands between the contents.
class MarkedConversation
{
public:
    /// real: the conversation as the template writes it.
    MarkedConversation(const Conversation& conversation, std::string_view real);
    const Conversation& conversation() const { return m_marked; }

    /// The contents in `real`, given the rendering of the markers. A content that the template trims or
    /// changes is what stands in its place. Nothing where the text around them is another.
    std::optional<std::vector<ContentPart>> partsIn(std::string_view real, std::string_view marked) const;
    /// The contents that stand in `real` as they are, looked for in their order.
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
