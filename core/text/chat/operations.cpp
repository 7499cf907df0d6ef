// Operators, subscripts and attributes.

#include "core/base/text_list.h"
#include "core/text/chat/invocation.h"
#include "core/text/chat/renderer.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight::chat {
namespace {

[[noreturn]] void cannotCalculate(const std::string& sign, const Value& a, const Value& b, RenderState& state)
{
    state.fail("cannot calculate " + a.typeName() + " " + sign + " " + b.typeName());
}

Value finite(double number, RenderState& state)
{
    if (!std::isfinite(number))
        state.fail("a number is too large");
    return Value::real(number);
}

Value wholeResult(const std::string& sign, std::int64_t a, std::int64_t b, RenderState& state)
{
    std::int64_t result = 0;
    bool tooLarge = false;
    if (sign == "+")
        tooLarge = __builtin_add_overflow(a, b, &result);
    else if (sign == "-")
        tooLarge = __builtin_sub_overflow(a, b, &result);
    else if (sign == "*")
        tooLarge = __builtin_mul_overflow(a, b, &result);
    else if (b == 0)
        state.fail("divides by zero");
    else if (b == -1) // the smallest number has no negative
        tooLarge = sign == "//" && __builtin_sub_overflow(std::int64_t{0}, a, &result);
    else {
        const bool other = a % b != 0 && (a < 0) != (b < 0); // Python rounds down
        result = sign == "//" ? a / b - (other ? 1 : 0) : a % b + (other ? b : 0);
    }
    if (tooLarge)
        state.fail("a number is too large");
    return Value::integer(result);
}

Value powerOf(const Value& a, const Value& b, RenderState& state)
{
    if (!a.isWhole() || !b.isWhole() || b.whole() < 0)
        return finite(std::pow(a.number(), b.number()), state);
    Value result = Value::integer(1);
    const std::int64_t base = a.whole();
    if (base >= -1 && base <= 1)
        return Value::integer(b.whole() == 0 || base == 1 ? 1
                                                          : (base == 0 ? 0 : (b.whole() % 2 == 0 ? 1 : -1)));
    for (std::int64_t i = 0; i < b.whole(); ++i) // ends soon: too large after 63 steps
        result = wholeResult("*", result.whole(), base, state);
    return result;
}

Value numberResult(const std::string& sign, const Value& a, const Value& b, RenderState& state)
{
    if (sign == "**")
        return powerOf(a, b, state);
    if (a.isWhole() && b.isWhole() && sign != "/")
        return wholeResult(sign, a.whole(), b.whole(), state);
    const double x = a.number(), y = b.number();
    if (sign == "+")
        return Value::real(x + y);
    if (sign == "-")
        return Value::real(x - y);
    if (sign == "*")
        return Value::real(x * y);
    if (y == 0)
        state.fail("divides by zero");
    if (sign == "/")
        return Value::real(x / y);
    const double whole = std::floor(x / y);
    return finite(sign == "//" ? whole : x - whole * y, state);
}

Value repeated(const Value& what, std::int64_t times, RenderState& state)
{
    const auto count = static_cast<std::size_t>(std::max<std::int64_t>(times, 0));
    const std::size_t size
        = what.asText() ? what.asText()->size() : what.asList()->items.size() * sizeof(Value);
    if (size > 0 && count > state.limits().workBytes / size)
        state.grow(state.limits().workBytes + 1);
    if (const std::string* text = what.asText()) {
        state.grow(size * count);
        std::string out;
        out.reserve(size * count);
        for (std::size_t i = 0; i < count && size > 0; ++i)
            out += *text;
        return what.isMarkup() ? Value::markup(std::move(out)) : Value::text(std::move(out));
    }
    std::vector<Value> items;
    for (std::size_t i = 0; i < count && size > 0; ++i)
        items.insert(items.end(), what.asList()->items.begin(), what.asList()->items.end());
    return Value::list(state, std::move(items), what.asList()->kind);
}

Value joinedTexts(const std::string& a, const std::string& b, RenderState& state)
{
    state.grow(a.size() + b.size());
    return Value::text(a + b);
}

/// The character at this place, counted from the end if negative. Reads only what is before or after it.
Value characterAt(const std::string& text, std::int64_t index, RenderState& state)
{
    const auto starts
        = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U; };
    std::size_t at = index < 0 ? text.size() : 0;
    for (; index < 0 && at > 0; index += starts(at) ? 1 : 0)
        --at;
    const std::size_t behind = text.size() - at;
    if (index < 0)
        return {};
    at = behindCharacters(text, index, at);
    state.walk(std::min(at, behind) + 1);
    return at < text.size() ? Value::text(text.substr(at, readUtf8(text, at).length)) : Value();
}

