#include "core/text/chat/renderer.h"

#include "core/base/text_list.h"

namespace headlight::chat {

using StatementKind = Statement::Kind;

Renderer::Renderer(const TemplateLimits& limits, const std::tm& now, std::stop_token stop)
    : m_state(limits, std::move(stop))
    , m_now(now)
{
    define("range", Value::function(Function::kRange));
    define("namespace", Value::function(Function::kNamespace));
    define("dict", Value::function(Function::kDict));
    define("raise_exception", Value::function(Function::kRaise));
    define("strftime_now", Value::function(Function::kNow));
    define("cycler", Value::function(Function::kCycler));
    define("joiner", Value::function(Function::kJoiner));
}

std::string Renderer::run(const Block& all)
{
    std::string text;
    m_out = &text;
    runBlock(all);
    m_out = nullptr;
    return text;
}

void Renderer::write(const std::string& text)
{
    if (text.size() > m_state.limits().outputBytes - m_out->size())
        m_state.fail(concat("writes more than ", m_state.limits().outputBytes, " bytes"));
    m_state.grow(text.size());
    *m_out += text;
}

/// The output of a block that has its own variables.
std::string Renderer::captured(const Block& block)
{
    std::string text;
    std::string* const before = std::exchange(m_out, &text);
    m_scopes.push();
    runBlock(block);
    m_scopes.pop();
    m_out = before;
    return text;
}

Renderer::Flow Renderer::runBlock(const Block& block)
{
    for (const Statement& statement : block)
        if (const Flow flow = runStatement(statement); flow != Flow::kNext)
            return flow;
    return Flow::kNext;
}

Renderer::Flow Renderer::runStatement(const Statement& statement)
{
    m_state.line = statement.line;
    m_state.step();
    switch (statement.kind) {
    case StatementKind::kData:
        write(statement.text);
        break;
    case StatementKind::kOutput:
        write(toText(evaluate(*statement.expressions[0]), m_state));
        break;
    case StatementKind::kIf:
        return runIf(statement);
    case StatementKind::kFor:
        return runFor(statement, evaluate(*statement.expressions[0]), 1);
    case StatementKind::kSet:
    case StatementKind::kSetAttribute:
    case StatementKind::kSetBlock:
        runSet(statement);
        break;
    case StatementKind::kMacro:
        m_scopes.set(statement.text,
                     Value::macro(std::make_shared<const Macro>(Macro{&statement, m_scopes.view()})));
        break;
    case StatementKind::kCall: {
        const Macro caller{statement.blocks[0].data(), m_scopes.view()};
        const Value block = Value::macro(std::make_shared<const Macro>(caller));
        write(toText(call(*statement.expressions[0], &block), m_state));
        break;
    }
    case StatementKind::kFilterBlock:
        write(toText(filtered(*statement.expressions[0], captured(statement.blocks[0])), m_state));
        break;
    case StatementKind::kWith:
        return runWith(statement);
    case StatementKind::kPlain:
        return runBlock(statement.blocks[0]);
    case StatementKind::kBreak:
        return Flow::kBreak;
    case StatementKind::kContinue:
        return Flow::kContinue;
    }
    return Flow::kNext;
}

Renderer::Flow Renderer::runIf(const Statement& statement)
{
    for (std::size_t i = 0; i < statement.expressions.size(); ++i)
        if (evaluate(*statement.expressions[i]).truth())
            return runBlock(statement.blocks[i]);
    if (statement.blocks.size() > statement.expressions.size())
        return runBlock(statement.blocks.back());
    return Flow::kNext;
}

Renderer::Flow Renderer::runWith(const Statement& statement)
{
    auto values
        = listFrom(statement.expressions, [&](const ExpressionPointer& each) { return evaluate(*each); });
    m_scopes.push();
    for (std::size_t i = 0; i < values.size(); ++i)
        m_scopes.set(statement.names[i], std::move(values[i]));
    const Flow flow = runBlock(statement.blocks[0]);
    m_scopes.pop();
    return flow;
}

Renderer::Flow Renderer::runFor(const Statement& statement, const Value& list, int depth)
{
    auto run = std::make_shared<LoopRun>();
    run->depth = depth;
    if (statement.recursive)
        run->body = std::make_shared<const Macro>(Macro{&statement, m_scopes.view()});
    std::vector<Value>& items = run->items;
    for (Value& item : itemsOf(list, m_state)) {
        bool wanted = true;
        if (statement.expressions.size() > 1) {
            m_scopes.push();
            assign(statement.names, item);
            wanted = evaluate(*statement.expressions[1]).truth();
            m_scopes.pop();
        }
        if (wanted)
            items.push_back(std::move(item));
    }
    if (items.empty() && statement.blocks.size() > 1) {
        m_scopes.push();
        const Flow flow = runBlock(statement.blocks[1]);
        m_scopes.pop();
        return flow;
    }
    Flow flow = Flow::kNext;
    for (std::size_t i = 0; i < items.size() && flow != Flow::kBreak; ++i) {
        m_state.step();
        m_scopes.push();
        m_scopes.set("loop", Value::loop(std::make_shared<const Loop>(Loop{run, i})));
        assign(statement.names, items[i]);
        flow = runBlock(statement.blocks[0]);
        m_scopes.pop();
    }
    return Flow::kNext;
}

void Renderer::assign(const std::vector<std::string>& names, const Value& value)
{
    if (names.size() == 1)
        return m_scopes.set(names[0], value);
    const std::vector<Value> parts = itemsOf(value, m_state);
    if (parts.size() != names.size())
        m_state.fail(concat("found ", parts.size(), " values, expected ", names.size(), " for \"", names[0],
                            "\" and the names after it"));
    for (std::size_t i = 0; i < names.size(); ++i)
        m_scopes.set(names[i], parts[i]);
}

void Renderer::runSet(const Statement& statement)
{
    if (statement.kind == StatementKind::kSetBlock) {
        std::string text = captured(statement.blocks[0]);
        m_scopes.set(statement.names[0],
                     statement.expressions.empty() ? Value::text(std::move(text))
                                                   : filtered(*statement.expressions[0], std::move(text)));
        return;
    }
    Value value = evaluate(*statement.expressions[0]);
    if (statement.kind == StatementKind::kSet)
        return assign(statement.names, value);
    Namespace* space = m_scopes.find(statement.names[0]).asNamespace();
    if (space == nullptr)
        m_state.fail("\"" + statement.names[0] + "\" is not a namespace, so \"" + statement.names[0] + "."
                     + statement.text + "\" cannot be set");
    m_state.grow(sizeof(Value));
    space->set(statement.text, std::move(value));
}

} // namespace headlight::chat
