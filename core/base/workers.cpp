#include "core/base/workers.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace headlight {

namespace {

thread_local bool worksInBackground = false;

/// The system gives a core to the calling thread when others do not want it: what a thread computes for long
/// must not take time from the one that answers the user. For good: raising it again needs a privilege.
void comeLast()
{
#ifdef __linux__ // where a thread has a niceness of its own; elsewhere it is the process's
    constexpr int kNiceness = 10;
    ::setpriority(PRIO_PROCESS, 0, kNiceness);
#endif
}

/// Gives way to the other thread of the core for some nanoseconds.
void pauseShortly()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

/// Waits for up to about 1 ms without sleeping: between two products of a pass there is less, and so there is
/// between the ends of their parts. To wake a thread takes 0.05 ms, and there are a hundred loops in a pass.
void spinUntil(const auto& met)
{
    constexpr int kSpins = 20'000;
    for (int i = 0; i < kSpins && !met(); ++i)
        pauseShortly();
}

int coreCount()
{
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// A loop in progress. Lives on its caller's stack.
struct SharedLoop
{
    const std::function<void(std::size_t)>& body;
    std::size_t count = 0;
    int mostHelpers = 0;
    bool background = false;
    std::atomic<std::size_t> next{0};
    std::atomic<int> helpers{0}; ///< changed under the pool's mutex
    // Guarded by the pool's mutex:
    std::exception_ptr failure = nullptr;

    bool wantsHelp() const { return helpers < mostHelpers && next.load() < count; }
};

/// The helper threads of this process. Background loops have as many of their own, because these run at a
/// lower priority.
class HelperPool
{
public:
    static HelperPool& instance()
    {
        static HelperPool pool;
        return pool;
    }

    HelperPool(const HelperPool&) = delete;
    HelperPool& operator=(const HelperPool&) = delete;

    void run(SharedLoop& loop)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_loops.push_back(&loop);
            m_urgent += loop.background ? 0 : 1;
            ++m_posted;
        }
        wake(loop.background).notify_all();
        work(loop, false);
        std::unique_lock lock(m_mutex);
        m_loops.erase(std::ranges::find(m_loops, &loop));
        m_urgent -= loop.background ? 0 : 1;
        if (m_urgent == 0 && !m_loops.empty())
            wake(true).notify_all(); // they have waited for that
        lock.unlock();
        if (!loop.background)
            spinUntil([&] { return loop.helpers == 0; });
        lock.lock();
        m_left.wait(lock, [&] { return loop.helpers == 0; });
    }

private:
    HelperPool()
    {
        for (int i = 1; i < coreCount(); ++i) {
            m_threads.emplace_back([this] { help(); });
            m_threads.emplace_back([this] {
                worksInBackground = true;
                comeLast();
                help();
            });
        }
    }

    ~HelperPool()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ending = true;
        }
        for (const bool background : {false, true})
            wake(background).notify_all();
        for (std::thread& thread : m_threads)
            thread.join();
    }

    std::condition_variable& wake(bool background) { return background ? m_wakeBackground : m_wake; }

    /// isHelper: leaves a background loop as soon as a more urgent one arrives.
    void work(SharedLoop& loop, bool isHelper)
    {
        for (std::size_t i = loop.next.fetch_add(1); i < loop.count; i = loop.next.fetch_add(1)) {
            try {
                loop.body(i);
            } catch (...) {
                const std::lock_guard lock(m_mutex);
                if (!loop.failure)
                    loop.failure = std::current_exception();
            }
            if (isHelper && loop.background && m_urgent > 0)
                return;
        }
    }

    /// The oldest loop that this thread should help with; null if there is none.
    SharedLoop* pick() const
    {
        if (worksInBackground && m_urgent > 0)
            return nullptr;
        const auto found = std::ranges::find_if(m_loops, [](const SharedLoop* loop) {
            return loop->background == worksInBackground && loop->wantsHelp();
        });
        return found == m_loops.end() ? nullptr : *found;
    }

    void help()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            SharedLoop* loop = nullptr;
            wake(worksInBackground).wait(lock, [&] { return m_ending || (loop = pick()) != nullptr; });
            if (m_ending)
                return;
            ++loop->helpers;
            lock.unlock();
            work(*loop, true);
            lock.lock();
            if (--loop->helpers == 0)
                m_left.notify_all();
            if (worksInBackground)
                continue;
            const unsigned seen = m_posted;
            lock.unlock();
            spinUntil([&] { return m_posted != seen; });
            lock.lock();
        }
    }

    std::mutex m_mutex;
    /// The helpers wait apart: a pass posts hundreds of loops, each of which would wake those of the
    /// background.
    std::condition_variable m_wake, m_wakeBackground, m_left;
    std::vector<SharedLoop*> m_loops; ///< oldest first
    std::atomic<unsigned> m_posted{0}; ///< number of loops so far
    std::atomic<int> m_urgent{0}; ///< number of loops not in the background
    bool m_ending = false;
    std::vector<std::thread> m_threads;
};

} // namespace

Workers::Workers(int threads)
    : m_threads(threads > 0 ? threads : coreCount())
{ }

void Workers::forEach(std::size_t count, const std::function<void(std::size_t)>& body) const
{
    if (count <= 1 || m_threads <= 1) {
        for (std::size_t i = 0; i < count; ++i)
            body(i);
        return;
    }
    SharedLoop loop{body, count, m_threads - 1, worksInBackground, {}, {}, nullptr};
    HelperPool::instance().run(loop);
    if (loop.failure)
        std::rethrow_exception(loop.failure);
}

BackgroundWork::BackgroundWork()
    : m_before(std::exchange(worksInBackground, true))
{
    comeLast();
}

BackgroundWork::~BackgroundWork()
{
    worksInBackground = m_before;
}

} // namespace headlight
