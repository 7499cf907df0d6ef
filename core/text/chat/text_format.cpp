// Python's two ways to put values into a text: "%s, %d" % (…) and "{}, {name:>8}".format(…).

#include "core/text/chat/invocation.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>

namespace headlight::chat {
namespace {

constexpr std::int64_t kWidest = 100'000;
constexpr std::int64_t kMostPlaces = 100;
constexpr std::string_view kDigits = "0123456789";

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

[[noreturn]] void wrong(const RenderState& state, const auto&... what)
{
    state.fail(concat("formatting a text: ", what...));
}

bool isOneOf(char c, std::string_view letters)
{
    return letters.find(c) != std::string_view::npos;
}

/// A number as printf writes it: as e, f or g, or in capitals.
std::string printed(char type, std::int64_t places, double number)
{
    const std::array<char, 5> format{'%', '.', '*', type, '\0'};
    std::array<char, 512> out{};
    const int size = std::snprintf(out.data(), out.size(), format.data(), static_cast<int>(places), number);
    return std::string(out.data(), static_cast<std::size_t>(std::clamp(size, 0, 511)));
}

/// Digits in another base, small letters.
std::string inBase(std::uint64_t number, int base)
{
    std::array<char, 64> out{};
    return {out.data(), std::to_chars(out.data(), out.data() + out.size(), number, base).ptr};
}

std::string wholeDigits(std::int64_t number, const Spec& spec, const RenderState& state)
{
    const std::uint64_t size
        = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    if (spec.type == '\0' || isOneOf(spec.type, "dnboxX")) {
        const int base = spec.type == 'b' ? 2 : spec.type == 'o' ? 8 : isOneOf(spec.type, "xX") ? 16 : 10;
        const std::string digits
            = (spec.alternate && base != 10 ? concat('0', spec.type) : "") + inBase(size, base);
        return spec.type == 'X' ? upperCase(digits) : digits;
    }
    if (spec.type != 'c')
        wrong(state, "the code '", spec.type, "' is not supported for a number");
    if (number < 0 || number > 0x10FFFF)
        wrong(state, "found ", number, ", expected the number of a character");
    return encodeUtf8(std::u32string(1, static_cast<char32_t>(number)));
}

std::string realDigits(double number, const Spec& spec, RenderState& state)
{
    const std::int64_t places = spec.precision < 0 ? 6 : spec.precision;
    if (isOneOf(spec.type, "eEfFgG"))
        return printed(spec.type, places, number);
    switch (spec.type) {
    case '\0': {
        const std::string shortest = toSource(Value::real(number), state);
        if (spec.precision < 0)
            return shortest;
        const std::string out = printed('g', places, number);
        return out.find_first_of(".en") == std::string::npos ? out + ".0" : out;
    }
    case '%':
        return printed('f', places, number * 100) + "%";
    case 'd': // only of "%d"
        if (!(number < 9.2e18))
            wrong(state, "a number is too large for %d");
        return std::to_string(static_cast<std::int64_t>(number));
    default:
        wrong(state, "the code '", spec.type, "' is not supported for a number");
    }
}

std::string numberText(const Value& value, const Spec& spec, RenderState& state)
{
    const bool real = value.asReal() != nullptr || isOneOf(spec.type, "eEfFgG%");
    const bool negative = real ? std::signbit(value.number()) : value.whole() < 0;
    std::string digits
        = real ? realDigits(std::abs(value.number()), spec, state) : wholeDigits(value.whole(), spec, state);
    if (spec.grouping != '\0')
        for (std::size_t at = std::min(digits.find_first_not_of(kDigits), digits.size()); at > 3; at -= 3)
            digits.insert(at - 3, 1, spec.grouping);
    const std::string sign = negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
    if (spec.align == '=')
        return sign
            + padded(digits, spec.width - static_cast<std::int64_t>(sign.size()), spec.fill, '>', state);
    return padded(sign + digits, spec.width, spec.fill, spec.align != '\0' ? spec.align : '>', state);
}

/// With "s", Python's str() of a value; with "r" or "a", its repr().
std::string converted(const Value& value, char conversion, RenderState& state)
{
    return conversion == 's' ? toText(value, state) : toSource(value, state);
}

std::string fittedText(std::string text, const Spec& spec, RenderState& state)
{
    if (spec.precision >= 0) {
        state.walk(text.size());
        text.resize(behindCharacters(text, spec.precision));
    }
    return padded(text, spec.width, spec.fill, spec.align != '\0' ? spec.align : '<', state);
}

/// Reads a format from left to right.
class Cursor
{
public:
    Cursor(std::string_view text, const RenderState& state)
        : m_text(text)
        , m_state(state)
    { }
    bool atEnd() const { return m_at >= m_text.size(); }
    char peek() const { return atEnd() ? '\0' : m_text[m_at]; }
    char take()
    {
        if (atEnd())
            wrong(m_state, "the format ends too early");
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
                wrong(m_state, "found a width of more than ", kWidest);
        }
        return found;
    }

private:
    std::string_view m_text;
    const RenderState& m_state;
    std::size_t m_at = 0;
};

/// The number of an item; empty if the text has other letters than digits.
std::optional<std::int64_t> placeIn(const std::string& text, const RenderState& state)
{
    if (text.empty() || text.find_first_not_of(kDigits) != std::string::npos)
        return std::nullopt;
    return Cursor(text, state).number();
}

void checkPrecision(const Spec& spec, const RenderState& state)
{
    if (spec.type != 's' && spec.type != 'r' && spec.type != '\0' && spec.precision > kMostPlaces)
        wrong(state, "found more than ", kMostPlaces, " decimal places");
}

/// Reads a format that is not empty.
Spec readSpec(std::string_view text, const RenderState& state)
{
    Spec spec;
    const auto aligns = [](char c) { return isOneOf(c, "<>=^"); };
    const Utf8Step first = readUtf8(text, 0);
    const bool filled = first.length < text.size() && aligns(text[first.length]);
    Cursor at(text.substr(filled ? first.length : 0), state);
    if (filled)
        spec.fill = first.c;
    if (aligns(at.peek()))
        spec.align = at.take();
    if (isOneOf(at.peek(), "+- "))
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
        wrong(state, "the format \"", text.substr(0, 40), "\" is not supported");
    checkPrecision(spec, state);
    return spec;
}

/// Python's format(): a value by the part after the colon.
std::string formatted(const Value& value, std::string_view text, RenderState& state)
{
    if (text.empty())
        return toText(value, state);
    const Spec spec = readSpec(text, state);
    if (value.isNumber())
        return numberText(value, spec, state);
    if (value.asText() == nullptr || (spec.type != 's' && spec.type != '\0') || spec.align == '=')
        wrong(state, "the format \"", text.substr(0, 40), "\" does not fit ", value.typeName());
    return fittedText(*value.asText(), spec, state);
}

/// The values of "%…": one, those of a tuple in turn, or those of a dictionary by name.
class PercentValues
{
public:
    PercentValues(const Value& values, const RenderState& state)
        : m_values(values.asList() && values.asList()->isTuple() ? std::span(values.asList()->items)
                                                                 : std::span(&values, 1))
        , m_map(values.asMap())
        , m_state(state)
    { }
    const Value& next()
    {
        if (m_used >= m_values.size())
            wrong(m_state, "found too few values for the format");
        return m_values[m_used++];
    }
    const Value& named(const std::string& name) const
    {
        const Value* found = m_map ? m_map->find(name) : nullptr;
        if (found == nullptr)
            wrong(m_state, "found no value \"", name, "\"");
        return *found;
    }
    bool allUsed() const { return m_map != nullptr || m_used == m_values.size(); }

private:
    std::span<const Value> m_values;
    const Map* m_map;
    const RenderState& m_state;
    std::size_t m_used = 0;
};

/// The flags, width, precision and code of "%…".
Spec percentSpec(Cursor& at, PercentValues& values, RenderState& state)
{
    Spec spec;
    bool left = false, zero = false;
    while (isOneOf(at.peek(), "#0- +")) {
        const char c = at.take();
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
            wrong(state, "found ", given.typeName(), ", expected a width");
        return given.whole();
    };
    spec.width = size();
    if (at.skip('.'))
        spec.precision = size();
    while (isOneOf(at.peek(), "lhL"))
        at.take();
    spec.type = at.take();
    spec.align = left ? '<' : zero && !isOneOf(spec.type, "sra") ? '=' : '>';
    spec.fill = spec.align == '=' ? U'0' : U' ';
    return spec;
}

std::string percentPart(Cursor& at, PercentValues& values, bool markup, RenderState& state)
{
    std::optional<Value> value;
    if (at.skip('(')) {
        value = values.named(at.upTo(")"));
        at.take();
    }
    Spec spec = percentSpec(at, values, state);
    if (spec.type == '%')
        return "%";
    if (!value)
        value = values.next();
    checkPrecision(spec, state);
    if (isOneOf(spec.type, "sra")) {
        const std::string text = converted(*value, spec.type, state);
        return fittedText(markup && !value->isMarkup() ? escapedHtml(text) : text, spec, state);
    }
    if (spec.type == 'c' && value->asText() != nullptr)
        return fittedText(*value->asText(), spec, state);
    if (!value->isNumber())
        wrong(state, "the code '", spec.type, "' expects a number, found ", value->typeName());
    if (spec.type == 'i' || spec.type == 'u')
        spec.type = 'd';
    return numberText(*value, spec, state);
}

/// "{…}" of str.format.
class BraceFormat
{
public:
    explicit BraceFormat(Invocation& call)
        : m_call(call)
        , m_state(call.state)
    { }

