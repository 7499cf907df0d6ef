#include "core/base/text_list.h"
#include "core/text/chat/invocation.h"
#include "core/text/unicode.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace headlight::chat {
namespace {

constexpr std::size_t kLongestNumber = 4096;

/// A number without the blanks around it and the single _ between digits that Python allows; empty if a _ is
/// elsewhere. Above base 10, letters are digits.
std::string numeral(const std::string& text, std::int64_t base)
{
    const std::string inside = stripped(text, {}, true, true);
    const auto isDigit = [&](std::size_t at) {
        const auto letter = static_cast<unsigned char>(at < inside.size() ? inside[at] : '\0');
        return base > 10 ? std::isalnum(letter) != 0 : std::isdigit(letter) != 0;
    };
    std::string plain;
    for (std::size_t i = 0; i < inside.size(); ++i)
        if (inside[i] != '_')
            plain += inside[i];
        else if (i == 0 || !isDigit(i - 1) || !isDigit(i + 1))
            return {};
    return plain;
}

/// A number in a text, parsed like Python's float(); undefined if it is not a number.
Value numberIn(const std::string& text)
{
    if (text.size() > kLongestNumber)
        return {};
    const std::string plain = numeral(text, 10);
    const bool negative = plain.starts_with('-');
    const char* const begin = plain.data() + (negative || plain.starts_with('+') ? 1 : 0);
    const char* const end = plain.data() + plain.size();
    double real = 0;
    const auto done = std::from_chars(begin, end, real);
    if (begin == end || *begin == '-' || done.ec == std::errc::invalid_argument || done.ptr != end
        || plain.ends_with(')')) // C knows "nan(1)"
        return {};
    long double wide = 0;
    if (done.ec == std::errc::result_out_of_range
        && std::from_chars(begin, end, wide).ec == std::errc()) // infinite, or 0
        real = static_cast<double>(wide);
    return Value::real(negative ? -real : real);
}

/// A whole number in this base, like Python's int(): "0x1f" for 16.
Value wholeIn(const std::string& text, std::int64_t base)
{
    if (text.size() > kLongestNumber)
        return {};
    std::string inside = numeral(text, base);
    const bool negative = inside.starts_with('-');
    if (negative || inside.starts_with('+'))
        inside.erase(0, 1);
    const char mark = inside.size() > 2 && inside[0] == '0' ? static_cast<char>(inside[1] | 0x20) : '\0';
    if ((base == 16 && mark == 'x') || (base == 8 && mark == 'o') || (base == 2 && mark == 'b'))
        inside.erase(0, 2);
    std::int64_t number = 0;
    const char* const end = inside.data() + inside.size();
    const auto done = std::from_chars(inside.data(), end, number, static_cast<int>(base));
    if (done.ec != std::errc() || done.ptr != end || inside.starts_with('-'))
        return {};
    return Value::integer(negative ? -number : number);
}

Value toInteger(Invocation& call)
{
    const Value& from = call.subject;
    const std::int64_t base = call.integer(1, 10);
    if (base < 2 || base > 36)
        call.state.fail(concat(call.what, ": found the base ", base, ", expected 2 to 36"));
    if (from.isWhole())
        return Value::integer(from.whole());
    Value real = from;
    if (const std::string* text = from.asText()) {
        if (const Value whole = wholeIn(*text, base); !whole.isUndefined())
            return whole;
        real = numberIn(*text);
    }
    if (real.asReal() == nullptr || !std::isfinite(*real.asReal()))
        return call.has(0) ? call.at(0) : Value::integer(0);
    if (std::abs(*real.asReal()) >= 9.2e18)
        call.state.fail("a number is too large");
    return Value::integer(static_cast<std::int64_t>(*real.asReal()));
}

Value toReal(Invocation& call)
{
    if (call.subject.isNumber())
        return Value::real(call.subject.number());
    const Value read = call.subject.asText() ? numberIn(*call.subject.asText()) : Value();
    if (!read.isUndefined())
        return read;
    return call.has(0) ? call.at(0) : Value::real(0);
}

Value absolute(Invocation& call)
{
    if (!call.subject.isNumber())
        call.wrong("a number", call.subject);
    const Value& number = call.subject;
    if (number.isWhole() && number.whole() >= 0)
        return Value::integer(number.whole());
    return number.isWhole() ? calculate("-", Value::integer(0), number, call.state)
                            : Value::real(std::abs(number.number()));
}

Value rounded(Invocation& call)
{
    const std::int64_t places = call.integer(0, 0);
    const std::string method = call.text(1, "common");
    if (!call.subject.isNumber() || std::abs(places) > 300)
        call.wrong("a number, and at most 300 places", call.subject);
    const double number = call.subject.number();
    if (method == "common") {
        if (call.subject.isWhole() && (places >= 0 || std::abs(number) >= 1e15))
            return Value::integer(call.subject.whole());
        const double result = roundedTo(number, places);
        return call.subject.isWhole() ? Value::integer(static_cast<std::int64_t>(result))
                                      : Value::real(result);
    }
    if (method != "ceil" && method != "floor")
        call.state.fail(call.what + ": the method \"" + method.substr(0, 40)
                        + "\" is not supported, expected common, ceil or floor");
    const double unit = std::pow(10.0, static_cast<double>(places));
    const double result = (method == "ceil" ? std::ceil(number * unit) : std::floor(number * unit)) / unit;
    if (!std::isfinite(result))
        call.state.fail("a number is too large");
    return Value::real(result);
}

/// Indents every line except the first and empty ones.
Value indented(Invocation& call)
{
    const std::string& text = call.subjectText();
    std::string blanks;
    if (call.has(0) && call.at(0).asText()) {
        blanks = *call.at(0).asText();
    } else {
        const std::int64_t width = call.integer(0, 4);
        if (width < 0 || width > 256)
            call.state.fail(concat(call.what, ": found a width of ", width, ", expected 0 to 256"));
        blanks.assign(static_cast<std::size_t>(width), ' ');
    }
    std::string out = call.flag(1, false) ? blanks : std::string();
    bool first = true;
    call.state.walk(text.size());
    for (const std::string& line : linesOf(text + "\n", false)) {
        const bool fill = !first && (!line.empty() || call.flag(2, false));
        call.state.grow(line.size() + blanks.size() + 1);
        out += (first ? "" : "\n") + (fill ? blanks : std::string()) + line;
        first = false;
    }
    return call.madeText(std::move(out));
}

/// Jinja's own title case: capitalises words after white space, a hyphen or a bracket.
Value titleFilter(Invocation& call)
{
    const std::string text = toText(call.subject, call.state);
    call.state.walk(8 * text.size());
    return Value::text(capitalisedWords(text, [](char32_t c) {
        return !isWhitespace(c) && std::u32string_view(U"-([{<").find(c) == std::u32string_view::npos;
    }));
}

Value replacing(Invocation& call)
{
    const std::int64_t count = call.has(2) && call.at(2).isNone() ? -1 : call.integer(2, -1);
    return Value::text(replacedText(toText(call.subject, call.state), call.text(0, {}), call.text(1, {}),
                                    count, call.state));
}

Value escaped(Invocation& call, bool again)
{
    const std::string text = toText(call.subject, call.state);
    call.state.grow(text.size() * 5);
    return Value::markup(call.subject.isMarkup() && !again ? text : escapedHtml(text));
}

Value truncated(Invocation& call)
{
    const std::string& text = call.subjectText();
    const std::string end = call.text(2, "...");
    const std::int64_t length = call.integer(0, 255);
    const std::int64_t leeway = call.says(3) ? call.integer(3, 0) : 5;
    const std::int64_t kept = length - codePointCount(end);
    if (kept < 0 || leeway < 0 || length > (std::int64_t{1} << 40U))
        call.state.fail(
            concat(call.what, ": found the length ", length, ", expected at least ", codePointCount(end)));
    call.state.walk(text.size());
    if (codePointCount(text) <= length + leeway)
        return call.subject;
    std::string cut = text.substr(0, behindCharacters(text, kept));
    if (!call.flag(1, false))
        cut = cut.substr(0, std::min(cut.rfind(' '), cut.size()));
    return call.madeText(cut + call.fitting(2, "..."));
}

/// The number of runs of letters, numbers and "_".
Value wordCount(Invocation& call)
{
    const std::string text = toText(call.subject, call.state);
    call.state.walk(4 * text.size());
    std::int64_t count = 0;
    bool inside = false;
    for (std::size_t at = 0; at < text.size(); at += readUtf8(text, at).length) {
        const char32_t c = readUtf8(text, at).c;
        const bool word = isNumeric(c) || c == U'_' || (isWordCharacter(c) && !isMark(c));
        count += word && !inside ? 1 : 0;
        inside = word;
    }
    return Value::integer(count);
}

Value centered(Invocation& call)
{
    return call.madeText(
        padded(toText(call.subject, call.state), call.integer(0, 80), U' ', 'c', call.state));
}

std::string urlQuoted(const std::string& text, bool query)
{
    std::string out;
    for (const char c : text) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || std::string_view("_.-~").find(c) != std::string_view::npos || (c == '/' && !query);
        if (plain)
            out += c;
        else if (c == ' ' && query)
            out += '+';
        else
            out += {'%', "0123456789ABCDEF"[static_cast<unsigned char>(c) >> 4U], "0123456789ABCDEF"[c & 15]};
    }
    return out;
}

