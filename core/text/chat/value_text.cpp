// Values as text, in Python's notation.

#include "core/base/text_list.h"
#include "core/text/chat/value.h"

#include <nlohmann/json.hpp>

namespace headlight::chat {
namespace {

/// In single quotation marks, unless the text contains single but no double ones.
std::string quotedText(const std::string& text)
{
    const bool both = text.find('\'') != std::string::npos && text.find('"') == std::string::npos;
    const char mark = both ? '"' : '\'';
    std::string out(1, mark);
    for (const char c : text) {
        if (c == '\\' || c == mark)
            out += '\\';
        if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (c == '\r')
            out += "\\r";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            out += std::string("\\x") + (c < 0x10 ? "0" : c < 0x20 ? "1" : "7") + "0123456789abcdef"[c & 15];
        else
            out += c;
    }
    return out + mark;
}

/// The source of a part of a list or dictionary.
std::string sourceIn(const Value& value, RenderState& state)
{
    return value.isUndefined() ? "Undefined" : toSource(value, state);
}

std::string listSource(const List& list, RenderState& state)
{
    const std::string out
        = joined(list.items, ", ", [&](const Value& item) { return sourceIn(item, state); });
    if (!list.isTuple())
        return "[" + out + "]";
    return "(" + out + (list.items.size() == 1 ? ",)" : ")");
}

std::string mapSource(const Map& map, RenderState& state)
{
    const auto member
        = [&](const auto& each) { return sourceIn(each.first, state) + ": " + sourceIn(each.second, state); };
    return "{" + joined(map.all(), ", ", member) + "}";
}

} // namespace

std::string toText(const Value& value, RenderState& state)
{
    if (const std::string* text = value.asText())
        return *text;
    return toSource(value, state);
}

std::string toSource(const Value& value, RenderState& state)
{
    state.step();
    std::string out;
    if (value.isUndefined())
        return out;
    if (value.isNone())
        out = "None";
    else if (const bool* is = value.asFlag())
        out = *is ? "True" : "False";
    else if (const std::int64_t* whole = value.asInteger())
        out = std::to_string(*whole);
    else if (const double* real = value.asReal())
        out = nlohmann::json(*real).dump(); // like Python: the shortest that reads back, 1.0, 1e-05
    else if (const std::string* text = value.asText())
        out = value.isMarkup() ? "Markup(" + quotedText(*text) + ")" : quotedText(*text);
    else if (const List* list = value.asList())
        out = listSource(*list, state);
    else if (const Map* map = value.asMap())
        out = mapSource(*map, state);
    else
        state.fail("cannot write " + value.typeName());
    state.grow(out.size());
    return out;
}

} // namespace headlight::chat
