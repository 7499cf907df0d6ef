#pragma once

#include "core/text/chat/value.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight::chat {

/// What is given to a function, a method, a filter or a test.
struct Invocation
{
    RenderState& state;
    std::string what; ///< for messages: the filter "join"
    Value subject; ///< what a filter, a test or a method works on
    std::vector<Value> given; ///< by position
    std::vector<std::pair<std::string, Value>> named;

    /// Puts named arguments in their places; fails where there are too many or one has another name.
    void accept(std::initializer_list<std::string_view> parameters);
    bool has(std::size_t at) const { return at < given.size() && !given[at].isUndefined(); }
    const Value& at(std::size_t at) const;
    std::string text(std::size_t at, std::string_view otherwise) const;
    std::int64_t integer(std::size_t at, std::int64_t otherwise) const;
    bool flag(std::size_t at, bool otherwise) const;
    /// What the filter or method works on, as a text; fails for others.
    const std::string& subjectText() const;
    [[noreturn]] void wrong(const std::string& expected, const Value& found) const;
    [[noreturn]] void unsupported() const { state.fail(what + " is not supported"); }
};

/// The filter of that name. Fails for one that is not known.
Value applyFilter(const std::string& name, Invocation& call);
/// The test of that name (`is …`).
bool applyTest(const std::string& name, Invocation& call);
/// The method `name` of call.subject.
Value callMethod(const std::string& name, Invocation& call);
/// Whether texts, lists or dictionaries have a method of that name.
bool hasMethod(const Value& self, std::string_view name);

/// object.name and object["name"], as Jinja looks them up; undefined where there is none.
Value attributeOf(const Value& object, const std::string& name, RenderState& state);
Value itemOf(const Value& object, const Value& key, RenderState& state);
/// whole[start:stop:step]; undefined bounds are left out.
Value sliceOf(const Value& whole, const Value& start, const Value& stop, const Value& step,
              RenderState& state);
/// + - * / // % ** ~
Value calculate(const std::string& sign, const Value& a, const Value& b, RenderState& state);

/// A filter on texts; false where it is none of those.
bool applyTextFilter(const std::string& name, Invocation& call, Value& result);
/// The same for lists.
bool applyListFilter(const std::string& name, Invocation& call, Value& result);
/// JSON the way Hugging Face's templates get it: Python's separators, no escapes for HTML.
Value toJson(Invocation& call);

// What filters and methods share.
std::string stripped(std::string_view text, std::string_view chars, bool left, bool right);
std::string upperCase(std::string_view text);
std::string lowerCase(std::string_view text);
std::string capitalised(std::string_view text);
std::string titleCase(std::string_view text);
/// At most `count` times; −1: everywhere.
std::string replacedText(const std::string& text, const std::string& what, const std::string& with,
                         std::int64_t count, RenderState& state);

} // namespace headlight::chat
