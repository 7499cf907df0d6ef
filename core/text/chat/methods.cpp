// Methods of texts and dictionaries.

#include "core/text/chat/invocation.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>

namespace headlight::chat {
namespace {

constexpr std::array<std::string_view, 20> kTextMethods{
    "strip",    "lstrip", "rstrip",       "split",        "rsplit",  "splitlines", "startswith",
    "endswith", "upper",  "lower",        "title",        "replace", "join",       "capitalize",
    "find",     "count",  "removeprefix", "removesuffix", "index",   "format"};
constexpr std::array<std::string_view, 6> kMapMethods{"items", "keys", "values", "get", "update", "pop"};

Value listOfTexts(std::vector<std::string> parts, RenderState& state)
{
    std::vector<Value> items;
    for (std::string& part : parts) {
        state.grow(part.size() + sizeof(std::string));
        items.push_back(Value::text(std::move(part)));
    }
    return Value::list(state, std::move(items));
}

/// Splits at white space like Python without a separator, without empty parts.
std::vector<std::string> splitAtBlanks(const std::string& text, std::int64_t most)
{
    std::vector<std::string> parts;
    std::string rest = stripped(text, {}, true, false);
    while (!rest.empty()) {
        std::size_t end = 0;
        if (most >= 0 && static_cast<std::int64_t>(parts.size()) >= most)
            end = rest.size();
        while (end < rest.size() && !isWhitespace(readUtf8(rest, end).c))
            end += readUtf8(rest, end).length;
        parts.push_back(rest.substr(0, end));
        rest = stripped(std::string_view(rest).substr(end), {}, true, false);
    }
    if (!parts.empty() && most >= 0)
        parts.back() = stripped(parts.back(), {}, false, true);
    return parts;
}

std::vector<std::string> splitAt(const std::string& text, const std::string& separator, std::int64_t most)
{
    std::vector<std::string> parts;
    std::size_t at = 0;
    for (std::size_t found = text.find(separator); found != std::string::npos && most != 0;
         found = text.find(separator, at), --most) {
        parts.push_back(text.substr(at, found - at));
        at = found + separator.size();
    }
    parts.push_back(text.substr(at));
    return parts;
}

Value splitText(Invocation& call)
{
    call.accept({"sep", "maxsplit"});
    const std::string& text = call.subjectText();
    const std::int64_t most = call.integer(1, -1);
    call.state.grow(text.size());
    if (!call.has(0) || call.at(0).isNone()) {
        // Every part shortens a copy of the rest.
        if (text.size() > (std::size_t{1} << 16U))
            call.state.fail(call.what + " at white space: found " + std::to_string(text.size())
                            + " bytes, expected at most 65536");
        return listOfTexts(splitAtBlanks(text, most), call.state);
    }
    const std::string separator = call.text(0, {});
    if (separator.empty())
        call.state.fail(call.what + ": the separator is empty");
    call.state.grow(text.size() / separator.size() * sizeof(Value));
    return listOfTexts(splitAt(text, separator, most), call.state);
}

Value splitLines(Invocation& call)
{
    call.accept({});
    std::vector<std::string> lines = splitAt(replaceAll(call.subjectText(), "\r\n", "\n"), "\n", -1);
    if (lines.back().empty())
        lines.pop_back();
    return listOfTexts(std::move(lines), call.state);
}

/// startswith and endswith take one text or a tuple of them.
Value hasAffix(Invocation& call, bool front)
{
    call.accept({"affix"});
    const std::string& text = call.subjectText();
    const auto fits = [&](const Value& affix) {
        if (affix.asText() == nullptr)
            call.wrong("a text", affix);
        return front ? text.starts_with(*affix.asText()) : text.ends_with(*affix.asText());
    };
    if (const List* several = call.at(0).asList())
        return Value::flag(std::any_of(several->items.begin(), several->items.end(), fits));
    return Value::flag(fits(call.at(0)));
}

Value withoutAffix(Invocation& call, bool front)
{
    call.accept({"affix"});
    std::string text = call.subjectText();
    const std::string affix = call.text(0, {});
    if (front && text.starts_with(affix))
        text.erase(0, affix.size());
    else if (!front && text.ends_with(affix))
        text.resize(text.size() - affix.size());
    return Value::text(std::move(text));
}

Value joinMethod(Invocation& call)
{
    call.accept({"items"});
    std::string out;
    bool first = true;
    for (const Value& item : itemsOf(call.at(0), call.state)) {
        if (item.asText() == nullptr)
            call.wrong("texts", item);
        out += (first ? std::string() : call.subjectText()) + *item.asText();
        call.state.grow(item.asText()->size() + call.subjectText().size());
        first = false;
    }
    return Value::text(std::move(out));
}

Value searchMethod(const std::string& name, Invocation& call)
{
    call.accept({"text"});
    const std::string& text = call.subjectText();
    const std::string what = call.text(0, {});
    if (name == "count" && !what.empty())
        return Value::integer(static_cast<std::int64_t>(splitAt(text, what, -1).size()) - 1);
    const std::size_t found = text.find(what);
    if (name != "find" || found == std::string::npos)
        return name == "find" ? Value::integer(-1) : (call.unsupported(), Value());
    return Value::integer(codePointCount(std::string_view(text).substr(0, found)));
}

Value textMethod(const std::string& name, Invocation& call)
{
    const std::string& text = call.subjectText();
    call.state.grow(text.size() * 4);
    if (name == "strip" || name == "lstrip" || name == "rstrip") {
        call.accept({"chars"});
        const std::string chars = call.has(0) && call.at(0).isNone() ? std::string() : call.text(0, {});
        return Value::text(stripped(text, chars, name != "rstrip", name != "lstrip"));
    }
    if (name == "split")
        return splitText(call);
    if (name == "splitlines")
        return splitLines(call);
    if (name == "startswith" || name == "endswith")
        return hasAffix(call, name == "startswith");
    if (name == "removeprefix" || name == "removesuffix")
        return withoutAffix(call, name == "removeprefix");
    if (name == "join")
        return joinMethod(call);
    if (name == "find" || name == "count")
        return searchMethod(name, call);
    if (name == "replace") {
        call.accept({"old", "new", "count"});
        return Value::text(
            replacedText(text, call.text(0, {}), call.text(1, {}), call.integer(2, -1), call.state));
    }
    if (name != "upper" && name != "lower" && name != "title" && name != "capitalize")
        call.unsupported();
    call.accept({});
    return Value::text(name == "upper"       ? upperCase(text)
                           : name == "lower" ? lowerCase(text)
                           : name == "title" ? titleCase(text)
                                             : capitalised(text));
}

Value mapMethod(const std::string& name, Invocation& call)
{
    const Map& map = *call.subject.asMap();
    if (name == "get") {
        call.accept({"key", "default"});
        const std::string* key = call.at(0).asText();
        const Value* found = key ? map.find(*key) : nullptr;
        if (found)
            return *found;
        return call.has(1) ? call.given[1] : Value::none();
    }
    if (name == "update" || name == "pop")
        call.unsupported();
    call.accept({});
    call.state.grow(map.members.size() * sizeof(Value));
    std::vector<Value> all;
    for (const auto& [key, value] : map.members) {
        if (name == "items")
            all.push_back(Value::list(call.state, {Value::text(key), value}, true));
        else
            all.push_back(name == "keys" ? Value::text(key) : value);
    }
    return Value::list(call.state, std::move(all));
}

} // namespace

bool hasMethod(const Value& self, std::string_view name)
{
    if (self.asText())
        return std::find(kTextMethods.begin(), kTextMethods.end(), name) != kTextMethods.end();
    return self.asMap() && std::find(kMapMethods.begin(), kMapMethods.end(), name) != kMapMethods.end();
}

Value callMethod(const std::string& name, Invocation& call)
{
    return call.subject.asText() ? textMethod(name, call) : mapMethod(name, call);
}

} // namespace headlight::chat
