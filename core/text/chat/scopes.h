#pragma once

#include "core/text/chat/value.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight::chat {

struct Statement;

/// The frames that a piece of a template sees besides the global one: ranges of their numbers, innermost
/// last.
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
    /// What is visible now.
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

} // namespace headlight::chat
