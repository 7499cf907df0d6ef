#include "core/base/text_list.h"
#include "core/text/chat/invocation.h"

#include <algorithm>
#include <array>

namespace headlight::chat {
namespace {

/// "function.name": an attribute of an attribute.
Value attributePath(const Value& object, const std::string& path, RenderState& state)
{
    Value value = object;
    for (const std::string_view name : split(path, '.'))
        value = itemOf(value, Value::text(std::string(name)), state);
    return value;
}

Invocation inner(const Invocation& call, const Value& subject, const std::string& what,
                 std::size_t firstArgument)
{
    Invocation made{call.state, what, subject, {}, {}};
    for (std::size_t i = firstArgument; i < call.given.size(); ++i)
        made.given.push_back(call.given[i]);
    return made;
}

/// select, reject, selectattr and rejectattr.
Value choose(Invocation& call, bool wanted, bool byAttribute)
{
    if (!call.named.empty())
        call.state.fail(call.what + ": named arguments are not supported");
    const std::size_t testAt = byAttribute ? 1 : 0;
    const std::string attribute = byAttribute ? call.text(0, {}) : std::string();
    const std::string test = call.text(testAt, {});
    std::vector<Value> kept;
    for (const Value& item : itemsOf(call.subject, call.state)) {
        call.state.step();
        const Value value = byAttribute ? attributePath(item, attribute, call.state) : item;
        bool fits = value.truth();
        if (!test.empty()) {
            Invocation asked = inner(call, value, "the test \"" + test + "\"", testAt + 1);
            fits = applyTest(test, asked);
        }
        if (fits == wanted)
            kept.push_back(item);
    }
    return Value::list(call.state, std::move(kept));
}

Value mapped(Invocation& call)
{
    std::string attribute;
    Value otherwise;
    for (const auto& [name, value] : call.named) {
        if (name == "attribute" && value.asText())
            attribute = *value.asText();
        else if (name == "default")
            otherwise = value;
        else
            call.state.fail(call.what + ": the argument \"" + name + "\" is not supported");
    }
    const std::string filter = attribute.empty() ? call.text(0, {}) : std::string();
    std::vector<Value> all;
    for (const Value& item : itemsOf(call.subject, call.state)) {
        call.state.step();
        if (attribute.empty()) {
            Invocation asked = inner(call, item, "the filter \"" + filter + "\"", 1);
            all.push_back(applyFilter(filter, asked));
        } else {
            const Value found = attributePath(item, attribute, call.state);
            all.push_back(found.isUndefined() ? otherwise : found);
        }
    }
    return Value::list(call.state, std::move(all));
}

Value joinedItems(Invocation& call)
{
    call.accept({"d", "attribute"});
    const std::string between = call.has(0) ? toText(call.at(0), call.state) : std::string();
    const std::string attribute = call.text(1, {});
    std::string out;
    bool first = true;
    for (const Value& item : itemsOf(call.subject, call.state)) {
        const Value value = attribute.empty() ? item : attributePath(item, attribute, call.state);
        const std::string text = toText(value, call.state);
        call.state.grow(text.size() + between.size());
        out += (first ? std::string() : between) + text;
        first = false;
    }
    return Value::text(std::move(out));
}

Value endOf(Invocation& call, bool front)
{
    call.accept({});
    const std::vector<Value> items = itemsOf(call.subject, call.state);
    return items.empty() ? Value() : (front ? items.front() : items.back());
}

Value reversed(Invocation& call)
{
    call.accept({});
    const bool text = call.subject.asText() != nullptr;
    std::vector<Value> items = itemsOf(call.subject, call.state);
    std::reverse(items.begin(), items.end());
    const Value list = Value::list(call.state, std::move(items));
    if (!text)
        return list;
    std::string out;
    for (const Value& item : list.asList()->items)
        out += *item.asText();
    return Value::text(std::move(out));
}

/// Ignores case unless asked otherwise, like Jinja's.
Value sorted(Invocation& call)
{
    call.accept({"reverse", "case_sensitive", "attribute"});
    const bool down = call.flag(0, false);
    const std::string attribute = call.text(2, {});
    std::vector<std::pair<Value, Value>> keyed;
    for (const Value& item : itemsOf(call.subject, call.state)) {
        Value key = attribute.empty() ? item : attributePath(item, attribute, call.state);
        if (key.asText() && !call.flag(1, false))
            key = Value::text(lowerCase(*key.asText()));
        keyed.emplace_back(std::move(key), item);
    }
    for (const auto& [key, item] : keyed) // report errors before sorting, which must not be interrupted
        compare(keyed.front().first, key, call.state);
    std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
        const int order = compare(a.first, b.first, call.state);
        return down ? order > 0 : order < 0;
    });
    std::vector<Value> items;
    items.reserve(keyed.size());
    for (auto& [key, item] : keyed)
        items.push_back(std::move(item));
    return Value::list(call.state, std::move(items));
}

