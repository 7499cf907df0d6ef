// Methods of texts, lists and dictionaries.

#include "core/base/text_list.h"
#include "core/text/chat/invocation.h"
#include "core/text/unicode.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <span>

namespace headlight::chat {

std::vector<std::string> splitAtBlanks(const std::string& text, std::int64_t most, bool fromRight)
{
    std::vector<std::pair<std::size_t, std::size_t>> words;
    bool inside = false;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = readUtf8(text, at);
        const bool blank = isPythonSpace(step.c);
        if (!blank && !inside)
            words.emplace_back(at, at);
        inside = !blank;
        at += step.length;
        if (inside)
            words.back().second = at;
    }
    if (most >= 0 && most < std::ssize(words)) {
        const auto rest = fromRight ? words.end() - most - 1 : words.begin() + most;
        (fromRight ? rest->first : rest->second) = fromRight ? 0 : text.size();
        words.erase(fromRight ? words.begin() : rest + 1, fromRight ? rest : words.end());
    }
    return listFrom(words,
                    [&](const auto& word) { return text.substr(word.first, word.second - word.first); });
}

namespace {

/// The parts as texts that are escaped if the subject is.
Value partsOf(Invocation& call, std::vector<std::string> parts, ListKind kind = ListKind::kList)
{
    std::vector<Value> items;
    for (std::string& part : parts) {
        call.state.grow(sizeof(std::string));
        items.push_back(call.madeText(std::move(part)));
    }
    return Value::list(call.state, std::move(items), kind);
}

std::string backwards(const std::string& bytes)
{
    return {bytes.rbegin(), bytes.rend()};
}

/// The text between the separators that are the first argument, after at most so many splits.
std::vector<std::string> splitAtArgument(Invocation& call, std::int64_t most, bool fromRight)
{
    const std::string given = call.text(0, {});
    if (given.empty())
        call.state.fail(call.what + ": the separator is empty");
    const std::string separator = fromRight ? backwards(given) : given;
    const std::string text = fromRight ? backwards(call.subjectText()) : call.subjectText();
    std::vector<std::string> parts;
    std::size_t at = 0;
    for (std::size_t found = findText(text, separator, 0, call.state);
         found != std::string::npos && most != 0; found = findText(text, separator, at, call.state), --most) {
        call.state.grow(sizeof(std::string));
        parts.push_back(text.substr(at, found - at));
        at = found + separator.size();
    }
    parts.push_back(text.substr(at));
    if (fromRight) {
        std::ranges::reverse(parts);
        std::ranges::transform(parts, parts.begin(), backwards);
    }
    return parts;
}

template <bool kFromRight>
Value splitText(Invocation& call)
{
    const std::int64_t most = call.integer(1, -1);
    if (call.says(0))
        return partsOf(call, splitAtArgument(call, most, kFromRight));
    call.state.walk(call.subjectText().size());
    return partsOf(call, splitAtBlanks(call.subjectText(), most, kFromRight));
}

/// The texts before and after the separator, with the separator between them.
template <bool kFromRight>
Value partitionText(Invocation& call)
{
    std::vector<std::string> parts = splitAtArgument(call, 1, kFromRight);
    if (parts.size() == 2)
        parts.insert(parts.begin() + 1, call.text(0, {}));
    else
        parts.insert(kFromRight ? parts.begin() : parts.end(), 2, std::string());
    return partsOf(call, std::move(parts), ListKind::kTuple);
}

Value splitLines(Invocation& call)
{
    call.state.walk(call.subjectText().size());
    return partsOf(call, linesOf(call.subjectText(), call.flag(0, false)));
}

/// The subject between the optional arguments "start" and "end".
std::string searched(Invocation& call)
{
    if (call.given.size() < 2)
        return call.subjectText();
    const auto bound = [&](std::size_t at) { return at < call.given.size() ? call.given[at] : Value(); };
    return *sliceOf(call.subject, bound(1), bound(2), {}, call.state).asText();
}

/// startswith and endswith take one text or a tuple of them.
template <bool kFront>
Value hasAffix(Invocation& call)
{
    const std::string text = searched(call);
    const auto fits = [&](const Value& affix) {
        if (affix.asText() == nullptr)
            call.wrong("a text", affix);
        return kFront ? text.starts_with(*affix.asText()) : text.ends_with(*affix.asText());
    };
    if (const List* several = call.at(0).asList())
        return Value::flag(std::ranges::any_of(several->items, fits));
    return Value::flag(fits(call.at(0)));
}

template <bool kFront>
Value withoutAffix(Invocation& call)
{
    std::string text = call.subjectText();
    const std::string affix = call.text(0, {});
    if (kFront && text.starts_with(affix))
        text.erase(0, affix.size());
    else if (!kFront && text.ends_with(affix))
        text.resize(text.size() - affix.size());
    return call.madeText(std::move(text));
}

Value joinMethod(Invocation& call)
{
    const std::string& between = call.subjectText();
    return call.madeText(joined(itemsOf(call.at(0), call.state), between, [&](const Value& item) {
        if (item.asText() == nullptr)
            call.wrong("texts", item);
        const std::string text = call.subject.isMarkup() ? markupOf(item) : *item.asText();
        call.state.grow(text.size() + between.size());
        return text;
    }));
}

/// find, rfind, index and rindex: the number of a character.
template <bool kFromRight, bool kMustBeThere>
Value findMethod(Invocation& call)
{
    const std::string text = searched(call);
    const std::string what = call.text(0, {});
    std::size_t found = 0;
    if (kFromRight) {
        const std::size_t back = findText(backwards(text), backwards(what), 0, call.state);
        found = back == std::string::npos ? back : text.size() - back - what.size();
    } else {
        found = findText(text, what, 0, call.state);
    }
    if (found == std::string::npos) {
        if (kMustBeThere)
            call.state.fail(call.what + ": found no such text");
        return Value::integer(-1);
    }
    call.state.walk(found);
    std::int64_t before = call.integer(1, 0);
    if (before < 0)
        before = std::max<std::int64_t>(
            before + static_cast<std::int64_t>(lengthOf(call.subject, call.state)), 0);
    return Value::integer(before + codePointCount(std::string_view(text).substr(0, found)));
}

Value countMethod(Invocation& call)
{
    const std::string text = searched(call);
    const std::string what = call.text(0, {});
    call.state.walk(what.empty() ? text.size() : 0);
    if (what.empty())
        return Value::integer(codePointCount(text) + 1);
    std::int64_t count = 0;
    for (std::size_t at = findText(text, what, 0, call.state); at != std::string::npos; ++count)
        at = findText(text, what, at + what.size(), call.state);
    return Value::integer(count);
}

/// Large letters small and small ones large.
std::string swappedCase(std::string_view text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = readUtf8(text, at);
        const std::string_view one = text.substr(at, step.length);
        out += u_isUUppercase(static_cast<UChar32>(step.c)) != 0 ? lowerCase(one) : upperCase(one);
        at += step.length;
    }
    return out;
}

