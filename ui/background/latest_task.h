#pragma once

#include "ui/background/worker_thread.h"

#include <QObject>

#include <functional>
#include <stop_token>

namespace headlight {

/// Runs a view's work off the UI thread, one piece at a time. Starting a new piece cancels the previous one
/// and drops what that would still deliver. Loops in the work yield to those of runs. Used from the UI
/// thread; destruction stops and waits.
class LatestTask : public QObject
{
    Q_OBJECT
public:
    /// Passed to the work: runs its argument on the UI thread, unless newer work has started.
    using Deliver = std::function<void(std::function<void()>)>;
    using Work = std::function<void(const std::stop_token& stop, const Deliver& deliver)>;

    using QObject::QObject;
    ~LatestTask() override;

    void start(Work work);
    void cancel();
    bool isRunning() const { return m_running; }

signals:
    /// The latest work has delivered everything.
    void finished();

private:
    WorkerThread m_thread;
    std::stop_source m_stop;
    quint64 m_generation = 0;
    bool m_running = false;
};

} // namespace headlight
