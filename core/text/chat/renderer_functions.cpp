#include "core/text/chat/renderer.h"

#include <algorithm>
#include <iomanip>
#include <locale>
#include <sstream>

namespace headlight::chat {
namespace {

constexpr std::size_t kLongestRange = 100'000;
constexpr std::size_t kLongestRefusal = 300;

std::string datePart(const std::tm& now, char sign, const RenderState& state)
{
    if (std::string_view("demyYBbAaHIMSpj%").find(sign) == std::string_view::npos)
        state.fail(R"(the function "strftime_now": the format "%)" + std::string(1, sign)
                   + "\" is not supported");
    std::ostringstream out;
    out.imbue(std::locale::classic()); // English, whatever the user's language
    out << std::put_time(&now, (std::string("%") + sign).c_str());
    return out.str();
}

/// The members of a dictionary or pairs of names and values, then the named arguments.
void fill(Members& members, Invocation& given)
{
    given.state.grow(sizeof(Map) + given.named.size() * sizeof(given.named[0]));
    if (given.given.size() > 1)
        given.state.fail(concat(given.what, ": found ", given.given.size(),
                                " arguments without a name, expected at most 1"));
    for (const Value& from : given.given) {
        const Map* map = from.asMap();
        for (const Value& item : itemsOf(from, given.state)) {
            const std::vector<Value> pair
                = map ? std::vector<Value>{item, *map->find(item)} : itemsOf(item, given.state);
            if (pair.size() != 2 || !Members::canBeKey(pair[0]))
                given.wrong("a dictionary or pairs of a name and a value", item);
            members.set(pair[0], pair[1]);
        }
    }
    for (auto& [name, value] : given.named)
        members.set(name, std::move(value));
}

} // namespace

std::string dateText(const std::tm& now, const std::string& format, RenderState& state)
{
    std::string out;
    for (std::size_t i = 0; i < format.size(); ++i) {
        state.read(1024); // a directive takes about a microsecond
        if (format[i] != '%' || i + 1 == format.size()) {
            out += format[i];
        } else if (format[i + 1] == 'F') {
            out += dateText(now, "%Y-%m-%d", state);
            ++i;
        } else if (format[i + 1] == '-' && i + 2 < format.size()) { // without the leading zero
            std::string part = datePart(now, format[i + 2], state);
            if (part.size() > 1 && part[0] == '0')
                part.erase(0, 1);
            out += part;
            i += 2;
        } else {
            out += datePart(now, format[++i], state);
        }
    }
    return out;
}

Value Renderer::callFunction(Function which, Invocation& given)
{
    switch (which) {
    case Function::kRange:
        return range(given);
    case Function::kNamespace:
        m_namespaces.emplace_back();
        fill(m_namespaces.back(), given);
        return Value::nameSpace(&m_namespaces.back());
    case Function::kDict: {
        Map made;
        fill(made, given);
        return Value::map(m_state, std::move(made));
    }
    case Function::kCycler:
    case Function::kJoiner: {
        const bool joins = which == Function::kJoiner;
        if (joins)
            given.accept({"sep"});
        if (joins && given.given.empty())
            given.given.push_back(Value::text(", "));
        if (given.given.empty())
            m_state.fail(given.what + ": found no arguments, expected at least 1");
        m_state.grow(sizeof(Cycler) + given.given.size() * sizeof(Value));
        m_cyclers.push_back({std::move(given.given), 0, joins});
        return Value::cycler(&m_cyclers.back());
    }
    case Function::kRaise: {
        given.accept({"message"});
        std::string said = given.text(0, "");
        if (said.size() > kLongestRefusal)
            said = said.substr(0, kLongestRefusal) + "...";
        m_state.fail("the template refuses this conversation: " + said);
    }
    case Function::kNow:
        given.accept({"format"});
        return Value::text(dateText(m_now, given.text(0, "%Y-%m-%d"), m_state));
    }
    return {};
}

Value Renderer::range(Invocation& given)
{
    given.accept({"start", "stop", "step"});
    const std::int64_t first = given.integer(0, 0);
    const std::int64_t begin = given.has(1) ? first : 0;
    const std::int64_t end = given.has(1) ? given.integer(1, 0) : first;
    const std::int64_t step = given.integer(2, 1);
    if (given.given.empty() || step == 0)
        m_state.fail(given.what + ": expected one to three numbers, and a step other than 0");
    std::vector<Value> items;
    for (std::int64_t at = begin; step > 0 ? at < end : at > end;) {
        if (items.size() == kLongestRange)
            m_state.fail(concat(given.what, ": found more than ", kLongestRange, " numbers"));
        items.push_back(Value::integer(at));
        if (__builtin_add_overflow(at, step, &at))
            break;
    }
    return Value::list(m_state, std::move(items));
}

Value Renderer::cycle(const Loop& loop, const Invocation& given)
{
    if (given.given.empty())
        m_state.fail(given.what + ": found no arguments, expected at least 1");
    return given.given[loop.index % given.given.size()];
}

/// Whether the arguments differ from those of the last time.
Value Renderer::changed(const Loop& loop, Invocation& given)
{
    std::vector<Value>& last = loop.run->last;
    // One more than the arguments, so that none is something, too.
    given.given.push_back(Value::none());
    const bool same = last.size() == given.given.size()
        && std::equal(last.begin(), last.end(), given.given.begin(),
                      [&](const Value& a, const Value& b) { return equal(a, b, m_state); });
    last = std::move(given.given);
    return Value::flag(!same);
}

} // namespace headlight::chat
