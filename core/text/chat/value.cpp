#include "core/text/chat/value.h"

#include "core/base/text_list.h"
#include "core/text/unicode.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace headlight::chat {

Value Value::list(RenderState& state, std::vector<Value> items, ListKind kind)
{
    state.grow(items.size() * sizeof(Value));
    List made;
    for (const Value& item : items)
        made.depth = std::max(made.depth, item.depth() + 1);
    if (made.depth > state.limits().valueDepth)
        state.fail(concat("nests lists deeper than ", state.limits().valueDepth));
    made.items = std::move(items);
    made.kind = kind;
    return Value(State(std::make_shared<const List>(std::move(made))));
}

Value Value::map(RenderState& state, Map members)
{
    state.grow(members.size() * sizeof(Members::Member));
    for (const auto& [key, value] : members.all())
        members.depth = std::max(members.depth, value.depth() + 1);
    if (members.depth > state.limits().valueDepth)
        state.fail(concat("nests dictionaries deeper than ", state.limits().valueDepth));
    return Value(State(std::make_shared<const Map>(std::move(members))));
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
        return held->kind == ListKind::kOnce || !held->items.empty();
    if (const Map* held = asMap())
        return held->size() > 0;
    return true;
}

std::string Value::typeName() const
{
    static constexpr auto kNames = std::to_array<const char*>(
        {"nothing (undefined)", "none", "true or false", "a number", "a number", "a text", "a text", "a list",
         "a dictionary", "a namespace", "a cycler", "a function", "a function", "the loop", "a function"});
    static_assert(kNames.size() == std::variant_size_v<State>);
    return kNames.at(m_state.index());
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

namespace {

const std::string kZero(1, '\0');

/// A text of its own for each key. Only what is no text, and texts that begin so, begin with a zero byte.
std::string spelledKey(const Value& key)
{
    if (key.isWhole())
        return concat(kZero, "i", key.whole());
    if (const double* real = key.asReal())
        return *real == std::floor(*real) && std::abs(*real) < 9e18
            ? concat(kZero, "i", static_cast<std::int64_t>(*real))
            : concat(kZero, "r", std::bit_cast<std::uint64_t>(*real));
    if (const std::string* text = key.asText())
        return text->starts_with('\0') ? kZero + "t" + *text : *text;
    const List* list = key.asList();
    if (list == nullptr)
        return kZero + "n";
    return concat(kZero, "(", joined(list->items, "", [](const Value& item) {
                      const std::string one = spelledKey(item);
                      return concat(one.size(), ":", one);
                  }));
}

std::size_t keySize(const Value& key)
{
    return key.asText() ? 4 * key.asText()->size() : sizeof(Value);
}

/// As Python: the shortest that reads back, with an exponent from 1e16 and below 1e-04.
std::string realSource(double number)
{
    if (std::isnan(number))
        return "nan";
    const bool plain = number == 0 || (std::abs(number) >= 1e-4 && std::abs(number) < 1e16);
    std::array<char, 32> digits{};
    const auto done = std::to_chars(digits.data(), digits.data() + digits.size(), number,
                                    plain ? std::chars_format::fixed : std::chars_format::scientific);
    const std::string out(digits.data(), done.ptr);
    return plain && out.find('.') == std::string::npos ? out + ".0" : out;
}

/// What Python's isprintable() says, except for the blank.
bool isPrintable(char32_t c)
{
    return (U_GET_GC_MASK(static_cast<UChar32>(c)) & (U_GC_C_MASK | U_GC_Z_MASK)) == 0;
}

/// In single quotation marks, unless the text contains single but no double ones.
std::string quotedText(const std::string& text)
{
    const bool both = text.find('\'') != std::string::npos && text.find('"') == std::string::npos;
    const char mark = both ? '"' : '\'';
    std::string out(1, mark);
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = readUtf8(text, at);
        const std::string_view own = std::string_view(text).substr(at, step.length);
        at += step.length;
        if (own[0] == '\\' || own[0] == mark)
            out += '\\';
        if (step.c == U'\n')
            out += "\\n";
        else if (step.c == U'\t')
            out += "\\t";
        else if (step.c == U'\r')
            out += "\\r";
        else if (step.c == U' ' || isPrintable(step.c))
            out += own;
        else
            out += headlight::formatted(step.c < 0x100         ? "\\x%02x"
                                            : step.c < 0x10000 ? "\\u%04x"
                                                               : "\\U%08x",
                                        static_cast<unsigned>(step.c));
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
    const std::string_view view = list.kind == ListKind::kKeys ? "keys"
        : list.kind == ListKind::kValues                       ? "values"
        : list.kind == ListKind::kItems                        ? "items"
                                                               : "";
    if (!view.empty())
        return concat("dict_", view, "([", out, "])");
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

bool Members::canBeKey(const Value& value)
{
    if (const List* list = value.asList())
        return list->isTuple() && std::ranges::all_of(list->items, canBeKey);
    return value.isNumber() || value.isNone() || value.asText() != nullptr;
}

std::size_t Members::placeOf(const Value& key) const
{
    if (!canBeKey(key))
        return size();
    const std::string spelled = spelledKey(key);
    if (m_places.empty())
        return static_cast<std::size_t>(
            std::ranges::find_if(m_members,
                                 [&](const Member& member) { return spelledKey(member.first) == spelled; })
            - m_members.begin());
    const auto found = m_places.find(spelled);
    return found == m_places.end() ? size() : found->second;
}

const Value* Members::find(const Value& key) const
{
    const std::size_t place = placeOf(key);
    return place < size() ? &m_members[place].second : nullptr;
}

const Value* Members::find(std::string_view name) const
{
    if (!m_places.empty() || name.starts_with('\0'))
        return find(Value::text(std::string(name)));
    for (const auto& [key, value] : m_members) // the usual case: few, and found without a copy of the name
        if (const std::string* held = key.asText(); held != nullptr && *held == name)
            return &value;
    return nullptr;
}

void Members::set(const Value& key, Value value)
{
    if (const std::size_t place = placeOf(key); place < size()) {
        m_members[place].second = std::move(value);
        return;
    }
    m_members.emplace_back(key, std::move(value));
    if (m_members.size() <= kFew)
        return;
    for (std::size_t i = m_places.empty() ? 0 : m_members.size() - 1; i < m_members.size(); ++i)
        m_places.emplace(spelledKey(m_members[i].first), i);
}

void Members::set(const std::string& name, Value value)
{
    set(Value::text(name), std::move(value));
}

/// Equality of what has no parts to compare.
static bool sameObject(const Value& a, const Value& b)
{
    if (a.asFunction() && b.asFunction())
        return *a.asFunction() == *b.asFunction();
    if (a.asNamespace() || a.asMacro() || a.asCycler())
        return a.asNamespace() == b.asNamespace() && a.asMacro() == b.asMacro()
            && a.asCycler() == b.asCycler();
    return (a.isNone() && b.isNone()) || (a.isUndefined() && b.isUndefined());
}

bool equal(const Value& a, const Value& b, RenderState& state)
{
    state.step();
    if (a.isNumber() && b.isNumber())
        return a.isWhole() && b.isWhole() ? a.whole() == b.whole() : a.number() == b.number();
    if (a.asText() && b.asText()) {
        if (a.asText()->size() == b.asText()->size())
            state.read(a.asText()->size());
        return *a.asText() == *b.asText();
    }
    if (a.asList() && b.asList()) {
        const List& left = *a.asList();
        const List& right = *b.asList();
        return left.isTuple() == right.isTuple()
            && std::equal(left.items.begin(), left.items.end(), right.items.begin(), right.items.end(),
                          [&](const Value& x, const Value& y) { return equal(x, y, state); });
    }
    if (a.asMap() && b.asMap()) {
        const Map& left = *a.asMap();
        const Map& right = *b.asMap();
        return left.size() == right.size() && std::ranges::all_of(left.all(), [&](const auto& member) {
                   state.read(keySize(member.first));
                   const Value* other = right.find(member.first);
                   return other != nullptr && equal(member.second, *other, state);
               });
    }
    return sameObject(a, b);
}

int compare(const Value& a, const Value& b, RenderState& state)
{
    state.step();
    const auto order = [](const auto& x, const auto& y) { return x < y ? -1 : (y < x ? 1 : 0); };
    if (a.isNumber() && b.isNumber())
        return a.isWhole() && b.isWhole() ? order(a.whole(), b.whole()) : order(a.number(), b.number());
    if (a.asText() && b.asText()) {
        state.read(std::min(a.asText()->size(), b.asText()->size()));
        return order(*a.asText(), *b.asText());
    }
    const List* left = a.asList();
    const List* right = b.asList();
    if (left && right && left->isTuple() == right->isTuple()) {
        for (std::size_t i = 0; i < std::min(left->items.size(), right->items.size()); ++i)
            if (!equal(left->items[i], right->items[i], state))
                return compare(left->items[i], right->items[i], state);
        return order(left->items.size(), right->items.size());
    }
    state.fail("cannot order " + a.typeName() + " and " + b.typeName());
}

bool contains(const Value& whole, const Value& item, RenderState& state)
{
    if (const std::string* text = whole.asText()) {
        if (item.asText() == nullptr)
            state.fail("\"in\" expects a text before a text, found " + item.typeName());
        return findText(*text, *item.asText(), 0, state) != std::string::npos;
    }
    if (const Map* map = whole.asMap()) {
        state.read(keySize(item));
        return map->find(item) != nullptr;
    }
    if (const List* list = whole.asList())
        return std::ranges::any_of(list->items, [&](const Value& each) { return equal(each, item, state); });
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
    if (a.isNumber() && b.isNumber() && std::isunordered(a.number(), b.number()))
        return false;
    const int order = compare(a, b, state);
    return sign == "<" ? order < 0 : sign == ">" ? order > 0 : sign == "<=" ? order <= 0 : order >= 0;
}

std::vector<Value> itemsOf(const Value& value, RenderState& state)
{
    if (value.isUndefined())
        return {};
    if (const List* list = value.asList()) {
        if (list->kind == ListKind::kOnce && std::exchange(list->used, true))
            return {};
        state.grow(list->items.size() * sizeof(Value));
        return list->items;
    }
    std::vector<Value> items;
    if (const Map* map = value.asMap()) {
        state.grow(map->size() * sizeof(Value));
        for (const auto& [key, each] : map->all())
            items.push_back(key);
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

std::size_t findText(std::string_view text, std::string_view what, std::size_t from, RenderState& state)
{
    if (what.empty() || from > text.size())
        return from > text.size() ? std::string_view::npos : from;
    // The standard library's search may compare the whole of `what` at every place.
    std::size_t at = text.find(what[0], from);
    for (; at != std::string_view::npos; at = text.find(what[0], at + 1)) {
        const std::string_view rest = text.substr(at, what.size());
        const auto differ = std::mismatch(rest.begin(), rest.end(), what.begin(), what.end());
        state.read(at - from + static_cast<std::size_t>(differ.second - what.begin()));
        from = at;
        if (differ.second == what.end())
            return at;
        if (rest.size() < what.size())
            return std::string_view::npos;
    }
    state.read(text.size() - from);
    return std::string_view::npos;
}

std::size_t lengthOf(const Value& value, RenderState& state)
{
    if (value.isUndefined())
        return 0;
    if (const std::string* text = value.asText()) {
        state.walk(text->size());
        return static_cast<std::size_t>(codePointCount(*text));
    }
    if (const List* list = value.asList())
        return list->items.size();
    if (const Map* map = value.asMap())
        return map->size();
    state.fail("expected a text, a list or a dictionary with a length, found " + value.typeName());
}

// Values as text, in Python's notation.

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
        out = realSource(*real);
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
