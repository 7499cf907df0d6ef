#pragma once

#include "core/text/chat/invocation.h"
#include "core/text/chat/syntax.h"
#include "core/text/chat/value.h"

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <deque>
#include <limits>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight::chat {

/// The frames that a piece of a template sees besides the global one: ranges of numbers, innermost last.
using View = std::vector<std::pair<std::size_t, std::size_t>>;

/// A macro, the block of a `call`, or the body of a recursive loop, with what it sees where it is written.
struct Macro
{
    const Statement* statement = nullptr;
    View view;
};

/// The variables of a template: global ones, those of loops and blocks, and those of macros, which see the
/// global ones, those where they are written, and their own.
class Scopes
{
public:
    void push() { m_frames.emplace_back(); }
    void pop() { m_frames.pop_back(); }
    /// The frames that are visible now.
    View view() const
    {
        View now = m_view;
        now.back().second = m_frames.size();
        return now;
    }
    /// Opens a frame from which only `seen` is visible; returns the argument for leave().
    View enter(View seen)
    {
        seen.emplace_back(m_frames.size(), kOpen);
        push();
        return std::exchange(m_view, std::move(seen));
    }
    void leave(View before)
    {
        pop();
        m_view = std::move(before);
    }

    void set(const std::string& name, Value value) { m_frames.back().set(name, std::move(value)); }
    /// Undefined if there is none.
    Value find(std::string_view name) const
    {
        for (std::size_t range = m_view.size(); range-- > 0;) {
            const auto [begin, end] = m_view[range];
            for (std::size_t i = std::min(end, m_frames.size()); i-- > begin;)
                if (const Value* found = m_frames[i].find(name))
                    return *found;
        }
        const Value* found = m_frames.front().find(name);
        return found ? *found : Value();
    }

private:
    static constexpr std::size_t kOpen = std::numeric_limits<std::size_t>::max();
    std::vector<Members> m_frames{1};
    View m_view{{0, kOpen}};
};

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
