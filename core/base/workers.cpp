#include "core/base/workers.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace headlight {

namespace {

thread_local bool worksInBackground = false;

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
    // Guarded by the pool's mutex:
    int helpers = 0;
    std::exception_ptr failure = nullptr;

    bool wantsHelp() const { return helpers < mostHelpers && next.load() < count; }
};

/// The helper threads of this process.
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
    HelperPool(HelperPool&&) = delete;
    HelperPool& operator=(HelperPool&&) = delete;

    void run(SharedLoop& loop)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_loops.push_back(&loop);
            m_urgent += loop.background ? 0 : 1;
        }
        m_wake.notify_all();
        work(loop, false);
        std::unique_lock lock(m_mutex);
        m_loops.erase(std::find(m_loops.begin(), m_loops.end(), &loop));
        m_urgent -= loop.background ? 0 : 1;
        m_left.wait(lock, [&] { return loop.helpers == 0; });
    }

private:
    HelperPool()
    {
        for (int i = 1; i < coreCount(); ++i)
            m_threads.emplace_back([this] { help(); });
    }

    ~HelperPool()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ending = true;
        }
        m_wake.notify_all();
        for (std::thread& thread : m_threads)
            thread.join();
    }

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

    /// The loop to help with: the oldest one not in the background, otherwise the oldest. Null if there is
    /// none.
    SharedLoop* pick() const
    {
        SharedLoop* best = nullptr;
        for (SharedLoop* loop : m_loops)
            if (loop->wantsHelp() && (best == nullptr || (best->background && !loop->background)))
                best = loop;
        return best;
    }

    void help()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            SharedLoop* loop = nullptr;
            m_wake.wait(lock, [&] { return m_ending || (loop = pick()) != nullptr; });
            if (m_ending)
                return;
            ++loop->helpers;
            lock.unlock();
            work(*loop, true);
            lock.lock();
            if (--loop->helpers == 0)
                m_left.notify_all();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake, m_left;
    std::vector<SharedLoop*> m_loops; ///< oldest first
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
    SharedLoop loop{body, count, m_threads - 1, worksInBackground, 0, 0, nullptr};
    HelperPool::instance().run(loop);
    if (loop.failure)
        std::rethrow_exception(loop.failure);
}

BackgroundWork::BackgroundWork()
    : m_before(std::exchange(worksInBackground, true))
{ }

BackgroundWork::~BackgroundWork()
{
    worksInBackground = m_before;
}

} // namespace headlight