/// The first and the last place of a slice, as in Python.
std::pair<std::int64_t, std::int64_t> sliceBounds(std::size_t size, const Value& start, const Value& stop,
                                                  std::int64_t step, RenderState& state)
{
    const auto length = static_cast<std::int64_t>(size);
    const auto bound = [&](const Value& given, std::int64_t otherwise) {
        if (given.isUndefined() || given.isNone())
            return otherwise;
        if (!given.isWhole())
            state.fail("a slice: found " + given.typeName() + ", expected a whole number");
        const std::int64_t low = step < 0 ? -1 : 0;
        const std::int64_t high = step < 0 ? length - 1 : length;
        const std::int64_t at = given.whole();
        return std::clamp(at < 0 ? std::max(at, -length - 1) + length : at, low, high);
    };
    return {bound(start, step < 0 ? length - 1 : 0), bound(stop, step < 0 ? -1 : length)};
}

/// The indices of a slice, as in Python.
std::vector<std::size_t> sliceIndices(std::size_t size, const Value& start, const Value& stop,
                                      std::int64_t step, RenderState& state)
{
    const auto [begin, end] = sliceBounds(size, start, stop, step, state);
    state.grow(size * sizeof(std::size_t));
    std::vector<std::size_t> indices;
    for (std::int64_t at = begin; step < 0 ? at > end : at < end;) {
        indices.push_back(static_cast<std::size_t>(at));
        if (__builtin_add_overflow(at, step, &at))
            break;
    }
    return indices;
}

Value number(std::size_t number)
{
    return Value::integer(static_cast<std::int64_t>(number));
}

struct LoopAttribute
{
    std::string_view name;
    Value (*of)(const Loop& loop);
};

constexpr auto kLoopAttributes = std::to_array<LoopAttribute>({
    {"index", [](const Loop& loop) { return number(loop.index + 1); }},
    {"index0", [](const Loop& loop) { return number(loop.index); }},
    {"revindex", [](const Loop& loop) { return number(loop.run->items.size() - loop.index); }},
    {"revindex0", [](const Loop& loop) { return number(loop.run->items.size() - loop.index - 1); }},
    {"first", [](const Loop& loop) { return Value::flag(loop.index == 0); }},
    {"last", [](const Loop& loop) { return Value::flag(loop.index + 1 == loop.run->items.size()); }},
    {"length", [](const Loop& loop) { return number(loop.run->items.size()); }},
    {"depth", [](const Loop& loop) { return Value::integer(loop.run->depth); }},
    {"depth0", [](const Loop& loop) { return Value::integer(loop.run->depth - 1); }},
    {"previtem", [](const Loop& loop) { return loop.index > 0 ? loop.run->items[loop.index - 1] : Value(); }},
    {"nextitem",
     [](const Loop& loop) {
         return loop.index + 1 < loop.run->items.size() ? loop.run->items[loop.index + 1] : Value();
     }},
});

Value loopAttribute(const Loop& loop, const std::string& name, RenderState& state)
{
    for (const LoopAttribute& each : kLoopAttributes)
        if (each.name == name)
            return each.of(loop);
    state.fail("\"loop." + name + "\" is not supported");
}

} // namespace

