#pragma once

#include "ui/state/pass_board.h"

#include <QObject>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

class WorkerThread;
class Workspace;

/// Runs the passes that views order, in the lane of the runs: one after the other, and never beside a run. A
/// run interrupts them; they begin again after it if they still belong to what is shown. UI thread only.
class PassRunner : public QObject
{
    Q_OBJECT
public:
    /// lane: must be at rest when this is destroyed.
    PassRunner(Workspace& workspace, WorkerThread& lane, QObject* parent = nullptr);

    /// Passes expected to take longer than this many seconds wait for permission.
    void askAbove(double seconds) { m_unaskedSeconds = m_mostSeconds = seconds; }
    /// Runs what was held back because it would take long; false if there is nothing.
    bool runHeld();
    /// A newer question has taken the place of this one's.
    void forgetHeld() { m_held.reset(); }
    /// Stops what is running and drops what is waiting: the user has said so.
    void cancel();
    /// Stops what is running, whose results are dropped.
    void stop();

signals:
    /// Follows the notice that a pass was held back because it would take long.
    void leaveWanted();
    /// total = 0: unknown. At most 20 times a second.
    void progressed(const QString& what, qint64 done, qint64 total);

private:
    void startNext();
    void start(PassKind kind);
    void finish(PassKind kind, PassBoard::Result result, const std::vector<std::string>& warnings);
    void fail(PassKind kind, const QString& failure);
    void askLeave(PassKind kind, qsizetype tokens, double seconds);

    /// What is done of the inputs of a file: a run interrupts it.
    struct Begun
    {
        PassOrder order;
        std::string edits; ///< TraceInfo::editsJson
        std::shared_ptr<std::vector<CellsOfInput>> inputs; ///< the lane writes it
    };

    Workspace& m_workspace;
    WorkerThread& m_lane;
    std::stop_source m_stop;
    std::optional<PassKind> m_running, m_held;
    Begun m_begun;
    double m_asked = 0; ///< expected seconds of the pass that was held back
    double m_unaskedSeconds, m_mostSeconds; ///< limits without asking: for any model, for this one
    quint64 m_newest = 0;
    std::vector<std::string> m_warned; ///< what was told last
};

} // namespace headlight
