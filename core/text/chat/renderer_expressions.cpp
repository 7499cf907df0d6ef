#include "core/text/chat/renderer.h"

#include "core/base/text_list.h"

#include <algorithm>

namespace headlight::chat {

using ExpressionKind = Expression::Kind;

namespace {

/// The expression as written in the template, for messages.
std::string spelled(const Expression& what)
{
    if (what.kind == ExpressionKind::kVariable)
        return what.name;
    if (what.kind == ExpressionKind::kAttribute)
        return spelled(*what.parts[0]) + "." + what.name;
    if (what.kind == ExpressionKind::kItem)
        return spelled(*what.parts[0]) + "[...]";
    return "a value";
}

} // namespace

Nesting Renderer::deeper()
{
    if (m_depth >= m_state.limits().callDepth)
        m_state.fail(concat("runs nested deeper than ", m_state.limits().callDepth, " levels"));
    return Nesting(m_depth);
}

Value Renderer::evaluate(const Expression& what)
{
    const Nesting level = deeper();
    const int before = m_state.line;
    m_state.line = what.line;
    m_state.step();
    Value value = compute(what);
    m_state.line = before;
    return value;
}

Value Renderer::compute(const Expression& what)
{
    switch (what.kind) {
    case ExpressionKind::kConstant:
        return what.constant;
    case ExpressionKind::kVariable:
        return m_scopes.find(what.name);
    case ExpressionKind::kList:
    case ExpressionKind::kTuple:
    case ExpressionKind::kMap:
        return collection(what);
    case ExpressionKind::kNegative: {
        const Value part = evaluate(*what.parts[0]);
        if (const double* real = part.asReal())
            return Value::real(-*real); // 0 - 0.0 is not -0.0
        return calculate("-", Value::integer(0), part, m_state);
    }
    case ExpressionKind::kNot:
        return Value::flag(!evaluate(*what.parts[0]).truth());
    case ExpressionKind::kBinary: {
        const Value left = what.name == "~" ? evaluate(*what.parts[0]) : defined(*what.parts[0]);
        const Value right = what.name == "~" ? evaluate(*what.parts[1]) : defined(*what.parts[1]);
        return calculate(what.name, left, right, m_state);
    }
    case ExpressionKind::kCompare:
        return comparison(what);
    case ExpressionKind::kAnd:
    case ExpressionKind::kOr: {
        Value left = evaluate(*what.parts[0]);
        return left.truth() == (what.kind == ExpressionKind::kOr) ? left : evaluate(*what.parts[1]);
    }
    case ExpressionKind::kConditional:
        if (evaluate(*what.parts[0]).truth())
            return evaluate(*what.parts[1]);
        return what.parts.size() > 2 ? evaluate(*what.parts[2]) : Value();
    case ExpressionKind::kAttribute:
        return attributeOf(defined(*what.parts[0]), what.name, m_state);
    case ExpressionKind::kItem: {
        const Value whole = defined(*what.parts[0]);
        return itemOf(whole, evaluate(*what.parts[1]), m_state);
    }
    case ExpressionKind::kSlice:
        return slice(what);
    case ExpressionKind::kCall:
        return call(what);
    case ExpressionKind::kFilter: {
        Invocation given = invocation(what, "the filter \"" + what.name + "\"", evaluate(*what.parts[0]));
        return applyFilter(what.name, given);
    }
    case ExpressionKind::kSpread:
        return evaluate(*what.parts[0]);
    case ExpressionKind::kCaptured:
        return m_captured;
    case ExpressionKind::kTest: {
        Invocation given = invocation(what, "the test \"" + what.name + "\"", evaluate(*what.parts[0]));
        return Value::flag(applyTest(what.name, given));
    }
    }
    return {};
}

Value Renderer::collection(const Expression& what)
{
    if (what.kind != ExpressionKind::kMap)
        return Value::list(
            m_state, listFrom(what.parts, [&](const ExpressionPointer& part) { return evaluate(*part); }),
            what.kind == ExpressionKind::kTuple ? ListKind::kTuple : ListKind::kList);
    Map members; // of equal keys the last value counts, in the place of the first
    for (std::size_t i = 0; i < what.parts.size(); i += 2) {
        const Value key = evaluate(*what.parts[i]);
        if (!Members::canBeKey(key))
            m_state.fail("a dictionary whose key is " + key.typeName() + " is not supported");
        m_state.read(key.asText() ? 4 * key.asText()->size() : 1);
        members.set(key, evaluate(*what.parts[i + 1]));
    }
    return Value::map(m_state, std::move(members));
}

Value Renderer::comparison(const Expression& what)
{
    Value left = evaluate(*what.parts[0]);
    for (std::size_t i = 0; i < what.names.size(); ++i) {
        Value right = evaluate(*what.parts[i + 1]);
        if (!holds(what.names[i], left, right, m_state))
            return Value::flag(false);
        left = std::move(right);
    }
    return Value::flag(true);
}

Value Renderer::defined(const Expression& what)
{
    Value value = evaluate(what);
    if (value.isUndefined())
        m_state.fail("\"" + spelled(what) + "\" is undefined");
    return value;
}

Value Renderer::slice(const Expression& what)
{
    const Value whole = defined(*what.parts[0]);
    const auto bound = [&](std::size_t i) { return what.parts[i] ? evaluate(*what.parts[i]) : Value(); };
    const Value start = bound(1), stop = bound(2), step = bound(3);
    return sliceOf(whole, start, stop, step, m_state);
}

Invocation Renderer::invocation(const Expression& what, const std::string& name, Value subject)
{
    Invocation made{m_state, name, std::move(subject), {}, {}};
    const std::size_t firstNamed = what.parts.size() - what.names.size();
    for (std::size_t i = 1; i < what.parts.size(); ++i) {
        Value value = evaluate(*what.parts[i]);
        const std::string* const named = i < firstNamed ? nullptr : &what.names[i - firstNamed];
        if (named == nullptr && what.parts[i]->kind == ExpressionKind::kSpread) {
            for (Value& each : itemsOf(value, m_state))
                made.given.push_back(std::move(each));
        } else if (named == nullptr) {
            made.given.push_back(std::move(value));
        } else if (*named != "**") {
            made.named.emplace_back(*named, std::move(value));
        } else {
            const Map* all = value.asMap();
            if (all == nullptr)
                m_state.fail(name + ": found " + value.typeName() + " after \"**\", expected a dictionary");
            m_state.grow(all->size() * sizeof(Value));
            for (const auto& [key, each] : all->all())
                made.named.emplace_back(toText(key, m_state), each);
        }
    }
    return made;
}

Value Renderer::call(const Expression& what, const Value* caller)
{
    const Expression& callee = *what.parts[0];
    if (callee.kind != ExpressionKind::kAttribute)
        return callNamed(what, evaluate(callee), spelled(callee), caller);
    const Value object = defined(*callee.parts[0]);
    if (const Loop* loop = object.asLoop(); loop != nullptr && callee.name == "cycle")
        return cycle(*loop, invocation(what, "\"loop.cycle\"", {}));
    if (const Loop* loop = object.asLoop(); loop != nullptr && callee.name == "changed") {
        Invocation given = invocation(what, "\"loop.changed\"", {});
        return changed(*loop, given);
    }
    const Value found = attributeOf(object, callee.name, m_state);
    if (found.isUndefined())
        m_state.fail("the method \"" + callee.name + "\" of " + object.typeName() + " is not supported");
    return callNamed(what, found, callee.name, caller);
}

Value Renderer::callNamed(const Expression& what, const Value& callee, const std::string& name,
                          const Value* caller)
{
    if (const Method* method = callee.asMethod()) {
        Invocation given = invocation(what, "the method \"" + method->name + "\"", method->self);
        return callMethod(method->name, given);
    }
    Invocation given = invocation(what, "the function \"" + name + "\"", callee);
    if (const Function* function = callee.asFunction())
        return callFunction(*function, given);
    if (const Loop* loop = callee.asLoop())
        return callLoop(*loop, given);
    if (const Cycler* joiner = callee.asCycler(); joiner != nullptr && joiner->joins)
        return callMethod("next", given);
    const Macro* macro = callee.asMacro();
    if (macro == nullptr)
        given.unsupported();
    given.what = "the macro \"" + name + "\"";
    if (caller != nullptr)
        given.named.emplace_back("caller", *caller);
    return callMacro(*macro, given);
}

void Renderer::enterCall(const std::string& what)
{
    if (++m_macros > m_state.limits().macroDepth)
        m_state.fail(concat(what, " calls itself more than ", m_state.limits().macroDepth, " deep"));
}

Value Renderer::callMacro(const Macro& called, Invocation& given)
{
    enterCall(given.what);
    const Statement& macro = *called.statement;
    const std::size_t required = macro.names.size() - macro.expressions.size();
    if (given.given.size() > macro.names.size() && !macro.takesMore)
        m_state.fail(concat(given.what, ": found ", given.given.size(), " arguments, expected at most ",
                            macro.names.size()));
    m_state.walk((macro.names.size() + 1) * (given.named.size() + 1));
    View before = m_scopes.enter(called.view);
    for (std::size_t i = 0; i < macro.names.size(); ++i) {
        Value value = i < given.given.size() ? given.given[i] : Value();
        bool there = i < given.given.size();
        for (auto& [name, named] : given.named) {
            if (name == macro.names[i]) {
                value = named;
                name.clear();
                there = true;
            }
        }
        if (!there && i >= required)
            value = evaluate(*macro.expressions[i - required]);
        m_scopes.set(macro.names[i], std::move(value));
    }
    Map others;
    for (const auto& [name, value] : given.named) {
        if (name == "caller")
            m_scopes.set(name, value);
        else if (!name.empty() && !macro.takesNamed)
            m_state.fail(given.what + " has no parameter \"" + name + "\"");
        else if (!name.empty())
            others.set(name, value);
    }
    if (macro.takesMore) {
        const std::size_t more = std::min(macro.names.size(), given.given.size());
        given.given.erase(given.given.begin(), given.given.begin() + static_cast<std::ptrdiff_t>(more));
        m_scopes.set("varargs", Value::list(m_state, std::move(given.given), ListKind::kTuple));
    }
    if (macro.takesNamed)
        m_scopes.set("kwargs", Value::map(m_state, std::move(others)));
    const int line = m_state.line;
    std::string text = captured(macro.blocks[0]);
    m_state.line = line;
    m_scopes.leave(std::move(before));
    --m_macros;
    return Value::text(std::move(text));
}

/// A recursive loop, called with the items of the next level.
Value Renderer::callLoop(const Loop& loop, Invocation& given)
{
    if (loop.run->body == nullptr)
        m_state.fail("\"loop\" is not the loop of a \"for … recursive\", which alone can be called");
    given.subject = {};
    given.accept({"iterable"});
    enterCall("the loop");
    View before = m_scopes.enter(loop.run->body->view);
    std::string text;
    std::string* const out = std::exchange(m_out, &text);
    runFor(*loop.run->body->statement, given.at(0), loop.run->depth + 1);
    m_out = out;
    m_scopes.leave(std::move(before));
    --m_macros;
    return Value::text(std::move(text));
}

Value Renderer::filtered(const Expression& filters, std::string text)
{
    const Value before = std::exchange(m_captured, Value::text(std::move(text)));
    Value result = evaluate(filters);
    m_captured = before;
    return result;
}

} // namespace headlight::chat
