#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <vector>

namespace headlight {

class TraceView;

/// Refreshes the views that are due, one after the other. Where that takes longer than a third of a frame,
/// the others follow in the next turns of the event loop: many views of a long text must not hold up the
/// mouse together. UI thread.
class RefreshTurns : public QObject
{
    Q_OBJECT
public:
    explicit RefreshTurns(QObject* parent);
    /// The one of all views that look at what the owner says; made when it is first asked for.
    static RefreshTurns& of(QObject& owner);

    void add(TraceView& view);

private:
    void run();

    std::vector<QPointer<TraceView>> m_due;
    QTimer m_turn;
};

} // namespace headlight
