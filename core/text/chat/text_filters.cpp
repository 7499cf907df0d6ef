#include "core/text/chat/invocation.h"
#include "core/text/unicode.h"

#include <array>
#include <charconv>
#include <cmath>

namespace headlight::chat {
namespace {

/// A number in a text, parsed like Python's int() and float(); undefined if it is not a number.
Value numberIn(const std::string& text, bool whole)
{
    const std::string inside = stripped(text, {}, true, true);
    const std::size_t plus = inside.starts_with('+') ? 1 : 0;
    const char* begin = inside.data() + plus;
    const char* end = inside.data() + inside.size();
    std::int64_t integer = 0;
    double real = 0;
    const auto done = whole ? std::from_chars(begin, end, integer) : std::from_chars(begin, end, real);
    if (begin == end || done.ec != std::errc() || done.ptr != end || !std::isfinite(real))
        return {};
    return whole ? Value::integer(integer) : Value::real(real);
}

Value toInteger(Invocation& call)
{
    call.accept({"default"});
    const Value& from = call.subject;
    if (from.isWhole())
        return Value::integer(from.whole());
    const Value otherwise = Value::integer(call.integer(0, 0));
    double number = 0;
    if (const std::string* text = from.asText()) {
        const Value whole = numberIn(*text, true);
        if (!whole.isUndefined())
            return whole;
        const Value real = numberIn(*text, false);
        if (real.isUndefined())
            return otherwise;
        number = real.number();
    } else if (from.asReal()) {
        number = *from.asReal();
    } else {
        return otherwise;
    }
    if (std::abs(number) >= 9.2e18)
        call.state.fail("a number is too large");
    return Value::integer(static_cast<std::int64_t>(number));
}

Value toReal(Invocation& call)
{
    call.accept({"default"});
    if (call.subject.isNumber())
        return Value::real(call.subject.number());
    const Value read = call.subject.asText() ? numberIn(*call.subject.asText(), false) : Value();
    if (!read.isUndefined())
        return read;
    return Value::real(call.has(0) && call.at(0).isNumber() ? call.at(0).number() : 0);
}

/// Indents every line except the first and empty ones.
Value indented(Invocation& call)
{
    call.accept({"width", "first", "blank"});
    const std::string& text = call.subjectText();
    std::string blanks;
    if (call.has(0) && call.at(0).asText()) {
        blanks = *call.at(0).asText();
    } else {
        const std::int64_t width = call.integer(0, 4);
        if (width < 0 || width > 256)
            call.state.fail(call.what + ": found a width of " + std::to_string(width)
                            + ", expected 0 to 256");
        blanks.assign(static_cast<std::size_t>(width), ' ');
    }
    std::string out = call.flag(1, false) ? blanks : std::string();
    bool first = true;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const bool fill = !first && (end > begin || call.flag(2, false));
        call.state.grow(end - begin + blanks.size() + 1);
        out += (first ? "" : "\n") + (fill ? blanks : std::string()) + text.substr(begin, end - begin);
        first = false;
        begin = end + 1;
    }
    return Value::text(std::move(out));
}

/// Jinja's own title case: capitalises words after white space, a hyphen or a bracket.
Value titleFilter(Invocation& call)
{
    call.accept({});
    std::string out;
    std::string word;
    const std::string text = toText(call.subject, call.state);
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = readUtf8(text, at);
        const bool between
            = isWhitespace(step.c) || std::u32string_view(U"-([{<").find(step.c) != std::u32string_view::npos;
        if (between)
            out += capitalised(std::exchange(word, {}));
        appendUtf8(between ? out : word, step.c);
        at += step.length;
    }
    return Value::text(out + capitalised(word));
}

/// The subject as a text in another case.
template <std::string (*kChanged)(std::string_view)>
Value recased(Invocation& call)
{
    call.accept({});
    const std::string text = toText(call.subject, call.state);
    call.state.grow(text.size() * 3);
    return Value::text(kChanged(text));
}

Value trimmed(Invocation& call)
{
    call.accept({"chars"});
    return Value::text(stripped(toText(call.subject, call.state), call.text(0, {}), true, true));
}

Value replacing(Invocation& call)
{
    call.accept({"old", "new", "count"});
    const std::int64_t count = call.has(2) && call.at(2).isNone() ? -1 : call.integer(2, -1);
    return Value::text(replacedText(toText(call.subject, call.state), call.text(0, {}), call.text(1, {}),
                                    count, call.state));
}

Value unchanged(Invocation& call)
{
    call.accept({});
    return call.subject;
}

Value asString(Invocation& call)
{
    call.accept({});
    return Value::text(toText(call.subject, call.state));
}

constexpr auto kTextFilters = std::to_array<NamedFilter>({
    {"trim", trimmed},
    {"upper", recased<upperCase>},
    {"lower", recased<lowerCase>},
    {"capitalize", recased<capitalised>},
    {"title", titleFilter},
    {"replace", replacing},
    {"string", asString},
    {"safe", unchanged},
    {"indent", indented},
    {"int", toInteger},
    {"float", toReal},
    {"tojson", toJson},
});

} // namespace

std::span<const NamedFilter> textFilters()
{
    return kTextFilters;
}

} // namespace headlight::chat