Value replaceMethod(Invocation& call)
{
    return call.madeText(replacedText(call.subjectText(), call.fitting(0, {}), call.fitting(1, {}),
                                      call.integer(2, -1), call.state));
}

template <char kSide>
Value paddedMethod(Invocation& call)
{
    const std::u32string fill = decodeUtf8(call.text(1, " "));
    if (fill.size() != 1)
        call.wrong("one character to fill with", call.at(1));
    return call.madeText(padded(call.subjectText(), call.integer(0, 0), fill[0], kSide, call.state));
}

/// Zeros after the sign.
Value zeroFilled(Invocation& call)
{
    const std::string& text = call.subjectText();
    const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    const std::int64_t width = call.integer(0, 0) - static_cast<std::int64_t>(sign);
    return call.madeText(text.substr(0, sign) + padded(text.substr(sign), width, U'0', '>', call.state));
}

/// Whether the text has characters, and all of them are such.
template <bool (*kIs)(char32_t)>
Value allAre(Invocation& call)
{
    const std::string& text = call.subjectText();
    call.state.walk(2 * text.size());
    for (std::size_t at = 0; at < text.size(); at += readUtf8(text, at).length)
        if (!kIs(readUtf8(text, at).c))
            return Value::flag(false);
    return Value::flag(!text.empty());
}

bool isLetter(char32_t c)
{
    return u_isalpha(static_cast<UChar32>(c)) != 0;
}
bool isDigit(char32_t c)
{
    const int type = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_NUMERIC_TYPE);
    return type == U_NT_DECIMAL || type == U_NT_DIGIT;
}

template <bool kUpper>
Value isCased(Invocation& call)
{
    call.state.walk(4 * call.subjectText().size());
    const std::string upper = upperCase(call.subjectText()), lower = lowerCase(call.subjectText());
    return Value::flag(upper != lower && call.subjectText() == (kUpper ? upper : lower));
}

Value getMember(Invocation& call)
{
    if (const Value* found = call.subject.asMap()->find(call.at(0)))
        return *found;
    return call.has(1) ? call.given[1] : Value::none();
}

template <ListKind kPart>
Value partsOfMap(Invocation& call)
{
    const Map& map = *call.subject.asMap();
    call.state.grow(map.size() * sizeof(Value));
    std::vector<Value> all;
    for (const auto& [key, value] : map.all())
        all.push_back(kPart == ListKind::kKeys ? key
                          : kPart == ListKind::kValues
                          ? value
                          : Value::list(call.state, {key, value}, ListKind::kTuple));
    return Value::list(call.state, std::move(all), kPart);
}

Value itself(Invocation& call)
{
    return call.subject;
}

/// index and count of a list: the place of the first item that is the argument, or how many are.
template <bool kPlace>
Value soughtInList(Invocation& call)
{
    const std::vector<Value>& items = call.subject.asList()->items;
    const auto fits = [&](const Value& item) { return equal(item, call.at(0), call.state); };
    if (!kPlace)
        return Value::integer(std::ranges::count_if(items, fits));
    const auto found = std::ranges::find_if(items, fits);
    if (found == items.end())
        call.state.fail(call.what + ": found no such value");
    return Value::integer(found - items.begin());
}

