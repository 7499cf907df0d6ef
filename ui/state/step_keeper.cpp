#include "ui/state/step_keeper.h"

#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

namespace headlight {

StepKeeper::StepKeeper(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_seen(workspace.step())
{
    connect(&workspace, &Workspace::snapshotChanged, this, &StepKeeper::resultChanged);
    connect(&workspace, &Workspace::stepChanged, this, &StepKeeper::stepChanged);
    connect(&workspace, &Workspace::modelChanged, this, [this] { m_awaited.reset(); });
}

void StepKeeper::show(int step)
{
    m_seen = step;
    m_workspace.setStep(step);
}

void StepKeeper::resultChanged()
{
    const Snapshot& snapshot = *m_workspace.snapshot();
    const int last = static_cast<int>(snapshot.steps.size()) - 1;
    // The workspace has fallen back to a step that the result has: nothing else changes it with the result.
    if (!m_awaited && m_workspace.step() != m_seen)
        m_awaited = m_seen;
    m_seen = m_workspace.step();
    if (snapshot.trace.isNull())
        m_awaited.reset(); // nothing is shown: the next result is for another sentence or model
    if (!m_awaited)
        return;
    const int wanted = *m_awaited;
    if (wanted <= last || snapshot.finished)
        m_awaited.reset();
    if (wanted <= last)
        show(wanted);
    else
        show(snapshot.finished ? -1 : last);
}

void StepKeeper::stepChanged()
{
    if (m_workspace.step() == m_seen)
        return;
    m_seen = m_workspace.step(); // the user has chosen another step
    m_awaited.reset();
}

} // namespace headlight
