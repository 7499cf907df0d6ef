#pragma once

#include "core/text/chat/value.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight::chat {

/// Arguments of a function, a method, a filter or a test.
struct Invocation
{
    RenderState& state;
    std::string what; ///< name in messages: the filter "join"
    Value subject; ///< what a filter, a test or a method is applied to
    std::vector<Value> given; ///< positional arguments
    std::vector<std::pair<std::string, Value>> named;

    /// Assigns named arguments to parameters; fails if there are too many or a name is unknown. Counts the
    /// texts among the arguments as read.
    void accept(const std::vector<std::string_view>& parameters);
    bool has(std::size_t at) const { return at < given.size() && !given[at].isUndefined(); }
    const Value& at(std::size_t at) const;
    /// Whether the argument was given and is not none.
    bool says(std::size_t at) const { return has(at) && !given[at].isNone(); }
    std::string text(std::size_t at, std::string_view otherwise) const;
    std::int64_t integer(std::size_t at, std::int64_t otherwise) const;
    bool flag(std::size_t at, bool otherwise) const { return has(at) ? given[at].truth() : otherwise; }
    /// The subject as a text; fails for other types.
    const std::string& subjectText() const;
    /// A text made from the subject: escaped if the subject is.
    Value madeText(std::string text) const;
    /// An argument as a text to put into the subject: escaped if the subject is.
    std::string fitting(std::size_t at, std::string_view otherwise) const;
    [[noreturn]] void wrong(const std::string& expected, const Value& found) const;
    [[noreturn]] void unsupported() const { state.fail(what + " is not supported"); }
};

/// Applies the filter of that name; fails if it is unknown.
Value applyFilter(const std::string& name, Invocation& call);
bool isFilter(std::string_view name);
/// Applies the test of that name (`is …`).
bool applyTest(const std::string& name, Invocation& call);
/// Calls the method `name` of call.subject.
Value callMethod(const std::string& name, Invocation& call);
/// Whether texts, lists or dictionaries have a method of that name.
bool hasMethod(const Value& self, std::string_view name);

/// object.name and object["name"], looked up as in Jinja; undefined if there is none.
Value attributeOf(const Value& object, const std::string& name, RenderState& state);
Value itemOf(const Value& object, const Value& key, RenderState& state);
/// whole[start:stop:step]; undefined bounds count as left out.
Value sliceOf(const Value& whole, const Value& start, const Value& stop, const Value& step,
              RenderState& state);
/// + - * / // % ** ~
Value calculate(const std::string& sign, const Value& a, const Value& b, RenderState& state);
/// A number with Python's round(): half to even, in decimal places.
double roundedTo(double number, std::int64_t places);

/// A filter or a method.
struct NamedFilter
{
    std::string_view name;
    const char* parameters; ///< the names for accept(), with commas; null: `apply` reads all arguments itself
    Value (*apply)(Invocation& call);

    Value operator()(Invocation& call) const;
};
/// The filters on texts.
std::span<const NamedFilter> textFilters();
/// JSON as in Hugging Face's templates: Python's separators, no HTML escapes. Arguments: ensure_ascii,
/// indent, separators, sort_keys.
Value toJson(Invocation& call);

/// format % values; `values` is one, a tuple of them, or a dictionary.
Value formattedText(const Value& format, const Value& values, RenderState& state);
/// format.format(…)
Value formatMethod(Invocation& call);

// Shared by filters and methods.
/// & < > " ' as HTML has them.
std::string escapedHtml(std::string_view text);
/// The value as a text, escaped unless it is already.
std::string markupOf(const Value& text);
/// Between blanks, which are left out, so that the text has `width` characters. `side`: < > or ^.
std::string padded(const std::string& text, std::int64_t width, char32_t fill, char side, RenderState& state);
bool isPythonSpace(char32_t c);
/// The byte behind `count` characters, counted from the byte `from`.
std::size_t behindCharacters(std::string_view text, std::int64_t count, std::size_t from = 0);
std::string stripped(std::string_view text, std::string_view chars, bool left, bool right);
/// Splits at white space like Python without a separator: no empty parts, and what is left after `most`
/// splits keeps the white space at its far end.
std::vector<std::string> splitAtBlanks(const std::string& text, std::int64_t most, bool fromRight);
std::vector<std::string> linesOf(std::string_view text, bool keepEnds);
std::string upperCase(std::string_view text);
std::string lowerCase(std::string_view text);
std::string foldedCase(std::string_view text);
std::string capitalised(std::string_view text);
/// Capitalises each run of characters that `inWord` accepts.
std::string capitalisedWords(std::string_view text, bool (*inWord)(char32_t));
/// Capitalises every letter that does not follow a letter, like Python's title().
std::string titleCase(std::string_view text);
/// Replaces at most `count` occurrences; −1 = all.
std::string replacedText(const std::string& text, const std::string& what, const std::string& with,
                         std::int64_t count, RenderState& state);

/// A filter or method: the subject as a text in another case.
template <std::string (*kChanged)(std::string_view)>
Value recased(Invocation& call)
{
    const std::string text = toText(call.subject, call.state);
    call.state.walk(4 * text.size());
    return call.madeText(kChanged(text));
}

/// The subject without the characters of the argument, or white space, at its ends.
template <bool kLeft, bool kRight>
Value strippedSubject(Invocation& call)
{
    const std::string chars = call.says(0) ? call.text(0, {}) : std::string();
    call.state.walk(4 * chars.size());
    return call.madeText(stripped(toText(call.subject, call.state), chars, kLeft, kRight));
}

} // namespace headlight::chat
