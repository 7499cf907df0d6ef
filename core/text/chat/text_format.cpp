// Python's two ways to put values into a text: "%s, %d" % (…) and "{}, {name:>8}".format(…).

#include "core/text/chat/invocation.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

namespace headlight::chat {
namespace {

constexpr std::int64_t kWidest = 100'000;
constexpr std::int64_t kMostPlaces = 100;

/// How a value is written: [[fill]align][sign][#][0][width][grouping][.precision][type]
struct Spec
{
    char32_t fill = U' ';
    char align = '\0'; ///< < > ^ or = (after the sign)
    char sign = '-';
    bool alternate = false;
    std::int64_t width = 0;
    char grouping = '\0';
    std::int64_t precision = -1;
    char type = '\0';
};

std::string printed(const char* format, std::int64_t places, double number)
{
    std::array<char, 512> out{};
    const int size = std::snprintf(out.data(), out.size(), format, static_cast<int>(places), number);
    return std::string(out.data(), static_cast<std::size_t>(std::clamp(size, 0, 511)));
}

/// Digits in another base, smallest letters.
std::string inBase(std::uint64_t number, unsigned base)
{
    std::string out;
    do
        out += "0123456789abcdef"[number % base];
    while ((number /= base) != 0);
    std::ranges::reverse(out);
    return out;
}

std::string inCapitals(std::string text)
{
    for (char& c : text)
        c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return text;
}

class Formatter
{
public:
    explicit Formatter(RenderState& state)
        : m_state(state)
    { }

    std::string text(std::string text, const Spec& spec) const
    {
        if (spec.precision >= 0) {
            m_state.walk(text.size());
            std::size_t end = 0;
            for (std::int64_t i = 0; i < spec.precision && end < text.size(); ++i)
                end += readUtf8(text, end).length;
            text.resize(end);
        }
        return padded(text, spec.width, spec.fill, spec.align != '\0' ? spec.align : '<', m_state);
    }

    std::string number(const Value& value, Spec spec) const
    {
        const bool real = value.asReal() != nullptr
            || (spec.type != '\0' && std::string_view("eEfFgG%").find(spec.type) != std::string_view::npos);
        const bool negative = real ? std::signbit(value.number()) : value.whole() < 0;
        std::string digits
            = real ? realDigits(std::abs(value.number()), spec) : wholeDigits(value.whole(), spec);
        if (spec.grouping != '\0')
            group(digits, spec.grouping);
        const std::string sign = negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
        if (spec.align == '=')
            return sign
                + padded(digits, spec.width - static_cast<std::int64_t>(sign.size()), spec.fill, '>',
                         m_state);
        return padded(sign + digits, spec.width, spec.fill, spec.align != '\0' ? spec.align : '>', m_state);
    }

    [[noreturn]] void wrong(const std::string& what) const { m_state.fail("formatting a text: " + what); }

    RenderState& state() const { return m_state; }

private:
    std::string wholeDigits(std::int64_t number, const Spec& spec) const
    {
        const std::uint64_t size
            = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
        switch (spec.type) {
        case '\0':
        case 'd':
        case 'n':
            return std::to_string(size);
        case 'b':
            return (spec.alternate ? "0b" : "") + inBase(size, 2);
        case 'o':
            return (spec.alternate ? "0o" : "") + inBase(size, 8);
        case 'x':
            return (spec.alternate ? "0x" : "") + inBase(size, 16);
        case 'X':
            return inCapitals((spec.alternate ? "0x" : "") + inBase(size, 16));
        case 'c':
            if (number < 0 || number > 0x10FFFF)
                wrong(concat("found ", number, ", expected the number of a character"));
            return encodeUtf8(std::u32string(1, static_cast<char32_t>(number)));
        default:
            wrong(std::string("the code '") + spec.type + "' is not supported for a number");
        }
    }

