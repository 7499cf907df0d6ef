#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <vector>

namespace headlight {

class TraceView;

/// Refreshes the views that need it, one after the other. After a third of a frame it leaves the rest to the
/// next turn of the event loop, so that many views of a long text together do not block the mouse. UI thread.
class RefreshTurns : public QObject
{
    Q_OBJECT
public:
    explicit RefreshTurns(QObject* parent);
    /// The instance shared by all views of the owner; created at the first call.
    static RefreshTurns& of(QObject& owner);

    void add(TraceView& view);

private:
    void run();

    std::vector<QPointer<TraceView>> m_due;
    QTimer m_turn;
};

} // namespace headlight
