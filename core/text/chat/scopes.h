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

    void set(const std::string& name, Value value)
    {
        for (auto& [held, old] : m_frames.back()) {
            if (held == name) {
                old = std::move(value);
                return;
            }
        }
        m_frames.back().emplace_back(name, std::move(value));
    }
    /// Undefined if there is none.
    Value find(std::string_view name) const
    {
        for (std::size_t i = m_frames.size(); i-- > m_base;)
            if (const Value* found = in(m_frames[i], name))
                return *found;
        const Value* found = in(m_frames.front(), name);
        return found ? *found : Value();
    }

private:
    using Frame = std::vector<std::pair<std::string, Value>>;
    static const Value* in(const Frame& frame, std::string_view name)
    {
        for (const auto& [held, value] : frame)
            if (held == name)
                return &value;
        return nullptr;
    }

    std::vector<Frame> m_frames{1};
    std::size_t m_base = 0;
};

} // namespace headlight::chat
