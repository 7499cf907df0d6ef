#include "core/text/chat/conversation.h"

#include "core/io/json_fields.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

namespace headlight {
namespace {

/// Fails unless the message has a role and a content.
Result<void> faultOfMessage(const nlohmann::json& message, const std::string& where, const std::string& file)
{
    if (!message.is_object())
        return badFile(file, where, foundExpected(&message, R"(an object with "role" and "content")"));
    const nlohmann::json* role = findField(message, "role");
    if (role == nullptr || !role->is_string())
        return badFile(file, where + ".role", foundExpected(role, "a text such as \"user\""));
    const nlohmann::json* content = findField(message, "content");
    const bool calls = findField(message, "tool_calls") != nullptr;
    const bool none = content == nullptr && message.contains("content"); // null, which templates know as none
    if (content != nullptr ? !content->is_string() && !content->is_array() : !calls && !none)
        return badFile(file, where + ".content", foundExpected(content, "a text or a list of parts"));
    return {};
}

OrderedJson listOf(const std::vector<Message>& messages)
{
    auto list = OrderedJson::array();
    for (const Message& message : messages)
        list.push_back({{"role", message.role}, {"content", message.content}});
    return list;
}

} // namespace

Conversation conversationOf(const std::vector<Message>& messages)
{
    OrderedJson variables;
    variables["messages"] = listOf(messages);
    return {std::make_shared<const OrderedJson>(std::move(variables))};
}

std::string toJson(const std::vector<Message>& messages)
{
    return toText(listOf(messages));
}

bool Conversation::hasTools() const
{
    const auto tools = variables->find("tools");
    return tools != variables->end() && !tools->is_null();
}

Result<Conversation> readConversation(std::string_view source, const std::string& file)
{
    constexpr JsonLimits kLimits{
        .bytes = std::size_t{16} << 20U, .depth = 32, .values = 500'000, .uniqueNames = true};
    ASSIGN_OR_RETURN(const auto read, parseJson(source, file, kLimits));
    const bool bare = read.is_array();
    const nlohmann::json* messages = bare ? &read : findField(read, "messages");
    if (messages == nullptr || !messages->is_array())
        return badFile(file, read.is_object() ? "messages" : "",
                       foundExpected(read.is_object() ? messages : &read,
                                     R"(a list of messages with "role" and "content")"));
    if (messages->empty())
        return badFile(file, "messages", "found an empty list, expected at least one message");
    for (std::size_t i = 0; i < messages->size(); ++i)
        RETURN_IF_ERROR(faultOfMessage((*messages)[i], concat("messages[", i, "]"), file));
    // Parsed a second time, because a template may write members in their original order.
    if (source.starts_with("\xEF\xBB\xBF"))
        source.remove_prefix(3);
    auto ordered = OrderedJson::parse(source.begin(), source.end());
    if (bare)
        ordered = OrderedJson{{"messages", std::move(ordered)}};
    return Conversation{std::make_shared<const OrderedJson>(std::move(ordered))};
}

} // namespace headlight
