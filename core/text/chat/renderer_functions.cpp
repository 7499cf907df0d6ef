#include "core/text/chat/renderer.h"

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

} // namespace

std::string dateText(const std::tm& now, const std::string& format, const RenderState& state)
{
    std::string out;
    for (std::size_t i = 0; i < format.size(); ++i) {
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
    case Function::kNamespace: {
        if (!given.given.empty())
            m_state.fail(given.what + ": arguments without a name are not supported");
        m_state.grow(sizeof(Namespace) + given.named.size() * sizeof(given.named[0]));
        m_namespaces.emplace_back();
        for (auto& [name, value] : given.named)
            m_namespaces.back().set(name, std::move(value));
        return Value::nameSpace(&m_namespaces.back());
    }
    case Function::kDict:
        if (!given.given.empty())
            m_state.fail(given.what + ": arguments without a name are not supported");
        return Value::map(m_state, std::move(given.named));
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
            m_state.fail(given.what + ": found more than " + std::to_string(kLongestRange) + " numbers");
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

} // namespace headlight::chat
