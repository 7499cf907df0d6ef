#include "core/base/workers.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace headlight {

struct Workers::State
{
    std::mutex mutex;
    std::condition_variable wake, finished;
    std::vector<std::thread> threads;
    const std::function<void(std::size_t)>* body = nullptr;
    std::size_t count = 0;
    std::atomic<std::size_t> next{0};
    std::size_t busy = 0; ///< helper threads still in the current loop
    std::size_t round = 0;
    bool ending = false;
    std::exception_ptr failure;

    void work()
    {
        for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
            try {
                (*body)(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure)
                    failure = std::current_exception();
            }
        }
    }

    void helperLoop()
    {
        std::size_t seen = 0;
        std::unique_lock lock(mutex);
        for (;;) {
            wake.wait(lock, [&] { return ending || round != seen; });
            if (ending)
                return;
            seen = round;
            lock.unlock();
            work();
            lock.lock();
            if (--busy == 0)
                finished.notify_one();
        }
    }
};

Workers::Workers(int threads)
    : m_state(std::make_unique<State>())
{
    const int wanted
        = threads > 0 ? threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    for (int i = 1; i < wanted; ++i)
        m_state->threads.emplace_back([state = m_state.get()] { state->helperLoop(); });
}

Workers::~Workers()
{
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->ending = true;
    }
    m_state->wake.notify_all();
    for (std::thread& thread : m_state->threads)
        thread.join();
}

int Workers::threads() const
{
    return static_cast<int>(m_state->threads.size()) + 1;
}

void Workers::forEach(std::size_t count, const std::function<void(std::size_t)>& body)
{
    if (count <= 1 || m_state->threads.empty()) {
        for (std::size_t i = 0; i < count; ++i)
            body(i);
        return;
    }
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->body = &body;
        m_state->count = count;
        m_state->next = 0;
        m_state->busy = m_state->threads.size();
        m_state->failure = nullptr;
        ++m_state->round;
    }
    m_state->wake.notify_all();
    m_state->work();
    std::unique_lock lock(m_state->mutex);
    m_state->finished.wait(lock, [&] { return m_state->busy == 0; });
    if (m_state->failure)
        std::rethrow_exception(m_state->failure);
}

} // namespace headlight
