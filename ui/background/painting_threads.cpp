#include "ui/background/painting_threads.h"

#include "ui/background/worker_thread.h"

#include <QThreadPool>

#include <latch>
#include <memory>

namespace headlight {

void keepPaintingThreads()
{
    QThreadPool& pool = *QThreadPool::globalInstance();
    pool.setExpiryTimeout(-1);
    // Each waits for the others: otherwise a thread that is done would take the next one's work.
    const auto all = std::make_shared<std::latch>(pool.maxThreadCount());
    for (int i = 0; i < pool.maxThreadCount(); ++i)
        pool.start(handover::Parcel([all] { all->arrive_and_wait(); }));
}

} // namespace headlight
