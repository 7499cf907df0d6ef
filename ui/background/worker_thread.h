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

/// What Qt carries to another thread: all of it is written before leave().
template <typename What>
class Parcel
{
public:
    explicit Parcel(What what)
        : m_what(std::move(what))
    {
        leave();
    }
    Parcel(Parcel&& other) noexcept
        : m_what(std::move(other.m_what))
    {
        leave();
    }
    Parcel(const Parcel& other)
        : m_what(other.m_what)
    {
        leave();
    }
    Parcel& operator=(const Parcel&) = delete;
    Parcel& operator=(Parcel&&) = delete;
    ~Parcel() = default;

    void operator()()
    {
        take();
        m_what();
    }

private:
    What m_what;
};

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
    QMetaObject::invokeMethod(receiver, handover::Parcel<What>(std::move(what)), Qt::QueuedConnection);
}

} // namespace headlight