Value calculate(const std::string& sign, const Value& a, const Value& b, RenderState& state)
{
    if (sign == "~")
        return joinedTexts(toText(a, state), toText(b, state), state);
    if (a.isNumber() && b.isNumber())
        return numberResult(sign, a, b, state);
    if (sign == "+" && a.asText() && b.asText())
        return a.isMarkup() || b.isMarkup()
            ? Value::markup(*joinedTexts(markupOf(a), markupOf(b), state).asText())
            : joinedTexts(*a.asText(), *b.asText(), state);
    if (sign == "+" && a.asList() && b.asList()) {
        std::vector<Value> items = itemsOf(a, state);
        items.insert(items.end(), b.asList()->items.begin(), b.asList()->items.end());
        return Value::list(state, std::move(items), a.asList()->kind);
    }
    if (sign == "*" && (a.asText() || a.asList()) && b.isWhole())
        return repeated(a, b.whole(), state);
    if (sign == "*" && (b.asText() || b.asList()) && a.isWhole())
        return repeated(b, a.whole(), state);
    if (sign == "%" && a.asText())
        return formattedText(a, b, state);
    cannotCalculate(sign, a, b, state);
}

Value sliceOf(const Value& whole, const Value& start, const Value& stop, const Value& step,
              RenderState& state)
{
    if (!step.isUndefined() && !step.isNone() && (!step.isWhole() || step.whole() == 0))
        state.fail("a slice: found " + toSource(step, state) + ", expected a step other than 0");
    const std::int64_t by = step.isWhole() ? step.whole() : 1;
    if (const std::string* text = whole.asText()) {
        std::string out;
        if (by == 1) {
            state.walk(text->size());
            const auto [first, last]
                = sliceBounds(static_cast<std::size_t>(codePointCount(*text)), start, stop, by, state);
            const std::size_t begin = behindCharacters(*text, first);
            out = text->substr(begin, behindCharacters(*text, last - first, begin) - begin);
        } else {
            state.grow(text->size() * sizeof(char32_t));
            const std::u32string all = decodeUtf8(*text);
            for (const std::size_t at : sliceIndices(all.size(), start, stop, by, state))
                appendUtf8(out, all[at]);
        }
        state.grow(out.size());
        return whole.isMarkup() ? Value::markup(std::move(out)) : Value::text(std::move(out));
    }
    const List* list = whole.asList();
    if (list == nullptr || list->kind == ListKind::kOnce)
        state.fail("a slice: found " + whole.typeName() + ", expected a text or a list");
    return Value::list(state,
                       listFrom(sliceIndices(list->items.size(), start, stop, by, state),
                                [&](std::size_t at) { return list->items[at]; }),
                       list->kind);
}

Value attributeOf(const Value& object, const std::string& name, RenderState& state)
{
    if (const Loop* loop = object.asLoop())
        return loopAttribute(*loop, name, state);
    if (const Namespace* space = object.asNamespace()) {
        const Value* found = space->find(name);
        return found ? *found : Value();
    }
    if (hasMethod(object, name))
        return Value::method(object, name);
    if (const Cycler* cycler = object.asCycler(); cycler && name == "current")
        return cycler->items[cycler->at];
    if (const Macro* macro = object.asMacro(); macro && name == "name")
        return Value::text(macro->statement->text);
    if (const List* list = object.asList(); list && list->kind == ListKind::kGroup)
        return name == "grouper" ? list->items[0] : name == "list" ? list->items[1] : Value();
    if (const Map* map = object.asMap())
        if (const Value* found = map->find(name))
            return *found;
    return {};
}

Value itemOf(const Value& object, const Value& key, RenderState& state)
{
    const std::string* name = key.asText();
    state.read(name ? 4 * name->size() : 1);
    if (const Map* map = object.asMap())
        if (const Value* found = map->find(key))
            return *found;
    if (name != nullptr)
        return attributeOf(object, *name, state);
    if (!key.isWhole())
        return {};
    if (const std::string* text = object.asText()) {
        const Value one = characterAt(*text, key.whole(), state);
        return object.isMarkup() && one.asText() ? Value::markup(*one.asText()) : one;
    }
    const List* list = object.asList();
    if (list == nullptr || list->kind == ListKind::kOnce)
        return {};
    const auto size = static_cast<std::int64_t>(list->items.size());
    const std::int64_t at = key.whole() < 0 ? std::max(key.whole(), -size - 1) + size : key.whole();
    return at >= 0 && at < size ? list->items[static_cast<std::size_t>(at)] : Value();
}

} // namespace headlight::chat
