#pragma once

#include <memory>
#include <utility>

namespace headlight {

/// Gives up one reference. Whatever that releases in turn is released in a loop on the same thread, not by
/// recursion, so that a chain of a hundred thousand links does not need a deep stack.
void releaseInTurn(std::shared_ptr<const void> last) noexcept;

/// A link of an immutable chain to its predecessor: a shared pointer whose chain is released link by link.
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
