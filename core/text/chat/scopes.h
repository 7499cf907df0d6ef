#pragma once

#include "core/text/chat/value.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight::chat {

/// The variables of a template: global ones, those of loops and blocks, and those of macros, which see the
/// global ones and their own.
class Scopes
{
public:
    void push() { m_frames.emplace_back(); }
    void pop() { m_frames.pop_back(); }
    /// Hides all variables except the global ones; returns the argument for leaveMacro().
    std::size_t enterMacro()
    {
        const std::size_t before = m_base;
        m_base = m_frames.size();
        push();
        return before;
    }
    void leaveMacro(std::size_t before)
    {
        pop();
        m_base = before;
    }

    void set(const std::string& name, Value value) { m_frames.back().set(name, std::move(value)); }
    /// Undefined if there is none.
    Value find(std::string_view name) const
    {
        for (std::size_t i = m_frames.size(); i-- > m_base;)
            if (const Value* found = m_frames[i].find(name))
                return *found;
        const Value* found = m_frames.front().find(name);
        return found ? *found : Value();
    }

private:
    std::vector<Members> m_frames{1};
    std::size_t m_base = 0;
};

} // namespace headlight::chat
