#pragma once

#include "core/trace/record_plan.h"
#include "ui/background/latest_task.h"
#include "ui/state/document.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>

namespace headlight {

class ReferenceCache;
class Workspace;

/// Runs the branches that the workspace's board asks for and that are not the shown one, one after the other
/// in the background: the same text under the same edits, with the branch's tokens and settings. What a
/// change of the document has made old is run again. UI thread only.
class BranchRunner : public QObject
{
    Q_OBJECT
public:
    /// needs: what views look at, asked for at each run.
    BranchRunner(Workspace& workspace, std::function<SiteSet()> needs, QObject* parent = nullptr);
    ~BranchRunner() override;

private:
    void check();
    void run(int id, const Document& document);
    void forget();

    Workspace& m_workspace;
    std::function<SiteSet()> m_needs;
    std::shared_ptr<ReferenceCache> m_references;
    std::map<int, Document> m_known; ///< of which documents the board's results are
    int m_running = -1; ///< branch; -1: none
    Document m_runningDocument;
    LatestTask m_task;
};

} // namespace headlight
