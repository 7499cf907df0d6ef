#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>

#include <functional>
#include <utility>

namespace headlight {

namespace handover {

// Qt hands work from thread to thread under its own locks, which the thread sanitizer does not see, as Qt is
// not built with it. These say it for the places where we give something to Qt or get it back; in other
// builds they do nothing. One for all: two threads that pass each other other things at the same time count
// as in order, too.
void leave();
void take();

} // namespace handover

/// A thread for work that must not hold up the UI thread: one piece after the other. Used from the thread
/// that made it; its end waits for all pieces.
class WorkerThread
{
public:
    WorkerThread();
    WorkerThread(const WorkerThread&) = delete;
    WorkerThread& operator=(const WorkerThread&) = delete;
    WorkerThread(WorkerThread&&) = delete;
    WorkerThread& operator=(WorkerThread&&) = delete;
    ~WorkerThread();

    /// Work must not throw.
    void start(std::function<void()> work);
    /// Drops the pieces that have not begun.
    void clear();
    /// Until there is nothing left to do.
    void wait();

private:
    QThreadPool m_pool; ///< one thread
};

/// Runs `what` in the next turn of the receiver's thread; dropped if the receiver is gone by then.
template <typename What>
void post(QObject* receiver, What what)
{
    handover::leave();
    QMetaObject::invokeMethod(
        receiver,
        [what = std::move(what)]() mutable {
            handover::take();
            what();
        },
        Qt::QueuedConnection);
}

} // namespace headlight