Value nextOfCycler(Invocation& call)
{
    Cycler& cycler = *call.subject.asCycler();
    if (cycler.joins) // nothing the first time, and then the text
        return cycler.at++ == 0 ? Value::text({}) : cycler.items[0];
    const std::size_t now = cycler.at;
    cycler.at = (now + 1) % cycler.items.size();
    return cycler.items[now];
}

Value resetCycler(Invocation& call)
{
    call.subject.asCycler()->at = 0;
    return Value::none();
}

/// A method that would change its value, which a template may not do.
Value forbidden(Invocation& call)
{
    call.unsupported();
}

constexpr auto kTextMethods = std::to_array<NamedFilter>({
    {"strip", "chars", strippedSubject<true, true>},
    {"lstrip", "chars", strippedSubject<true, false>},
    {"rstrip", "chars", strippedSubject<false, true>},
    {"split", "sep,maxsplit", splitText<false>},
    {"rsplit", "sep,maxsplit", splitText<true>},
    {"splitlines", "keepends", splitLines},
    {"partition", "sep", partitionText<false>},
    {"rpartition", "sep", partitionText<true>},
    {"startswith", "affix,start,end", hasAffix<true>},
    {"endswith", "affix,start,end", hasAffix<false>},
    {"removeprefix", "affix", withoutAffix<true>},
    {"removesuffix", "affix", withoutAffix<false>},
    {"upper", "", recased<upperCase>},
    {"lower", "", recased<lowerCase>},
    {"casefold", "", recased<foldedCase>},
    {"title", "", recased<titleCase>},
    {"capitalize", "", recased<capitalised>},
    {"swapcase", "", recased<swappedCase>},
    {"replace", "old,new,count", replaceMethod},
    {"join", "items", joinMethod},
    {"find", "sub,start,end", findMethod<false, false>},
    {"rfind", "sub,start,end", findMethod<true, false>},
    {"index", "sub,start,end", findMethod<false, true>},
    {"rindex", "sub,start,end", findMethod<true, true>},
    {"count", "sub,start,end", countMethod},
    {"format", nullptr, formatMethod},
    {"ljust", "width,fillchar", paddedMethod<'<'>},
    {"rjust", "width,fillchar", paddedMethod<'>'>},
    {"center", "width,fillchar", paddedMethod<'c'>},
    {"zfill", "width", zeroFilled},
    {"isalpha", "", allAre<isLetter>},
    {"isalnum", "", allAre<[](char32_t c) { return isLetter(c) || isNumeric(c); }>},
    {"isdigit", "", allAre<isDigit>},
    {"isdecimal", "", allAre<[](char32_t c) { return u_isdigit(static_cast<UChar32>(c)) != 0; }>},
    {"isnumeric", "", allAre<isNumeric>},
    {"isspace", "", allAre<isPythonSpace>},
    {"isascii", "", allAre<[](char32_t c) { return c < 0x80; }>},
    {"isupper", "", isCased<true>},
    {"islower", "", isCased<false>},
});

constexpr auto kMapMethods = std::to_array<NamedFilter>({
    {"items", "", partsOfMap<ListKind::kItems>},
    {"keys", "", partsOfMap<ListKind::kKeys>},
    {"values", "", partsOfMap<ListKind::kValues>},
    {"get", "key,default", getMember},
    {"copy", "", itself},
    {"update", nullptr, forbidden},
    {"pop", nullptr, forbidden},
    {"popitem", nullptr, forbidden},
    {"setdefault", nullptr, forbidden},
    {"clear", nullptr, forbidden},
});

constexpr auto kListMethods = std::to_array<NamedFilter>({
    {"index", "value", soughtInList<true>},
    {"count", "value", soughtInList<false>},
    {"copy", "", itself},
});

constexpr auto kCyclerMethods = std::to_array<NamedFilter>({
    {"next", "", nextOfCycler},
    {"reset", "", resetCycler},
});

const NamedFilter* methodOf(const Value& self, std::string_view name)
{
    std::span<const NamedFilter> methods;
    if (self.asText())
        methods = kTextMethods;
    else if (self.asMap())
        methods = kMapMethods;
    else if (self.asList())
        methods = kListMethods;
    else if (self.asCycler())
        methods = kCyclerMethods;
    const auto found = std::ranges::find(methods, name, &NamedFilter::name);
    return found == methods.end() ? nullptr : &*found;
}

} // namespace

bool hasMethod(const Value& self, std::string_view name)
{
    return methodOf(self, name) != nullptr;
}

Value callMethod(const std::string& name, Invocation& call)
{
    const NamedFilter* const method = methodOf(call.subject, name);
    if (method == nullptr)
        call.unsupported();
    return (*method)(call);
}

} // namespace headlight::chat
