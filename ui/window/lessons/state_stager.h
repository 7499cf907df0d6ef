#pragma once

#include "ui/state/document.h"

#include <QObject>
#include <QString>

#include <functional>

namespace headlight {

class Model;
class RunController;
class Workspace;

/// Brings the window to a given state: opens the model, sets the document as one undo step, and points the
/// views once the result has arrived. A new state replaces one in progress. UI thread only.
class StateStager : public QObject
{
    Q_OBJECT
public:
    struct State
    {
        QString folder; ///< of the model
        QString undoName;
        /// What the window should run. Called when the model is open.
        std::function<Document(const Model& model)> document;
        std::function<void()> look; ///< may be empty
    };

    StateStager(Workspace& workspace, RunController& runs, QObject* parent = nullptr);

    std::function<QString()> openFolder; ///< folder of the open model
    std::function<void(const QString& folder)> openModel;

    void stage(const State& state);
    bool isIdle() const { return m_phase == Phase::kIdle; }

private:
    void apply();
    void settled();

    Workspace& m_workspace;
    RunController& m_runs;
    State m_state;
    enum class Phase : unsigned char { kIdle, kOpening, kRunning } m_phase = Phase::kIdle;
};

} // namespace headlight
