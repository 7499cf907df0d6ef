#include "ui/background/latest_task.h"

#include "core/base/workers.h"

#include <utility>

namespace headlight {

LatestTask::~LatestTask()
{
    cancel();
    m_thread.wait();
}

void LatestTask::cancel()
{
    m_stop.request_stop();
    m_thread.clear();
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
        // This object outlives its threads; Qt drops what is posted to it after its destruction.
        headlight::post(this, [this, generation, what = std::move(what)] {
            if (generation == m_generation)
                what();
        });
    };
    m_thread.start([this, deliver, stop = m_stop.get_token(), work = std::move(work)] {
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
