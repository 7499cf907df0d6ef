#include "core/text/chat/invocation.h"

#include "core/base/text_list.h"

#include <algorithm>

namespace headlight::chat {

Value NamedFilter::operator()(Invocation& call) const
{
    if (parameters != nullptr)
        call.accept(*parameters == '\0' ? std::vector<std::string_view>() : split(parameters, ','));
    return apply(call);
}

void Invocation::accept(const std::vector<std::string_view>& parameters)
{
    const auto read = [&](const Value& value) {
        if (const std::string* held = value.asText())
            state.read(held->size());
    };
    read(subject);
    std::ranges::for_each(given, read);
    if (given.size() > parameters.size())
        state.fail(
            concat(what, ": found ", given.size(), " arguments, expected at most ", parameters.size()));
    for (auto& [name, value] : named) {
        const auto place = std::ranges::find(parameters, name);
        if (place == parameters.end())
            state.fail(what + ": the argument \"" + name + "\" is not supported");
        const auto index = static_cast<std::size_t>(place - parameters.begin());
        if (given.size() <= index)
            given.resize(index + 1);
        given[index] = std::move(value);
    }
    named.clear();
}

const Value& Invocation::at(std::size_t at) const
{
    if (!has(at))
        state.fail(concat(what, ": found ", given.size(), " arguments, expected at least ", at + 1));
    return given[at];
}

void Invocation::wrong(const std::string& expected, const Value& found) const
{
    state.fail(what + ": found " + found.typeName() + ", expected " + expected);
}

std::string Invocation::text(std::size_t at, std::string_view otherwise) const
{
    if (!has(at))
        return std::string(otherwise);
    if (const std::string* held = given[at].asText())
        return *held;
    wrong("a text", given[at]);
}

std::int64_t Invocation::integer(std::size_t at, std::int64_t otherwise) const
{
    if (!has(at))
        return otherwise;
    if (given[at].isWhole())
        return given[at].whole();
    wrong("a whole number", given[at]);
}

Value Invocation::madeText(std::string text) const
{
    state.grow(text.size());
    return subject.isMarkup() ? Value::markup(std::move(text)) : Value::text(std::move(text));
}

std::string Invocation::fitting(std::size_t at, std::string_view otherwise) const
{
    std::string argument = text(at, otherwise);
    return subject.isMarkup() && has(at) && !given[at].isMarkup() ? escapedHtml(argument) : argument;
}

const std::string& Invocation::subjectText() const
{
    if (const std::string* held = subject.asText())
        return *held;
    wrong("a text", subject);
}

} // namespace headlight::chat
