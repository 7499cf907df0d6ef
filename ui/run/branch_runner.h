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
struct RunInput;
struct SessionResult;
struct Snapshot;

/// Runs what is compared with the shown result, one after the other in the background: branches whose maps or
/// scores the workspace's board wants, with their own tokens and settings under the same edits. Repeats a run
/// when the document changes its result. UI thread only.
class BranchRunner : public QObject
{
    Q_OBJECT
public:
    /// references: shared with other runs. needs: what the views read; called for each run.
    BranchRunner(Workspace& workspace, std::shared_ptr<ReferenceCache> references,
                 std::function<SiteSet()> needs, QObject* parent = nullptr);

    /// Call when the run of the shown branch is finished: its score is then known without another run.
    void noteShown(const Document& document, const Snapshot& snapshot);
    /// Runs the kept result of a session, with the open model or the one that made it, and keeps it.
    void keepAgain(const SessionResult& from);

private:
    /// The latest run of a branch, successful or not.
    struct Tried
    {
        Document document;
        bool maps = false; ///< whether maps were recorded
    };
    RunInput inputFor(const Tried& what) const;
    void check();
    void finish(const std::shared_ptr<const Snapshot>& result, const QString& failure);
    void forget();
    void forgetOld(const Document& document);

    Workspace& m_workspace;
    std::function<SiteSet()> m_needs;
    std::shared_ptr<ReferenceCache> m_references;
    std::map<int, Tried> m_tried; ///< by branch id
    int m_running = -1; ///< branch id; -1 = none
    Tried m_now; ///< what runs
    LatestTask m_task, m_again;
};

} // namespace headlight
