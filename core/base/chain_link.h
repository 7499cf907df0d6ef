#pragma once

#include <memory>
#include <utility>

namespace headlight {

/// Gives up one reference. What that releases in turn is released in a loop on the same thread, not by
/// recursion: a chain of a hundred thousand links needs no deep stack.
void releaseInTurn(std::shared_ptr<const void> last) noexcept;

/// The link of an immutable chain to what came before it: a shared pointer that is released in turn.
template <typename T>
class ChainLink
{
public:
    ChainLink() = default;
    ChainLink(std::shared_ptr<const T> before)
        : m_before(std::move(before))
    { }
    ~ChainLink() { releaseInTurn(std::move(m_before)); }
    ChainLink(const ChainLink&) = default;
    ChainLink(ChainLink&& other) noexcept = default;
    ChainLink& operator=(ChainLink other) noexcept
    {
        std::swap(m_before, other.m_before);
        return *this;
    }

    const T* get() const { return m_before.get(); }
    const T* operator->() const { return m_before.get(); }
    const T& operator*() const { return *m_before; }
    explicit operator bool() const { return m_before != nullptr; }
    const std::shared_ptr<const T>& shared() const { return m_before; }

private:
    std::shared_ptr<const T> m_before;
};

} // namespace headlight
