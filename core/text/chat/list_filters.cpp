#include "core/base/text_list.h"
#include "core/text/chat/invocation.h"

#include <algorithm>
#include <array>

namespace headlight::chat {
namespace {

/// Reads an attribute of items: "function.name" or 0. None reads the item itself.
class Getter
{
public:
    explicit Getter(const Value& attribute, RenderState& state)
        : m_state(state)
    {
        if (attribute.isUndefined() || attribute.isNone())
            return;
        if (const std::string* text = attribute.asText()) {
            for (const std::string_view name : split(*text, '.')) {
                const bool number = !name.empty() && name.size() < 10
                    && name.find_first_not_of("0123456789") == std::string_view::npos;
                m_path.push_back(number ? Value::integer(std::stoll(std::string(name)))
                                        : Value::text(std::string(name)));
            }
        } else {
            m_path.push_back(attribute);
        }
    }
    Value operator()(const Value& item, const Value& otherwise = {}) const
    {
        Value value = item;
        for (const Value& part : m_path) {
            m_state.step();
            value = itemOf(value, part, m_state);
            if (value.isUndefined())
                value = otherwise;
        }
        return value;
    }

private:
    RenderState& m_state;
    std::vector<Value> m_path;
};

Value argument(const Invocation& call, std::size_t at)
{
    return at < call.given.size() ? call.given[at] : Value();
}

/// The items of a filter's subject; none for nothing, like in Jinja ("if value:").
std::vector<Value> itemsIfAny(const Invocation& call)
{
    return call.subject.truth() ? itemsOf(call.subject, call.state) : std::vector<Value>();
}

Value once(Invocation& call, std::vector<Value> items)
{
    return Value::list(call.state, std::move(items), ListKind::kOnce);
}

Invocation inner(const Invocation& call, const Value& subject, const std::string& what,
                 std::size_t firstArgument)
{
    Invocation made{call.state, what, subject, {}, call.named};
    for (std::size_t i = firstArgument; i < call.given.size(); ++i)
        made.given.push_back(call.given[i]);
    return made;
}

/// select, reject, selectattr and rejectattr.
template <bool kWanted, bool kByAttribute>
Value choose(Invocation& call)
{
    const std::size_t testAt = kByAttribute ? 1 : 0;
    const Getter attribute(kByAttribute ? call.at(0) : Value(), call.state);
    const std::string test = call.text(testAt, {});
    std::vector<Value> kept;
    for (const Value& item : itemsIfAny(call)) {
        call.state.step();
        const Value value = attribute(item);
        bool fits = value.truth();
        if (!test.empty()) {
            Invocation asked = inner(call, value, "the test \"" + test + "\"", testAt + 1);
            fits = applyTest(test, asked);
        }
        if (fits == kWanted)
            kept.push_back(item);
    }
    return once(call, std::move(kept));
}

Value mapped(Invocation& call)
{
    const bool byAttribute = call.given.empty();
    Value path, otherwise;
    for (const auto& [name, value] : call.named) {
        if (byAttribute && name == "attribute")
            path = value;
        else if (byAttribute && name == "default")
            otherwise = value;
        else if (byAttribute)
            call.state.fail(call.what + ": the argument \"" + name + "\" is not supported");
    }
    const Getter attribute(path, call.state);
    const std::string filter = byAttribute ? std::string() : call.text(0, {});
    std::vector<Value> all;
    for (const Value& item : itemsIfAny(call)) {
        call.state.step();
        if (byAttribute) {
            all.push_back(attribute(item, otherwise));
        } else {
            Invocation asked = inner(call, item, "the filter \"" + filter + "\"", 1);
            all.push_back(applyFilter(filter, asked));
        }
    }
    return once(call, std::move(all));
}

Value joinedItems(Invocation& call)
{
    const std::string between = call.has(0) ? toText(call.at(0), call.state) : std::string();
    const Getter attribute(argument(call, 1), call.state);
    return Value::text(joined(itemsOf(call.subject, call.state), between, [&](const Value& item) {
        const std::string text = toText(attribute(item), call.state);
        call.state.grow(text.size() + between.size());
        return text;
    }));
}

Value endOf(Invocation& call, bool front)
{
    const List* list = call.subject.asList();
    if (list != nullptr && list->kind != ListKind::kOnce)
        return list->items.empty() ? Value() : (front ? list->items.front() : list->items.back());
    const std::vector<Value> items = itemsOf(call.subject, call.state);
    return items.empty() ? Value() : (front ? items.front() : items.back());
}

Value reversed(Invocation& call)
{
    std::vector<Value> items = itemsOf(call.subject, call.state);
    std::ranges::reverse(items);
    if (call.subject.asText() == nullptr)
        return once(call, std::move(items));
    std::string out;
    for (const Value& item : items)
        out += *item.asText();
    return call.madeText(std::move(out));
}

/// A text in small letters unless the case matters.
Value foldedKey(Value key, bool caseMatters, RenderState& state)
{
    if (!key.asText() || caseMatters)
        return key;
    state.grow(key.asText()->size());
    return Value::text(lowerCase(*key.asText()));
}

/// Items and what they are sorted by.
using Keyed = std::vector<std::pair<Value, Value>>;

void sortByKey(Keyed& keyed, bool down, RenderState& state)
{
    for (const auto& [key, item] : keyed) // report errors before sorting
        compare(keyed.front().first, key, state);
    std::ranges::stable_sort(keyed, [&](const auto& a, const auto& b) {
        const int order = compare(a.first, b.first, state);
        return down ? order > 0 : order < 0;
    });
}

Value itemsOfKeyed(Invocation& call, const Keyed& keyed)
{
    return Value::list(call.state, listFrom(keyed, [](const auto& each) { return each.second; }));
}

/// Ignores case unless asked otherwise, like Jinja's; by one attribute or several ("role,name").
Value sorted(Invocation& call)
{
    const bool caseMatters = call.flag(1, false);
    std::vector<Getter> attributes;
    const Value given = argument(call, 2);
    if (const std::string* names = given.asText())
        for (const std::string_view name : split(*names, ','))
            attributes.emplace_back(Value::text(std::string(name)), call.state);
    else
        attributes.emplace_back(given, call.state);
    Keyed keyed;
    for (const Value& item : itemsOf(call.subject, call.state)) {
        auto keys = listFrom(attributes, [&](const Getter& attribute) {
            return foldedKey(attribute(item), caseMatters, call.state);
        });
        keyed.emplace_back(keys.size() == 1 ? keys[0] : Value::list(call.state, std::move(keys)), item);
    }
    sortByKey(keyed, call.flag(0, false), call.state);
    return itemsOfKeyed(call, keyed);
}

/// The pairs of a dictionary, by key or by value.
Value sortedPairs(Invocation& call)
{
    const Map* map = call.subject.asMap();
    const std::string by = call.text(1, "key");
    if (map == nullptr)
        call.wrong("a dictionary", call.subject);
    if (by != "key" && by != "value")
        call.state.fail(call.what + ": found \"" + by.substr(0, 40) + R"(", expected "key" or "value")");
    Keyed keyed;
    for (const auto& [key, value] : map->all())
        keyed.emplace_back(foldedKey(by == "key" ? key : value, call.flag(0, false), call.state),
                           Value::list(call.state, {key, value}, ListKind::kTuple));
    sortByKey(keyed, call.flag(2, false), call.state);
    return itemsOfKeyed(call, keyed);
}

Value groupedBy(Invocation& call)
{
    const Getter attribute(call.at(0), call.state);
    const Value otherwise = argument(call, 1);
    Keyed keyed;
    for (const Value& item : itemsOf(call.subject, call.state))
        keyed.emplace_back(foldedKey(attribute(item, otherwise), call.flag(2, false), call.state), item);
    sortByKey(keyed, false, call.state);
    std::vector<Value> groups;
    for (std::size_t begin = 0; begin < keyed.size();) {
        std::vector<Value> items;
        std::size_t end = begin;
        for (; end < keyed.size() && equal(keyed[end].first, keyed[begin].first, call.state); ++end)
            items.push_back(keyed[end].second);
        const Value key = attribute(items[0], otherwise);
        groups.push_back(
            Value::list(call.state, {key, Value::list(call.state, std::move(items))}, ListKind::kGroup));
        begin = end;
    }
    return Value::list(call.state, std::move(groups));
}

Value uniqueItems(Invocation& call)
{
    const Getter attribute(argument(call, 1), call.state);
    std::vector<Value> kept;
    Members seen;
    for (const Value& item : itemsOf(call.subject, call.state)) {
        const Value key = foldedKey(attribute(item), call.flag(0, false), call.state);
        call.state.step();
        if (!Members::canBeKey(key))
            call.wrong("texts, numbers or tuples", key);
        call.state.read(key.asText() ? 4 * key.asText()->size() : 1);
        if (seen.find(key) == nullptr)
            kept.push_back(item);
        seen.set(key, Value::none());
    }
    return once(call, std::move(kept));
}

Value extreme(Invocation& call, int wanted)
{
    const Getter attribute(argument(call, 1), call.state);
    Value best, bestKey;
    for (const Value& item : itemsOf(call.subject, call.state)) {
        Value key = foldedKey(attribute(item), call.flag(0, false), call.state);
        if (best.isUndefined() || compare(key, bestKey, call.state) == wanted) {
            best = item;
            bestKey = std::move(key);
        }
    }
    return best;
}

Value summed(Invocation& call)
{
    const Getter attribute(argument(call, 0), call.state);
    Value sum = call.has(1) ? call.at(1) : Value::integer(0);
    for (const Value& item : itemsOf(call.subject, call.state))
        sum = calculate("+", sum, attribute(item), call.state);
    return sum;
}

constexpr std::int64_t kMostParts = 100'000;

std::size_t partCount(Invocation& call)
{
    const std::int64_t count = call.at(0).isUndefined() ? 0 : call.integer(0, 0);
    if (count < 1 || count > kMostParts)
        call.state.fail(concat(call.what, ": found ", count, ", expected 1 to ", kMostParts));
    return static_cast<std::size_t>(count);
}

/// The items from `begin` to `end`, filled up to a size if there is something to fill with.
Value partOf(Invocation& call, const std::vector<Value>& items, std::size_t begin, std::size_t end,
             std::size_t size)
{
    std::vector<Value> part(items.begin() + static_cast<std::ptrdiff_t>(begin),
                            items.begin() + static_cast<std::ptrdiff_t>(end));
    if (call.says(1))
        part.resize(size, call.at(1));
    return Value::list(call.state, std::move(part));
}

/// Lists of this many items; the last one is filled up.
Value batched(Invocation& call)
{
    const std::size_t size = partCount(call);
    const std::vector<Value> items = itemsOf(call.subject, call.state);
    std::vector<Value> all;
    for (std::size_t begin = 0; begin < items.size(); begin += size)
        all.push_back(partOf(call, items, begin, std::min(begin + size, items.size()), size));
    return once(call, std::move(all));
}

/// Cuts the items into that many lists. The last ones may be shorter; they are filled up.
Value sliced(Invocation& call)
{
    const std::size_t count = partCount(call);
    const std::vector<Value> items = itemsOf(call.subject, call.state);
    std::vector<Value> all;
    const std::size_t size = items.size() / count;
    for (std::size_t i = 0, begin = 0; i < count; ++i) {
        const std::size_t end = begin + size + (i < items.size() % count ? 1 : 0);
        all.push_back(partOf(call, items, begin, end, size + 1));
        begin = end;
    }
    return once(call, std::move(all));
}

/// "x" | attr("name"): an attribute, never an item.
Value attributeFilter(Invocation& call)
{
    return call.subject.asMap() && !hasMethod(call.subject, call.text(0, {}))
        ? Value()
        : attributeOf(call.subject, call.text(0, {}), call.state);
}

Value defaulted(Invocation& call)
{
    const bool missing = call.subject.isUndefined() || (call.flag(1, false) && !call.subject.truth());
    return missing ? (call.has(0) ? call.at(0) : Value::text({})) : call.subject;
}

/// A dictionary's keys and values as pairs.
Value pairsOf(Invocation& call)
{
    if (call.subject.asMap())
        return once(call, callMethod("items", call).asList()->items);
    if (!call.subject.isUndefined())
        call.wrong("a dictionary", call.subject);
    return once(call, {});
}

Value counted(Invocation& call)
{
    return Value::integer(static_cast<std::int64_t>(lengthOf(call.subject, call.state)));
}

constexpr auto kListFilters = std::to_array<NamedFilter>({
    {"length", "", counted},
    {"count", "", counted},
    {"join", "d,attribute", joinedItems},
    {"default", "default_value,boolean", defaulted},
    {"d", "default_value,boolean", defaulted},
    {"first", "", [](Invocation& call) { return endOf(call, true); }},
    {"last", "", [](Invocation& call) { return endOf(call, false); }},
    {"select", nullptr, choose<true, false>},
    {"reject", nullptr, choose<false, false>},
    {"selectattr", nullptr, choose<true, true>},
    {"rejectattr", nullptr, choose<false, true>},
    {"map", nullptr, mapped},
    {"list", "", [](Invocation& call) { return Value::list(call.state, itemsOf(call.subject, call.state)); }},
    {"items", nullptr, pairsOf},
    {"reverse", "", reversed},
    {"sort", "reverse,case_sensitive,attribute", sorted},
    {"dictsort", "case_sensitive,by,reverse", sortedPairs},
    {"groupby", "attribute,default,case_sensitive", groupedBy},
    {"sum", "attribute,start", summed},
    {"batch", "linecount,fill_with", batched},
    {"slice", "slices,fill_with", sliced},
    {"attr", "name", attributeFilter},
    {"unique", "case_sensitive,attribute", uniqueItems},
    {"min", "case_sensitive,attribute", [](Invocation& call) { return extreme(call, -1); }},
    {"max", "case_sensitive,attribute", [](Invocation& call) { return extreme(call, 1); }},
});

const NamedFilter* filterOf(std::string_view name)
{
    for (const std::span<const NamedFilter> filters :
         {textFilters(), std::span<const NamedFilter>(kListFilters)})
        for (const NamedFilter& each : filters)
            if (each.name == name)
                return &each;
    return nullptr;
}

} // namespace

bool isFilter(std::string_view name)
{
    return filterOf(name) != nullptr;
}

Value applyFilter(const std::string& name, Invocation& call)
{
    call.state.step();
    if (const NamedFilter* filter = filterOf(name))
        return (*filter)(call);
    call.unsupported();
}

} // namespace headlight::chat
