#include "ui/window/lessons/state_stager.h"

#include "core/model/model.h"
#include "ui/run/run_controller.h"
#include "ui/state/workspace.h"

#include <utility>

namespace headlight {

StateStager::StateStager(Workspace& workspace, RunController& runs, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_runs(runs)
{
    // Queued, so that the window and the runs have already adopted the model.
    connect(&workspace, &Workspace::modelChanged, this, &StateStager::apply, Qt::QueuedConnection);
    connect(&workspace, &Workspace::runningChanged, this, &StateStager::settled, Qt::QueuedConnection);
}

void StateStager::stage(const State& state)
{
    m_state = state;
    m_phase = Phase::kOpening;
    if (m_workspace.model() != nullptr && openFolder() == state.folder)
        apply();
    else
        openModel(state.folder);
}

void StateStager::apply()
{
    if (m_phase != Phase::kOpening || m_workspace.model() == nullptr || openFolder() != m_state.folder)
        return;
    m_phase = Phase::kRunning;
    m_workspace.apply(m_state.document(*m_workspace.model()), m_state.undoName);
    settled();
}

void StateStager::settled()
{
    if (m_phase != Phase::kRunning || !m_runs.isSettled())
        return;
    m_phase = Phase::kIdle;
    if (m_state.look)
        std::exchange(m_state.look, {})();
}

} // namespace headlight
