#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>

#include <functional>
#include <utility>

namespace headlight {

namespace handover {

// Qt hands work between threads under its own locks, which the thread sanitizer does not see because Qt is
// not built with it. Call these where we hand something to Qt or take it back; in other builds they do
// nothing. There is one pair for all threads, so unrelated handovers at the same time also count as ordered.
void leave();
void take();

/// Something that Qt carries to another thread: it is completely written before leave().
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

/// A thread for work that must not block the UI thread: one piece after the other. Used from the thread that
/// created it; destruction waits for all pieces.
class WorkerThread
{
    Q_DISABLE_COPY_MOVE(WorkerThread)

public:
    WorkerThread();
    ~WorkerThread();

    /// `work` must not throw.
    void start(std::function<void()> work);
    /// Drops the pieces that have not started.
    void clear() { m_pool.clear(); }
    /// Waits until there is nothing left to do.
    void wait();

private:
    QThreadPool m_pool; ///< one thread
};

/// Runs `what` in the next turn of the receiver's event loop; dropped if the receiver is gone by then.
template <typename What>
void post(QObject* receiver, What what)
{
    QMetaObject::invokeMethod(receiver, handover::Parcel<What>(std::move(what)), Qt::QueuedConnection);
}

} // namespace headlight
