#pragma once

#include "core/parity/parity.h"

#include <QObject>
#include <QString>
#include <QTimer>

namespace headlight {

class LatestTask;
class Workspace;

/// Checks the current model against the probe in its folder, in the background after the first run; one with
/// more than a billion parameters on request only. UI thread only; destruction stops and waits.
class ParityChecker : public QObject
{
    Q_OBJECT
public:
    enum class State {
        kNothing, ///< no model, or not looked at yet
        kNoReference, ///< the folder has no probe
        kOnRequest, ///< there is a probe, but the model is large
        kChecking,
        kChecked, ///< report() has the result
        kFailed, ///< error() has the reason
    };

    struct Outcome
    {
        State state = State::kNothing;
        ParityReport report = {};
        QString error = {};
    };

    explicit ParityChecker(Workspace& workspace, QObject* parent = nullptr);

    State state() const { return m_outcome.state; }
    /// Only valid in state kChecked.
    const ParityReport& report() const { return m_outcome.report; }
    const QString& error() const { return m_outcome.error; }
    /// Checks now, whatever the model's size.
    void checkNow();
    void cancel();

signals:
    void changed();

private:
    void begin();
    void start(bool asked);
    void set(State state);

    Workspace& m_workspace;
    LatestTask* m_task;
    QTimer m_soon;
    Outcome m_outcome;
};

} // namespace headlight
