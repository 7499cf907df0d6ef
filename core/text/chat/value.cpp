#include "core/text/chat/value.h"

#include "core/text/unicode.h"

#include <algorithm>

namespace headlight::chat {

Value Value::list(RenderState& state, std::vector<Value> items, bool tuple)
{
    state.grow(items.size() * sizeof(Value));
    List made;
    for (const Value& item : items)
        made.depth = std::max(made.depth, item.depth() + 1);
    if (made.depth > state.limits().valueDepth)
        state.fail("nests lists deeper than " + std::to_string(state.limits().valueDepth));
    made.items = std::move(items);
    made.tuple = tuple;
    return Value(State(std::make_shared<const List>(std::move(made))));
}

Value Value::map(RenderState& state, std::vector<std::pair<std::string, Value>> members)
{
    state.grow(members.size() * sizeof(members[0]));
    Map made;
    for (const auto& [key, value] : members)
        made.depth = std::max(made.depth, value.depth() + 1);
    if (made.depth > state.limits().valueDepth)
        state.fail("nests dictionaries deeper than " + std::to_string(state.limits().valueDepth));
    made.members = std::move(members);
    return Value(State(std::make_shared<const Map>(std::move(made))));
}

Value Value::method(Value self, std::string name)
{
    return Value(State(std::make_shared<const Method>(Method{std::move(self), std::move(name)})));
}

std::int64_t Value::whole() const
{
    if (const bool* is = asFlag())
        return *is ? 1 : 0;
    const std::int64_t* held = asInteger();
    return held ? *held : 0;
}

double Value::number() const
{
    const double* held = asReal();
    return held ? *held : static_cast<double>(whole());
}

bool Value::truth() const
{
    if (isUndefined() || isNone())
        return false;
    if (isNumber())
        return number() != 0;
    if (const std::string* held = asText())
        return !held->empty();
    if (const List* held = asList())
        return !held->items.empty();
    if (const Map* held = asMap())
        return !held->members.empty();
    return true;
}

std::string Value::typeName() const
{
    if (isUndefined())
        return "nothing (undefined)";
    if (isNone())
        return "none";
    if (asFlag() != nullptr)
        return "true or false";
    if (isNumber())
        return "a number";
    if (asText() != nullptr)
        return "a text";
    if (asList() != nullptr)
        return "a list";
    if (asMap() != nullptr)
        return "a dictionary";
    if (asNamespace() != nullptr)
        return "a namespace";
    return asLoop() != nullptr ? "the loop" : "a function";
}

int Value::depth() const
{
    if (const List* held = asList())
        return held->depth;
    if (const Map* held = asMap())
        return held->depth;
    const Method* held = asMethod();
    return held ? held->self.depth() + 1 : 0;
}

const Value* Members::find(std::string_view name) const
{
    for (const auto& [held, value] : members)
        if (held == name)
            return &value;
    return nullptr;
}

void Members::set(const std::string& name, Value value)
{
    for (auto& [held, old] : members) {
        if (held == name) {
            old = std::move(value);
            return;
        }
    }
    members.emplace_back(name, std::move(value));
}

bool equal(const Value& a, const Value& b, RenderState& state)
{
    state.step();
    if (a.isNumber() && b.isNumber())
        return a.isWhole() && b.isWhole() ? a.whole() == b.whole() : a.number() == b.number();
    if (a.asText() && b.asText())
        return *a.asText() == *b.asText();
    if (a.asList() && b.asList()) {
        const List& left = *a.asList();
        const List& right = *b.asList();
        return left.tuple == right.tuple
            && std::equal(left.items.begin(), left.items.end(), right.items.begin(), right.items.end(),
                          [&](const Value& x, const Value& y) { return equal(x, y, state); });
    }
    if (a.asMap() && b.asMap()) {
        const Map& left = *a.asMap();
        const Map& right = *b.asMap();
        return left.members.size() == right.members.size()
            && std::all_of(left.members.begin(), left.members.end(), [&](const auto& member) {
                   const Value* other = right.find(member.first);
                   return other != nullptr && equal(member.second, *other, state);
               });
    }
    if (a.asNamespace() || b.asNamespace())
        return a.asNamespace() == b.asNamespace();
    if (a.asMacro() || b.asMacro())
        return a.asMacro() == b.asMacro();
    return (a.isNone() && b.isNone()) || (a.isUndefined() && b.isUndefined());
}

int compare(const Value& a, const Value& b, RenderState& state)
{
    const auto order = [](const auto& x, const auto& y) { return x < y ? -1 : (y < x ? 1 : 0); };
    if (a.isNumber() && b.isNumber())
        return a.isWhole() && b.isWhole() ? order(a.whole(), b.whole()) : order(a.number(), b.number());
    if (a.asText() && b.asText())
        return order(*a.asText(), *b.asText());
    state.fail("cannot order " + a.typeName() + " and " + b.typeName());
}

bool contains(const Value& whole, const Value& item, RenderState& state)
{
    if (const std::string* text = whole.asText()) {
        if (item.asText() == nullptr)
            state.fail("\"in\" expects a text before a text, found " + item.typeName());
        return text->find(*item.asText()) != std::string::npos;
    }
    if (const Map* map = whole.asMap())
        return item.asText() != nullptr && map->find(*item.asText()) != nullptr;
    if (const List* list = whole.asList())
        return std::any_of(list->items.begin(), list->items.end(),
                           [&](const Value& each) { return equal(each, item, state); });
    if (whole.isUndefined())
        return false;
    state.fail("\"in\" expects a text, a list or a dictionary, found " + whole.typeName());
}

bool holds(std::string_view sign, const Value& a, const Value& b, RenderState& state)
{
    if (sign == "in" || sign == "not in")
        return contains(b, a, state) == (sign == "in");
    if (sign == "==" || sign == "!=")
        return equal(a, b, state) == (sign == "==");
    const int order = compare(a, b, state);
    return sign == "<" ? order < 0 : sign == ">" ? order > 0 : sign == "<=" ? order <= 0 : order >= 0;
}

std::vector<Value> itemsOf(const Value& value, RenderState& state)
{
    if (value.isUndefined())
        return {};
    if (const List* list = value.asList()) {
        state.grow(list->items.size() * sizeof(Value));
        return list->items;
    }
    std::vector<Value> items;
    if (const Map* map = value.asMap()) {
        state.grow(map->members.size() * sizeof(Value));
        for (const auto& [key, each] : map->members)
            items.push_back(Value::text(key));
        return items;
    }
    const std::string* text = value.asText();
    if (text == nullptr)
        state.fail("expected a list, a dictionary or a text to go through, found " + value.typeName());
    state.grow(text->size() * (sizeof(Value) + sizeof(std::string)));
    for (const char32_t c : decodeUtf8(*text)) {
        std::string one;
        appendUtf8(one, c);
        items.push_back(Value::text(std::move(one)));
    }
    return items;
}

std::size_t lengthOf(const Value& value, RenderState& state)
{
    if (value.isUndefined())
        return 0;
    if (const std::string* text = value.asText())
        return static_cast<std::size_t>(codePointCount(*text));
    if (const List* list = value.asList())
        return list->items.size();
    if (const Map* map = value.asMap())
        return map->members.size();
    state.fail("expected a text, a list or a dictionary with a length, found " + value.typeName());
}

} // namespace headlight::chat
