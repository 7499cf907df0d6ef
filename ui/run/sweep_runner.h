#pragma once

#include "ui/background/latest_task.h"
#include "ui/state/document.h"

#include <QObject>

#include <memory>

namespace headlight {

class ReferenceCache;
class Workspace;

/// Runs the sweeps that views order, in the background, on the shown input; partial results go to the board.
/// A change of input, model or edits drops the result. UI thread only.
class SweepRunner : public QObject
{
    Q_OBJECT
public:
    /// references: shared with other runs.
    SweepRunner(Workspace& workspace, std::shared_ptr<ReferenceCache> references, QObject* parent = nullptr);
    ~SweepRunner() override;

private:
    void start();
    void drop();
    /// Keeps the result while the only new edits are those made from it.
    void adapt();

    Workspace& m_workspace;
    std::shared_ptr<ReferenceCache> m_references;
    Document m_base; ///< document of the latest sweep
    LatestTask m_task;
};

} // namespace headlight
