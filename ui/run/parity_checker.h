#pragma once

#include "core/parity/parity.h"

#include <QObject>
#include <QString>
#include <QTimer>

namespace headlight {

class LatestTask;
class Workspace;

/// Checks the current model against the probe in its folder, in the background after the first run. Models
/// with more than a billion parameters are checked on request only. UI thread only; destruction stops and
/// waits.
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

    explicit ParityChecker(Workspace& workspace, QObject* parent = nullptr);

    State state() const { return m_state; }
    /// Only valid in state kChecked.
    const ParityReport& report() const { return m_report; }
    const QString& error() const { return m_error; }
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
    State m_state = State::kNothing;
    ParityReport m_report;
    QString m_error;
};

} // namespace headlight
