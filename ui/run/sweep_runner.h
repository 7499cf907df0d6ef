#pragma once

#include "ui/background/latest_task.h"
#include "ui/state/document.h"

#include <QObject>

#include <memory>

namespace headlight {

class ReferenceCache;
class Workspace;

/// Runs the sweeps that views order, in the background, on the input that is shown; partial results go to
/// the board. Another input, model or edit drops the result. Lives on the UI thread.
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
    /// A result stays while nothing but edits made from it has come since.
    void adapt();

    Workspace& m_workspace;
    std::shared_ptr<ReferenceCache> m_references;
    Document m_base; ///< document of the last sweep
    LatestTask m_task;
};

} // namespace headlight