    std::string run(std::string_view format, int depth = 0)
    {
        std::string out;
        Cursor at(format, m_state);
        while (!at.atEnd()) {
            const std::string plain = at.upTo("{}");
            m_state.grow(plain.size());
            out += plain;
            if (at.atEnd())
                break;
            const char brace = at.take();
            if (at.skip(brace))
                out += brace;
            else if (brace == '}')
                wrong(m_state, "found a single '}'");
            else
                out += field(at, depth);
        }
        return out;
    }

private:
    std::string field(Cursor& at, int depth)
    {
        m_state.step();
        if (depth > 1)
            wrong(m_state, "a format in a format in a format is not supported");
        const std::string name = at.upTo("!:}");
        const char conversion = at.skip('!') ? at.take() : '\0';
        std::string spec;
        if (at.skip(':')) {
            // A field inside the format of a field.
            for (int open = 0; !at.atEnd() && (open > 0 || at.peek() != '}'); spec += at.take())
                open += at.peek() == '{' ? 1 : at.peek() == '}' ? -1 : 0;
            spec = spec.find('{') == std::string::npos ? spec : run(spec, depth + 1);
        }
        if (!at.skip('}'))
            wrong(m_state, "expected '}'");
        Value value = valueOf(name);
        if (isOneOf(conversion, "sra"))
            value = Value::text(converted(value, conversion, m_state));
        const std::string text = formatted(value, spec, m_state);
        return m_call.subject.isMarkup() && !value.isMarkup() ? escapedHtml(text) : text;
    }