Value uniqueItems(Invocation& call)
{
    call.accept({"case_sensitive"});
    std::vector<Value> kept;
    for (const Value& item : itemsOf(call.subject, call.state)) {
        const auto same = [&](const Value& other) {
            if (item.asText() && other.asText() && !call.flag(0, false))
                return lowerCase(*item.asText()) == lowerCase(*other.asText());
            return equal(item, other, call.state);
        };
        call.state.step();
        if (std::none_of(kept.begin(), kept.end(), same))
            kept.push_back(item);
    }
    return Value::list(call.state, std::move(kept));
}

Value extreme(Invocation& call, int wanted)
{
    call.accept({});
    Value best;
    for (const Value& item : itemsOf(call.subject, call.state))
        if (best.isUndefined() || compare(item, best, call.state) == wanted)
            best = item;
    return best;
}

Value defaulted(Invocation& call)
{
    call.accept({"default_value", "boolean"});
    const bool missing = call.subject.isUndefined() || (call.flag(1, false) && !call.subject.truth());
    return missing ? (call.has(0) ? call.at(0) : Value::text({})) : call.subject;
}

/// A dictionary's keys and values as pairs.
Value pairsOf(Invocation& call)
{
    if (call.subject.asMap())
        return callMethod("items", call);
    if (!call.subject.isUndefined())
        call.wrong("a dictionary", call.subject);
    return Value::list(call.state, {});
}

Value counted(Invocation& call)
{
    call.accept({});
    return Value::integer(static_cast<std::int64_t>(lengthOf(call.subject, call.state)));
}

Value listed(Invocation& call)
{
    call.accept({});
    return Value::list(call.state, itemsOf(call.subject, call.state));
}

constexpr auto kListFilters = std::to_array<NamedFilter>({
    {"length", counted},
    {"count", counted},
    {"join", joinedItems},
    {"default", defaulted},
    {"d", defaulted},
    {"first", [](Invocation& call) { return endOf(call, true); }},
    {"last", [](Invocation& call) { return endOf(call, false); }},
    {"select", [](Invocation& call) { return choose(call, true, false); }},
    {"reject", [](Invocation& call) { return choose(call, false, false); }},
    {"selectattr", [](Invocation& call) { return choose(call, true, true); }},
    {"rejectattr", [](Invocation& call) { return choose(call, false, true); }},
    {"map", mapped},
    {"list", listed},
    {"items", pairsOf},
    {"reverse", reversed},
    {"sort", sorted},
    {"unique", uniqueItems},
    {"min", [](Invocation& call) { return extreme(call, -1); }},
    {"max", [](Invocation& call) { return extreme(call, 1); }},
});

} // namespace

Value applyFilter(const std::string& name, Invocation& call)
{
    call.state.step();
    for (const std::span<const NamedFilter> filters :
         {textFilters(), std::span<const NamedFilter>(kListFilters)})
        for (const NamedFilter& each : filters)
            if (each.name == name)
                return each.apply(call);
    call.unsupported();
}

} // namespace headlight::chat
