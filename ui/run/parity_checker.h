#pragma once

#include "core/parity/parity.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>

namespace headlight {

class LatestTask;
class Workspace;

/// Checks the model in use against the probe in its folder, in the background once the first run is done. A
/// model of more than a billion parameters is checked on request. UI thread only; destruction stops and
/// waits.
class ParityChecker : public QObject
{
    Q_OBJECT
public:
    enum class State {
        kNothing, ///< no model, or nobody has looked yet
        kNoReference, ///< the folder has no probe
        kOnRequest, ///< it has one, and the model is large
        kChecking,
        kChecked, ///< report() says how it went
        kFailed, ///< error() says why
    };

    explicit ParityChecker(Workspace& workspace, QObject* parent = nullptr);
    ~ParityChecker() override;

    State state() const { return m_state; }
    /// Only where it was checked.
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