    Value valueOf(const std::string& name)
    {
        Cursor at(name, m_state);
        const std::string first = at.upTo(".[");
        const auto place = first.empty() ? std::optional(m_next++) : placeIn(first, m_state);
        Value value;
        if (place) {
            if (*place >= std::ssize(m_call.given))
                wrong(m_state, "found too few values for the format");
            value = m_call.given[static_cast<std::size_t>(*place)];
        } else {
            const auto found = std::ranges::find(m_call.named, first, &std::pair<std::string, Value>::first);
            if (found == m_call.named.end())
                wrong(m_state, "found no value \"", first.substr(0, 40), "\"");
            value = found->second;
        }
        while (!at.atEnd()) {
            const bool item = at.take() == '[';
            const std::string part = at.upTo(item ? "]" : ".[");
            const auto key = item ? placeIn(part, m_state) : std::nullopt;
            value = !item ? attributeOf(value, part, m_state)
                          : itemOf(value, key ? Value::integer(*key) : Value::text(part), m_state);
            if (item)
                at.take();
        }
        return value;
    }

    Invocation& m_call;
    RenderState& m_state;
    std::int64_t m_next = 0;
};

} // namespace

Value formattedText(const Value& format, const Value& values, RenderState& state)
{
    PercentValues all(values, state);
    state.walk(format.asText()->size());
    std::string out;
    Cursor at(*format.asText(), state);
    while (!at.atEnd()) {
        const std::string part = at.skip('%') ? percentPart(at, all, format.isMarkup(), state) : at.upTo("%");
        state.step();
        state.grow(part.size());
        out += part;
    }
    if (!all.allUsed())
        wrong(state, "found more values than the format has places");
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
        return std::strtod(printed('f', std::min(places, kMostPlaces), number).c_str(), nullptr);
    if (places >= 0)
        return number;
    const double unit = std::pow(10.0, static_cast<double>(std::min<std::int64_t>(-places, 300)));
    return std::nearbyint(number / unit) * unit;
}

} // namespace headlight::chat
