// Values as JSON.

#include "core/text/chat/invocation.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace headlight::chat {
namespace {

class JsonText
{
public:
    JsonText(Invocation& call, bool ascii, std::optional<std::string> indent, std::string item,
             std::string member, bool sorted)
        : m_call(call)
        , m_ascii(ascii)
        , m_indent(std::move(indent))
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
        else if (value.isNumber() && !std::isfinite(value.number()))
            add(std::isnan(value.number()) ? "NaN" : value.number() < 0 ? "-Infinity" : "Infinity");
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

    std::string quoted(const std::string& text) const
    {
        return nlohmann::json(text).dump(-1, ' ', m_ascii, nlohmann::json::error_handler_t::replace);
    }

    /// A key as JSON has it: a text.
    std::string keyOf(const Value& key)
    {
        if (key.asText() != nullptr)
            return quoted(*key.asText());
        if (key.isNone())
            return "\"null\"";
        if (const bool* is = key.asFlag())
            return *is ? "\"true\"" : "\"false\"";
        if (!key.isNumber())
            m_call.wrong("a key that JSON has", key);
        return quoted(toSource(key, m_call.state));
    }

    void newLine(std::int64_t level)
    {
        add("\n");
        for (std::int64_t i = 0; i < level; ++i)
            add(*m_indent);
    }

    void separate(bool first, std::int64_t level)
    {
        if (!first)
            add(m_item);
        if (m_indent)
            newLine(level);
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
        std::vector<const Members::Member*> members;
        for (const Members::Member& member : map.all())
            members.push_back(&member);
        if (m_sorted)
            std::ranges::stable_sort(members, [this](const auto* a, const auto* b) {
                return compare(a->first, b->first, m_call.state) < 0;
            });
        add("{");
        for (std::size_t i = 0; i < members.size(); ++i) {
            separate(i == 0, level + 1);
            add(keyOf(members[i]->first) + m_member);
            write(members[i]->second, level + 1);
        }
        close(members.empty(), level, "}");
    }

    void close(bool empty, std::int64_t level, const std::string& bracket)
    {
        if (!empty && m_indent)
            newLine(level);
        add(bracket);
    }

    Invocation& m_call;
    bool m_ascii;
    std::optional<std::string> m_indent; ///< empty = all on one line
    std::string m_item, m_member; ///< separators between items, and between a name and its value
    bool m_sorted;
    std::string m_out;
};

} // namespace

Value toJson(Invocation& call)
{
    const bool indented = call.says(1);
    std::optional<std::string> indent;
    if (indented && call.at(1).asText() != nullptr) {
        indent = *call.at(1).asText();
    } else if (indented) {
        const std::int64_t width = call.integer(1, 0);
        if (width < 0 || width > 64)
            call.state.fail(concat(call.what, ": found an indent of ", width, ", expected 0 to 64"));
        indent = std::string(static_cast<std::size_t>(width), ' ');
    }
    std::string item = indented ? "," : ", ";
    std::string member = ": ";
    if (call.says(2)) {
        const List* both = call.at(2).asList();
        if (both == nullptr || both->items.size() != 2 || !both->items[0].asText()
            || !both->items[1].asText())
            call.wrong("two separators", call.at(2));
        item = *both->items[0].asText();
        member = *both->items[1].asText();
    }
    return Value::text(
        JsonText(call, call.flag(0, false), indent, item, member, call.flag(3, false)).run(call.subject));
}

} // namespace headlight::chat
