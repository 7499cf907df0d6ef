#pragma once

#include <cstddef>
#include <stdexcept>
#include <stop_token>
#include <string>

namespace headlight::chat {

/// An error in a template. Never leaves this folder: ChatTemplate turns it into an Error.
class TemplateFault : public std::runtime_error
{
public:
    TemplateFault(int line, const std::string& message)
        : std::runtime_error(message)
        , m_line(line)
    { }
    int line() const { return m_line; } ///< counts from 1

private:
    int m_line;
};

/// Thrown when the template is to stop; handled like TemplateFault.
struct RenderStopped
{ };

/// Limits beyond which a template is rejected. Published templates stay far below.
struct TemplateLimits
{
    std::size_t templateBytes = std::size_t{1} << 20U;
    std::size_t outputBytes = std::size_t{16} << 20U;
    std::size_t workBytes = std::size_t{256} << 20U; ///< total size of all texts and lists created
    std::size_t readBytes = std::size_t{2} << 30U; ///< total size of all texts compared and searched
    std::size_t steps = 5'000'000; ///< expressions and statements evaluated
    int syntaxDepth = 128; ///< nesting of expressions and blocks
    int callDepth = 600; ///< the same while running, including macros
    int macroDepth = 32; ///< nesting of macros
    int valueDepth = 64; ///< nesting of lists and dictionaries
};

/// A level of nesting, counted while it lives. Whoever makes one checks the limit.
class Nesting
{
public:
    explicit Nesting(int& depth)
        : m_depth(depth)
    {
        ++m_depth;
    }
    ~Nesting() { --m_depth; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    Nesting(Nesting&&) = delete;
    Nesting& operator=(Nesting&&) = delete;

private:
    int& m_depth;
};

/// The current line, and what is left of the limits.
class RenderState
{
public:
    explicit RenderState(const TemplateLimits& limits, std::stop_token stop = {})
        : m_limits(limits)
        , m_stop(std::move(stop))
    { }

    const TemplateLimits& limits() const { return m_limits; }
    int line = 1;

    [[noreturn]] void fail(const std::string& message) const { throw TemplateFault(line, message); }
    /// Counts one expression, statement or element of a list.
    void step()
    {
        if (++m_steps > m_limits.steps)
            fail("takes more than " + std::to_string(m_limits.steps) + " steps");
        if (m_steps % kStepsBetweenLooks == 0)
            look();
    }
    /// Counts what a comparison or a search reads of a text.
    void read(std::size_t bytes)
    {
        m_read += bytes;
        if (bytes > m_limits.readBytes || m_read > m_limits.readBytes)
            fail("reads more than " + std::to_string(m_limits.readBytes) + " bytes of texts");
        if (bytes > kBytesBetweenLooks)
            look();
    }
    /// Counts what is read of a text one character at a time, which takes longer.
    void walk(std::size_t bytes) { read(bytes < m_limits.readBytes ? kWalk * bytes : bytes); }
    /// Counts a text or a list before it is created.
    void grow(std::size_t bytes)
    {
        m_bytes += bytes;
        if (bytes > m_limits.workBytes || m_bytes > m_limits.workBytes)
            fail("makes more than " + std::to_string(m_limits.workBytes) + " bytes of texts and lists");
        if (bytes > kBytesBetweenLooks)
            look();
    }

private:
    static constexpr std::size_t kWalk = 16;
    static constexpr std::size_t kStepsBetweenLooks = 512;
    static constexpr std::size_t kBytesBetweenLooks = std::size_t{1} << 18U;
    void look() const
    {
        if (m_stop.stop_requested())
            throw RenderStopped();
    }

    TemplateLimits m_limits;
    std::stop_token m_stop;
    std::size_t m_read = 0;
    std::size_t m_steps = 0;
    std::size_t m_bytes = 0;
};

} // namespace headlight::chat
