// Values as JSON.

#include "core/text/chat/invocation.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace headlight::chat {
namespace {

class JsonText
{
public:
    JsonText(Invocation& call, std::int64_t indent, std::string item, std::string member, bool sorted)
        : m_call(call)
        , m_indent(indent)
        , m_item(std::move(item))
        , m_member(std::move(member))
        , m_sorted(sorted)
    { }

    std::string run(const Value& value)
    {
        write(value, 0);
        return std::move(m_out);
    }

private:
    void add(const std::string& text)
    {
        m_call.state.grow(text.size());
        m_out += text;
    }

    void write(const Value& value, std::int64_t level)
    {
        m_call.state.step();
        if (value.isNone())
            add("null");
        else if (const bool* is = value.asFlag())
            add(*is ? "true" : "false");
        else if (value.isNumber())
            add(toSource(value, m_call.state));
        else if (const std::string* text = value.asText())
            add(quoted(*text));
        else if (const List* list = value.asList())
            writeList(*list, level);
        else if (const Map* map = value.asMap())
            writeMap(*map, level);
        else
            m_call.wrong("a value that JSON has", value);
    }

    static std::string quoted(const std::string& text)
    {
        return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }

    void separate(bool first, std::int64_t level)
    {
        if (!first)
            add(m_item);
        if (m_indent >= 0)
            add("\n" + std::string(static_cast<std::size_t>(m_indent * level), ' '));
    }

    void writeList(const List& list, std::int64_t level)
    {
        add("[");
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            separate(i == 0, level + 1);
            write(list.items[i], level + 1);
        }
        close(list.items.empty(), level, "]");
    }

    void writeMap(const Map& map, std::int64_t level)
    {
        std::vector<const std::pair<std::string, Value>*> members;
        for (const auto& member : map.members)
            members.push_back(&member);
        if (m_sorted)
            std::stable_sort(members.begin(), members.end(),
                             [](const auto* a, const auto* b) { return a->first < b->first; });
        add("{");
        for (std::size_t i = 0; i < members.size(); ++i) {
            separate(i == 0, level + 1);
            add(quoted(members[i]->first) + m_member);
            write(members[i]->second, level + 1);
        }
        close(members.empty(), level, "}");
    }

    void close(bool empty, std::int64_t level, const std::string& bracket)
    {
        if (!empty && m_indent >= 0)
            add("\n" + std::string(static_cast<std::size_t>(m_indent * level), ' '));
        add(bracket);
    }

    Invocation& m_call;
    std::int64_t m_indent; ///< −1 = all on one line
    std::string m_item, m_member; ///< separators between items, and between a name and its value
    bool m_sorted;
    std::string m_out;
};

} // namespace

Value toJson(Invocation& call)
{
    call.accept({"indent", "ensure_ascii", "separators", "sort_keys"});
    if (call.flag(1, false))
        call.state.fail(call.what + ": the argument \"ensure_ascii\" is not supported");
    const bool indented = call.has(0) && !call.at(0).isNone();
    const std::int64_t indent = indented ? call.integer(0, 0) : -1;
    if (indent > 64 || (indented && indent < 0))
        call.state.fail(call.what + ": found an indent of " + std::to_string(indent) + ", expected 0 to 64");
    std::string item = indented ? "," : ", ";
    std::string member = ": ";
    if (call.has(2) && !call.at(2).isNone()) {
        const List* both = call.at(2).asList();
        if (both == nullptr || both->items.size() != 2 || !both->items[0].asText()
            || !both->items[1].asText())
            call.wrong("two separators", call.at(2));
        item = *both->items[0].asText();
        member = *both->items[1].asText();
    }
    return Value::text(JsonText(call, indent, item, member, call.flag(3, false)).run(call.subject));
}

} // namespace headlight::chat