Value urlEncoded(Invocation& call)
{
    const Value& subject = call.subject;
    const auto quoted = [&](const Value& value, bool query) {
        const std::string text = toText(value, call.state);
        call.state.grow(text.size() * 3);
        return urlQuoted(text, query);
    };
    if (subject.asMap() == nullptr && subject.asList() == nullptr)
        return Value::text(quoted(subject, false));
    std::string out;
    for (const Value& item : itemsOf(subject, call.state)) {
        const std::vector<Value> pair = subject.asMap()
            ? std::vector<Value>{item, *subject.asMap()->find(item)}
            : itemsOf(item, call.state);
        if (pair.size() != 2)
            call.wrong("pairs of a name and a value", item);
        out += (out.empty() ? "" : "&") + quoted(pair[0], true) + "=" + quoted(pair[1], true);
    }
    return Value::text(std::move(out));
}

/// Without comments and tags, and with single spaces; entities are what they stand for.
Value withoutTags(Invocation& call)
{
    std::string text = toText(call.subject, call.state);
    call.state.walk(8 * text.size());
    const auto without = [&text](std::string_view begin, std::string_view end) {
        std::string rest;
        std::size_t at = 0;
        for (std::size_t open = text.find(begin); open != std::string::npos; open = text.find(begin, at)) {
            const std::size_t close = text.find(end, open);
            if (close == std::string::npos)
                break;
            rest.append(text, at, open - at);
            at = close + end.size();
        }
        text = rest.append(text, at);
    };
    without("<!--", "-->");
    without("<", ">");
    constexpr auto kEntities = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#34;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}});
    std::string words = joined(splitAtBlanks(text, -1, false), " ");
    for (const auto& [entity, letter] : kEntities)
        words = replacedText(words, std::string(entity), std::string(letter), -1, call.state);
    return Value::text(std::move(words));
}