    std::string realDigits(double number, const Spec& spec) const
    {
        const std::int64_t places = spec.precision < 0 ? 6 : spec.precision;
        switch (spec.type) {
        case '\0': {
            std::string shortest = toSource(Value::real(number), m_state);
            if (spec.precision < 0)
                return shortest;
            std::string out = printed("%.*g", std::max<std::int64_t>(places, 1), number);
            return out.find_first_of(".en") == std::string::npos ? out + ".0" : out;
        }
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G': {
            const bool capital = spec.type < 'a';
            const char kind = static_cast<char>(spec.type | 0x20);
            const std::string out = printed(kind == 'e'       ? "%.*e"
                                                : kind == 'f' ? "%.*f"
                                                              : "%.*g",
                                            kind == 'g' ? std::max<std::int64_t>(places, 1) : places, number);
            return capital ? inCapitals(out) : out;
        }
        case '%':
            return printed("%.*f", places, number * 100) + "%";
        case 'd': // only of "%d"
            if (!(number < 9.2e18))
                wrong("a number is too large for %d");
            return std::to_string(static_cast<std::int64_t>(number));
        default:
            wrong(std::string("the code '") + spec.type + "' is not supported for a number");
        }
    }

    static void group(std::string& digits, char sign)
    {
        const std::size_t whole = std::min(digits.find_first_not_of("0123456789"), digits.size());
        for (std::size_t at = whole; at > 3; at -= 3)
            digits.insert(at - 3, 1, sign);
    }

