#pragma once

#include <concepts>
#include <cstddef>
#include <functional>

namespace headlight {

/// Shares loop iterations among the helper threads of the process: one per core, minus the caller's,
/// regardless of the number of Workers, and as many again for background loops. oneTBB would do the same, but
/// its library is not built for ThreadSanitizer, which then reports races in correct loops.
class Workers
{
public:
    /// threads: maximum number of threads in a loop, including the caller; 1 = the calling thread only, 0 =
    /// one per core.
    explicit Workers(int threads = 0);

    int threads() const { return m_threads; }

    /// Calls body(0) … body(count-1) in any order and returns when all are done. Rethrows the first exception
    /// on the calling thread. The caller works too, so a loop finishes even while all helpers are busy
    /// elsewhere.
    void forEach(std::size_t count, const std::function<void(std::size_t)>& body) const;

private:
    int m_threads;
};

/// Calls body(0) … body(count − 1), on all threads of the workers if there are any.
void inParts(const Workers* workers, std::integral auto count, const auto& body)
{
    const auto end = static_cast<std::size_t>(count);
    if (workers != nullptr)
        return workers->forEach(end, body);
    for (std::size_t i = 0; i < end; ++i)
        body(i);
}

/// While this exists, loops of the thread that created it yield to those of other threads: helpers leave them
/// after each iteration. It also lowers the thread's priority, for good, so use it only in threads that do
/// nothing else: sweeps, thumbnails and reading, which must delay neither a run nor the window.
class BackgroundWork
{
public:
    BackgroundWork();
    ~BackgroundWork();
    BackgroundWork(const BackgroundWork&) = delete;
    BackgroundWork& operator=(const BackgroundWork&) = delete;

private:
    bool m_before;
};

} // namespace headlight