/// The members as attributes of an XML element; none and undefined ones are left out.
Value xmlAttributes(Invocation& call)
{
    if (call.subject.asMap() == nullptr)
        call.wrong("a dictionary", call.subject);
    std::string out;
    for (const Value& name : itemsOf(call.subject, call.state)) {
        const Value value = *call.subject.asMap()->find(name);
        if (value.isNone() || value.isUndefined())
            continue;
        const std::string key = toText(name, call.state);
        if (key.empty() || key.find_first_of(" \t\n\r\f\v/>=") != std::string::npos)
            call.wrong("names of attributes", name);
        const std::string attribute = escapedHtml(key) + "=\""
            + (value.isMarkup() ? toText(value, call.state) : escapedHtml(toText(value, call.state))) + "\"";
        call.state.grow(attribute.size() + 1);
        out += (out.empty() && !call.flag(0, true) ? "" : " ") + attribute;
    }
    return Value::text(std::move(out));
}

/// A number of bytes in words: "1.5 kB", or "1.5 KiB" in powers of 1024.
Value fileSize(Invocation& call)
{
    const Value read = toReal(call);
    const double bytes = *read.asReal();
    const bool binary = call.flag(0, false);
    const double base = binary ? 1024 : 1000;
    if (bytes == 1)
        return Value::text("1 Byte");
    if (!(bytes >= base))
        return Value::text(formatted("%.0f Bytes", std::trunc(bytes)));
    std::size_t step = 0;
    double unit = base;
    constexpr std::string_view kSteps = "kMGTPEZY";
    for (; step + 1 < kSteps.size() && bytes >= unit * base; ++step)
        unit *= base;
    const std::string name = binary ? std::string(1, kSteps[step] == 'k' ? 'K' : kSteps[step]) + "iB"
                                    : std::string(1, kSteps[step]) + "B";
    return Value::text(formatted("%.1f %s", bytes / unit, name.c_str()));
}

