#pragma once

#include <cstddef>
#include <functional>

namespace headlight {

/// Shares the iterations of loops among the helper threads of the process: there is one for each core but
/// the caller's, whatever the number of Workers, and as many for loops in the background. oneTBB would do the
/// same, but its library is not built for ThreadSanitizer, which then reports races in correct loops.
class Workers
{
public:
    /// threads: the most that work on a loop, the caller included; 1 runs everything on the calling thread,
    /// 0 means one per core.
    explicit Workers(int threads = 0);

    int threads() const { return m_threads; }

    /// Calls body(0) … body(count-1), in any order, and returns when all are done. The first exception
    /// is thrown again on the calling thread, which works too: a loop ends even while all helpers are busy
    /// elsewhere.
    void forEach(std::size_t count, const std::function<void(std::size_t)>& body) const;

private:
    int m_threads;
};

/// While it exists, the loops of the thread that made it give way to those of other threads: helpers leave
/// them after an iteration. The thread itself comes after all others from then on, also without it. For
/// threads that do nothing else: sweeps, thumbnails and reading, which must delay neither a run nor the
/// window.
class BackgroundWork
{
public:
    BackgroundWork();
    ~BackgroundWork();
    BackgroundWork(const BackgroundWork&) = delete;
    BackgroundWork& operator=(const BackgroundWork&) = delete;
    BackgroundWork(BackgroundWork&&) = delete;
    BackgroundWork& operator=(BackgroundWork&&) = delete;

private:
    bool m_before;
};

} // namespace headlight
