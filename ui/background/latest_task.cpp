#include "ui/background/latest_task.h"

#include "core/base/workers.h"

#include <utility>

namespace headlight {

LatestTask::LatestTask(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

LatestTask::~LatestTask()
{
    cancel();
    m_pool.waitForDone();
}

void LatestTask::cancel()
{
    m_stop.request_stop();
    m_pool.clear();
    ++m_generation;
    m_running = false;
}

void LatestTask::start(Work work)
{
    cancel();
    m_stop = std::stop_source();
    m_running = true;
    const quint64 generation = m_generation;
    const Deliver deliver = [this, generation](std::function<void()> what) {
        // The object outlives its threads; what it is sent after its end is dropped by Qt.
        QMetaObject::invokeMethod(
            this,
            [this, generation, what = std::move(what)] {
                if (generation == m_generation)
                    what();
            },
            Qt::QueuedConnection);
    };
    m_pool.start([this, deliver, stop = m_stop.get_token(), work = std::move(work)] {
        if (stop.stop_requested())
            return;
        const BackgroundWork background;
        work(stop, deliver);
        deliver([this] {
            m_running = false;
            emit finished();
        });
    });
}

} // namespace headlight
