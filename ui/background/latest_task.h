#pragma once

#include "ui/background/worker_thread.h"

#include <QObject>

#include <functional>
#include <stop_token>

namespace headlight {

/// Runs pieces of a view's work off the UI thread, one at a time; a new piece cancels the one before it,
/// and what that one would still deliver is dropped. Loops of the work give way to those of runs. Used from
/// the UI thread; destruction stops and waits.
class LatestTask : public QObject
{
    Q_OBJECT
public:
    /// Given to the work: runs its argument on the UI thread, unless the work is no longer the newest.
    using Deliver = std::function<void(std::function<void()>)>;
    using Work = std::function<void(const std::stop_token& stop, const Deliver& deliver)>;

    explicit LatestTask(QObject* parent = nullptr);
    ~LatestTask() override;

    void start(Work work);
    void cancel();
    bool isRunning() const { return m_running; }

signals:
    /// The newest work has delivered all that it had.
    void finished();

private:
    WorkerThread m_thread;
    std::stop_source m_stop;
    quint64 m_generation = 0;
    bool m_running = false;
};

} // namespace headlight
