#pragma once

#include "core/text/chat/invocation.h"
#include "core/text/chat/scopes.h"
#include "core/text/chat/syntax.h"

#include <ctime>
#include <deque>
#include <stop_token>
#include <string>

namespace headlight::chat {

/// Runs a template once. Throws TemplateFault.
class Renderer
{
public:
    Renderer(const TemplateLimits& limits, const std::tm& now, std::stop_token stop);

    RenderState& state() { return m_state; }
    void define(const std::string& name, Value value) { m_scopes.set(name, std::move(value)); }
    std::string run(const Block& all);

private:
    enum class Flow : unsigned char { kNext, kBreak, kContinue };

    /// Limits the depth of the machine's own stack.
    Nesting deeper();
    Value evaluate(const Expression& what);
    Value compute(const Expression& what);
    Value collection(const Expression& what);
    Value comparison(const Expression& what);
    Value attribute(const Expression& what);
    Value item(const Expression& what);
    Value slice(const Expression& what);
    /// `caller`, if given, is the block of a "call", which a macro gets.
    Value call(const Expression& what, const Value* caller = nullptr);
    Value callNamed(const Expression& what, const Value& callee, const std::string& name,
                    const Value* caller);
    Value callMacro(const Macro& called, Invocation& given);
    Value callLoop(const Loop& loop, Invocation& given);
    Value callFunction(Function which, Invocation& given);
    Value range(Invocation& given);
    Value cycle(const Loop& loop, const Invocation& given);
    Value changed(const Loop& loop, Invocation& given);
    /// The text after the filters of a block.
    Value filtered(const Expression& filters, std::string text);
    void enterCall(const std::string& what);
    Invocation invocation(const Expression& what, const std::string& name, Value subject);
    /// The value of a required part; the message names it if it is undefined.
    Value defined(const Expression& what);

    Flow runBlock(const Block& block);
    Flow runStatement(const Statement& statement);
    Flow runIf(const Statement& statement);
    Flow runFor(const Statement& statement, const Value& list, int depth);
    Flow runWith(const Statement& statement);
    void runSet(const Statement& statement);
    std::string captured(const Block& block);
    void assign(const std::vector<std::string>& names, const Value& value);
    void write(const std::string& text);

    RenderState m_state;
    std::tm m_now;
    Scopes m_scopes;
    std::deque<Namespace> m_namespaces; ///< values point into these
    std::deque<Cycler> m_cyclers;
    Value m_captured; ///< the text of the block whose filters run
    std::string* m_out = nullptr;
    int m_depth = 0; ///< nesting of running nodes
    int m_macros = 0;
};

/// A date in the format of Python's strftime, in English; fails for an unsupported directive.
std::string dateText(const std::tm& now, const std::string& format, RenderState& state);

} // namespace headlight::chat
