#include "ui/background/worker_thread.h"

#if defined(__SANITIZE_THREAD__) // g++
#define HEADLIGHT_THREAD_SANITIZER
#elif defined(__has_feature) // clang
#if __has_feature(thread_sanitizer)
#define HEADLIGHT_THREAD_SANITIZER
#endif
#endif

#ifdef HEADLIGHT_THREAD_SANITIZER
#include <atomic>
#endif

namespace headlight {

#ifdef HEADLIGHT_THREAD_SANITIZER

namespace {

std::atomic<unsigned> handedOver{0};

} // namespace

void handover::leave()
{
    handedOver.fetch_add(1, std::memory_order_acq_rel);
}

void handover::take()
{
    (void)handedOver.load(std::memory_order_acquire);
}

#else

void handover::leave() { }
void handover::take() { }

#endif

WorkerThread::WorkerThread()
{
    m_pool.setMaxThreadCount(1);
}

WorkerThread::~WorkerThread()
{
    wait();
}

void WorkerThread::start(std::function<void()> work)
{
    std::function<void()> piece = [work = std::move(work)]() mutable {
        handover::take();
        work();
        work = nullptr; // destroy its captures before it counts as done
        handover::leave();
    };
    handover::leave();
    m_pool.start(std::move(piece));
}

void WorkerThread::wait()
{
    m_pool.waitForDone();
    handover::take();
}

} // namespace headlight