    RenderState& m_state;
};

/// Reads a format from left to right.
class Cursor
{
public:
    Cursor(std::string_view text, const Formatter& formatter)
        : m_text(text)
        , m_formatter(formatter)
    { }
    bool atEnd() const { return m_at >= m_text.size(); }
    char peek() const { return atEnd() ? '\0' : m_text[m_at]; }
    char take()
    {
        if (atEnd())
            m_formatter.wrong("the format ends too early");
        return m_text[m_at++];
    }
    bool skip(char c)
    {
        const bool there = !atEnd() && peek() == c;
        m_at += there ? 1 : 0;
        return there;
    }
    std::string upTo(std::string_view ends)
    {
        const std::size_t end = std::min(m_text.find_first_of(ends, m_at), m_text.size());
        const std::string found(m_text.substr(m_at, end - m_at));
        m_at = end;
        return found;
    }
    std::optional<std::int64_t> number()
    {
        std::optional<std::int64_t> found;
        while (peek() >= '0' && peek() <= '9') {
            found = found.value_or(0) * 10 + (take() - '0');
            if (*found > kWidest)
                m_formatter.wrong(concat("found a width of more than ", kWidest));
        }
        return found;
    }
    std::string_view rest() const { return m_text.substr(m_at); }
    void advance(std::size_t bytes) { m_at += bytes; }

private:
    std::string_view m_text;
    const Formatter& m_formatter;
    std::size_t m_at = 0;
};

void checkPrecision(const Spec& spec, const Formatter& formatter)
{
    if (spec.type != 's' && spec.type != 'r' && spec.type != '\0' && spec.precision > kMostPlaces)
        formatter.wrong(concat("found more than ", kMostPlaces, " decimal places"));
}

Spec readSpec(std::string_view text, const Formatter& formatter)
{
    Spec spec;
    Cursor at(text, formatter);
    const auto aligns
        = [](char c) { return c != '\0' && std::string_view("<>=^").find(c) != std::string_view::npos; };
    if (!at.atEnd()) {
        const Utf8Step first = readUtf8(text, 0);
        if (first.length < text.size() && aligns(text[first.length])) {
            spec.fill = first.c;
            at.advance(first.length);
        }
    }
    if (aligns(at.peek()))
        spec.align = at.take();
    if (at.peek() == '+' || at.peek() == '-' || at.peek() == ' ')
        spec.sign = at.take();
    spec.alternate = at.skip('#');
    if (at.peek() == '0' && spec.align == '\0') {
        spec.fill = U'0';
        spec.align = '=';
    }
    spec.width = at.number().value_or(0);
    if (at.peek() == ',' || at.peek() == '_')
        spec.grouping = at.take();
    if (at.skip('.'))
        spec.precision = at.number().value_or(0);
    if (!at.atEnd())
        spec.type = at.take();
    if (!at.atEnd())
        formatter.wrong("the format \"" + std::string(text.substr(0, 40)) + "\" is not supported");
    checkPrecision(spec, formatter);
    return spec;
}

/// Python's format(): a value by the part after the colon.
std::string formatted(const Value& value, std::string_view text, const Formatter& formatter)
{
    if (text.empty())
        return toText(value, formatter.state());
    Spec spec = readSpec(text, formatter);
    if (value.isNumber())
        return formatter.number(value, spec);
    if (value.asText() == nullptr || (spec.type != 's' && spec.type != '\0') || spec.align == '=')
        formatter.wrong("the format \"" + std::string(text.substr(0, 40)) + "\" does not fit "
                        + value.typeName());
    return formatter.text(*value.asText(), spec);
}

/// One value of "%…".
class PercentValues
{
public:
    PercentValues(const Value& values, const Formatter& formatter)
        : m_values(values)
        , m_formatter(formatter)
    { }
    const Value& next()
    {
        const List* list = m_values.asList();
        const bool tuple = list != nullptr && list->isTuple();
        if (m_used >= (tuple ? list->items.size() : 1))
            m_formatter.wrong("found too few values for the format");
        return tuple ? list->items[m_used++] : (++m_used, m_values);
    }
    const Value& named(const std::string& name)
    {
        const Map* map = m_values.asMap();
        const Value* found = map ? map->find(name) : nullptr;
        if (found == nullptr)
            m_formatter.wrong("found no value \"" + name + "\"");
        m_named = true;
        return *found;
    }
    void checkAllUsed() const
    {
        const List* list = m_values.asList();
        const bool tuple = list != nullptr && list->isTuple();
        if (!m_named && m_values.asMap() == nullptr && m_used < (tuple ? list->items.size() : 1))
            m_formatter.wrong("found more values than the format has places");
    }

private:
    const Value& m_values;
    const Formatter& m_formatter;
    std::size_t m_used = 0;
    bool m_named = false;
};

std::string percentPart(Cursor& at, PercentValues& values, bool markup, const Formatter& formatter)
{
    Spec spec;
    std::optional<Value> value;
    if (at.skip('(')) {
        value = values.named(at.upTo(")"));
        at.take();
    }
    bool left = false, zero = false;
    for (char c = at.peek(); c != '\0' && std::string_view("#0- +").find(c) != std::string_view::npos;
         c = at.peek()) {
        at.take();
        left = left || c == '-';
        zero = zero || c == '0';
        spec.alternate = spec.alternate || c == '#';
        spec.sign = c == '+' || (c == ' ' && spec.sign != '+') ? c : spec.sign;
    }
    const auto size = [&]() -> std::int64_t {
        if (!at.skip('*'))
            return at.number().value_or(0);
        const Value& given = values.next();
        if (!given.isWhole() || std::abs(given.whole()) > kWidest)
            formatter.wrong("found " + given.typeName() + ", expected a width");
        return given.whole();
    };
    spec.width = size();
    if (at.skip('.'))
        spec.precision = size();
    while (at.peek() == 'l' || at.peek() == 'h' || at.peek() == 'L')
        at.take();
    spec.type = at.take();
    if (spec.type == '%')
        return "%";
    if (!value)
        value = values.next();
    spec.align = left ? '<' : zero ? '=' : '>';
    spec.fill = zero && !left ? U'0' : U' ';
    checkPrecision(spec, formatter);
    if (spec.type == 's' || spec.type == 'r' || spec.type == 'a') {
        spec.align = left ? '<' : '>';
        spec.fill = U' ';
        std::string text
            = spec.type == 's' ? toText(*value, formatter.state()) : toSource(*value, formatter.state());
        return formatter.text(markup && !value->isMarkup() ? escapedHtml(text) : text, spec);
    }
    if (spec.type == 'c' && value->asText() != nullptr)
        return formatter.text(*value->asText(), spec);
    if (!value->isNumber())
        formatter.wrong(std::string("the code '") + spec.type + "' expects a number, found "
                        + value->typeName());
    if (spec.type == 'i' || spec.type == 'u')
        spec.type = 'd';
    return formatter.number(*value, spec);
}

/// "{…}" of str.format.
class BraceFormat
{
public:
    explicit BraceFormat(Invocation& call)
        : m_call(call)
        , m_formatter(call.state)
    { }

