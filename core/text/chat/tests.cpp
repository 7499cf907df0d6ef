// The tests of "is …".

#include "core/text/chat/invocation.h"

#include <algorithm>
#include <array>

namespace headlight::chat {
namespace {

using Asks = bool (*)(const Value&);

struct NamedQuestion
{
    std::string_view name;
    Asks asks;
};

bool isSequence(const Value& v)
{
    return v.asText() || v.asMap() || (v.asList() && v.asList()->kind != ListKind::kOnce);
}

constexpr auto kQuestions = std::to_array<NamedQuestion>({
    {"defined", [](const Value& v) { return !v.isUndefined(); }},
    {"undefined", [](const Value& v) { return v.isUndefined(); }},
    {"none", [](const Value& v) { return v.isNone(); }},
    {"string", [](const Value& v) { return v.asText() != nullptr; }},
    {"number", [](const Value& v) { return v.isNumber(); }},
    {"integer", [](const Value& v) { return v.asInteger() != nullptr; }},
    {"float", [](const Value& v) { return v.asReal() != nullptr; }},
    {"boolean", [](const Value& v) { return v.asFlag() != nullptr; }},
    {"true", [](const Value& v) { return v.asFlag() && *v.asFlag(); }},
    {"false", [](const Value& v) { return v.asFlag() && !*v.asFlag(); }},
    {"mapping", [](const Value& v) { return v.asMap() != nullptr; }},
    {"sequence", isSequence},
    {"escaped", [](const Value& v) { return v.isMarkup(); }},
    {"iterable", [](const Value& v) { return isSequence(v) || v.asList() || v.isUndefined() || v.asLoop(); }},
    {"callable", [](const Value& v) { return v.asMacro() || v.asFunction() || v.asMethod(); }},
    {"odd", [](const Value& v) { return v.isWhole() && v.whole() % 2 != 0; }},
    {"even", [](const Value& v) { return v.isWhole() && v.whole() % 2 == 0; }},
    {"upper",
     [](const Value& v) {
         return v.asText() && upperCase(*v.asText()) == *v.asText() && lowerCase(*v.asText()) != *v.asText();
     }},
    {"lower",
     [](const Value& v) {
         return v.asText() && lowerCase(*v.asText()) == *v.asText() && upperCase(*v.asText()) != *v.asText();
     }},
});

constexpr auto kOtherTests
    = std::to_array<std::string_view>({"filter", "test", "in", "sameas", "divisibleby"});

/// The operator of a comparison with this name; empty if there is none.
std::string_view signOf(std::string_view name)
{
    if (name == "equalto" || name == "eq")
        return "==";
    if (name == "ne")
        return "!=";
    if (name == "lt" || name == "lessthan")
        return "<";
    if (name == "gt" || name == "greaterthan")
        return ">";
    if (name == "le" || name == "ge")
        return name == "le" ? "<=" : ">=";
    return name == "==" || name == "!=" || name == "<" || name == ">" || name == "<=" || name == ">="
        ? name
        : std::string_view();
}

} // namespace

bool applyTest(const std::string& name, Invocation& call)
{
    call.state.step();
    for (const NamedQuestion& question : kQuestions) {
        if (question.name == name) {
            call.accept({});
            if (const std::string* text = call.subject.asText(); text && (name == "upper" || name == "lower"))
                call.state.walk(4 * text->size());
            return question.asks(call.subject);
        }
    }
    if (name == "filter" || name == "test") {
        call.accept({});
        const std::string asked = call.subject.asText() ? *call.subject.asText() : std::string();
        return name == "filter"
            ? isFilter(asked)
            : !signOf(asked).empty() || std::ranges::find(kOtherTests, asked) != kOtherTests.end()
                || std::ranges::find(kQuestions, asked, &NamedQuestion::name) != kQuestions.end();
    }
    if (name == "in") {
        call.accept({"seq"});
        return contains(call.at(0), call.subject, call.state);
    }
    if (name == "sameas") {
        call.accept({"other"});
        const Value& other = call.given.empty() ? Value() : call.given[0];
        return call.subject.sameType(other) && equal(call.subject, other, call.state);
    }
    if (name == "divisibleby") {
        call.accept({"num"});
        const Value rest = calculate("%", call.subject, call.at(0), call.state);
        return !rest.truth();
    }
    const std::string_view sign = signOf(name);
    if (sign.empty())
        call.unsupported();
    call.accept({"other"});
    const Value other = call.given.empty() ? Value() : call.given[0];
    return holds(sign, call.subject, other, call.state);
}

} // namespace headlight::chat