/// "%s, %s" | format(a, b)
Value formatFilter(Invocation& call)
{
    if (!call.given.empty() && !call.named.empty())
        call.state.fail(call.what + ": found arguments with and without names, expected one kind");
    const Value format = call.subject.asText() ? call.subject : Value::text(toText(call.subject, call.state));
    if (call.named.empty())
        return formattedText(format, Value::list(call.state, std::move(call.given), ListKind::kTuple),
                             call.state);
    Map values;
    for (auto& [name, value] : call.named)
        values.set(name, std::move(value));
    return formattedText(format, Value::map(call.state, std::move(values)), call.state);
}

constexpr auto kTextFilters = std::to_array<NamedFilter>({
    {"trim", "chars", strippedSubject<true, true>},
    {"upper", "", recased<upperCase>},
    {"lower", "", recased<lowerCase>},
    {"capitalize", "", recased<capitalised>},
    {"title", "", titleFilter},
    {"replace", "old,new,count", replacing},
    {"string", "", [](Invocation& call) { return call.madeText(toText(call.subject, call.state)); }},
    {"safe", "", [](Invocation& call) { return Value::markup(toText(call.subject, call.state)); }},
    {"escape", "", [](Invocation& call) { return escaped(call, false); }},
    {"e", "", [](Invocation& call) { return escaped(call, false); }},
    {"forceescape", "", [](Invocation& call) { return escaped(call, true); }},
    {"format", nullptr, formatFilter},
    {"truncate", "length,killwords,end,leeway", truncated},
    {"wordcount", "", wordCount},
    {"center", "width", centered},
    {"urlencode", "", urlEncoded},
    {"striptags", "", withoutTags},
    {"xmlattr", "autospace", xmlAttributes},
    {"filesizeformat", "binary", fileSize},
    {"abs", "", absolute},
    {"round", "precision,method", rounded},
    {"indent", "width,first,blank", indented},
    {"int", "default,base", toInteger},
    {"float", "default", toReal},
    {"tojson", "ensure_ascii,indent,separators,sort_keys", toJson},
});

} // namespace

std::span<const NamedFilter> textFilters()
{
    return kTextFilters;
}

} // namespace headlight::chat