    std::string run(std::string_view format, int depth = 0)
    {
        std::string out;
        Cursor at(format, m_formatter);
        while (!at.atEnd()) {
            const std::string plain = at.upTo("{}");
            m_call.state.grow(plain.size());
            out += plain;
            if (at.atEnd())
                break;
            const char brace = at.take();
            if (at.skip(brace))
                out += brace;
            else if (brace == '}')
                m_formatter.wrong("found a single '}'");
            else
                out += field(at, depth);
        }
        return out;
    }

private:
    std::string field(Cursor& at, int depth)
    {
        m_call.state.step();
        if (depth > 1)
            m_formatter.wrong("a format in a format in a format is not supported");
        const std::string name = at.upTo("!:}");
        const char conversion = at.skip('!') ? at.take() : '\0';
        std::string spec;
        if (at.skip(':')) {
            // A field inside the format of a field.
            int open = 0;
            while (!at.atEnd() && (open > 0 || at.peek() != '}')) {
                open += at.peek() == '{' ? 1 : at.peek() == '}' ? -1 : 0;
                spec += at.take();
            }
            spec = spec.find('{') == std::string::npos ? spec : run(spec, depth + 1);
        }
        if (!at.skip('}'))
            m_formatter.wrong("expected '}'");
        Value value = valueOf(name);
        if (conversion == 'r' || conversion == 'a')
            value = Value::text(toSource(value, m_call.state));
        else if (conversion == 's')
            value = Value::text(toText(value, m_call.state));
        const std::string text = formatted(value, spec, m_formatter);
        return m_call.subject.isMarkup() && !value.isMarkup() ? escapedHtml(text) : text;
    }

    Value valueOf(const std::string& name)
    {
        Cursor at(name, m_formatter);
        const std::string first = at.upTo(".[");
        Value value;
        if (first.empty() || first.find_first_not_of("0123456789") == std::string::npos) {
            const std::size_t place = first.empty()
                ? m_next++
                : static_cast<std::size_t>(Cursor(first, m_formatter).number().value_or(0));
            if (place >= m_call.given.size())
                m_formatter.wrong("found too few values for the format");
            value = m_call.given[place];
        } else {
            const auto found
                = std::ranges::find_if(m_call.named, [&](const auto& each) { return each.first == first; });
            if (found == m_call.named.end())
                m_formatter.wrong("found no value \"" + first.substr(0, 40) + "\"");
            value = found->second;
        }
        while (!at.atEnd()) {
            const bool item = at.take() == '[';
            const std::string part = at.upTo(item ? "]" : ".[");
            const bool number
                = item && !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
            value = number
                ? itemOf(value, Value::integer(Cursor(part, m_formatter).number().value_or(0)), m_call.state)
                : item ? itemOf(value, Value::text(part), m_call.state)
                       : attributeOf(value, part, m_call.state);
            if (item)
                at.take();
        }
        return value;
    }

    Invocation& m_call;
    Formatter m_formatter;
    std::size_t m_next = 0;
};

} // namespace

Value formattedText(const Value& format, const Value& values, RenderState& state)
{
    const Formatter formatter(state);
    PercentValues all(values, formatter);
    state.walk(format.asText()->size());
    std::string out;
    Cursor at(*format.asText(), formatter);
    while (!at.atEnd()) {
        const std::string part
            = at.skip('%') ? percentPart(at, all, format.isMarkup(), formatter) : at.upTo("%");
        state.step();
        state.grow(part.size());
        out += part;
    }
    all.checkAllUsed();
    return format.isMarkup() ? Value::markup(std::move(out)) : Value::text(std::move(out));
}

Value formatMethod(Invocation& call)
{
    call.state.walk(call.subjectText().size());
    return call.madeText(BraceFormat(call).run(call.subjectText()));
}

double roundedTo(double number, std::int64_t places)
{
    if (places >= 0 && std::abs(number) < 1e15)
        return std::strtod(printed("%.*f", std::min(places, kMostPlaces), number).c_str(), nullptr);
    if (places >= 0)
        return number;
    const double unit = std::pow(10.0, static_cast<double>(std::min<std::int64_t>(-places, 300)));
    return std::nearbyint(number / unit) * unit;
}

} // namespace headlight::chat
