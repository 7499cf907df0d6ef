#pragma once

#include "core/trace/record_plan.h"
#include "ui/background/worker_thread.h"
#include "ui/run/run_job.h"
#include "ui/state/document.h"
#include "ui/state/workspace.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

class BranchRunner;
class FileWriter;
class Model;
class Opener;
class PassRunner;
class ReferenceCache;
struct LongRun;
struct Snapshot;

/// The bridge between the UI thread and the engine: listens to the workspace, runs the model in the
/// background and publishes snapshots. The latest input wins: older runs are stopped and their late results
/// dropped. Lives on the UI thread; job callbacks only post to it.
class RunController : public QObject
{
    Q_OBJECT
public:
    explicit RunController(Workspace& workspace);
    /// Stops everything and waits for it.
    ~RunController() override;

    /// What the visible views need. If the shown snapshot lacks some of it, a new run records it.
    void setNeeds(const SiteSet& needs);

    /// True if nothing is running or about to run: the snapshot belongs to the document.
    bool isSettled() const { return !m_delay.isActive() && !m_workspace.isRunning(); }

    /// Runs expected to take longer than this many seconds wait for permission; a minute by default.
    void askAbove(double seconds);

    /// Passes that take longer than this are shown layer by layer from then on; a second by default.
    void showLayersAfter(std::chrono::milliseconds time) { m_layersAfter = time; }

    Opener& opener() const { return *m_opener; }
    FileWriter& writer() const { return *m_writer; }
    BranchRunner& branches() const { return *m_branches; }

public slots:
    /// Stops the run, the opening of a model, or the passes that views have ordered.
    void cancel();
    /// Runs what was held back because it would take long.
    void runAnyway();

signals:
    /// Whether the shown result is that of an earlier document, since the latest run failed or was stopped.
    void outdatedChanged(bool outdated);
    /// Follows the notice that a run was held back because it would take long.
    void leaveWanted();
    /// For runs and for opening. total = 0: unknown. At most 20 times a second.
    void progressed(const QString& what, qint64 done, qint64 total);

private:
    void documentChanged(const Document& before);
    void modelChanged();
    void schedule(int milliseconds);
    void start();
    void stopRun();
    /// `last`: the run sends nothing more.
    void receive(const std::shared_ptr<const Snapshot>& snapshot, bool last);
    void fail(const Notice& notice);
    void setOutdated(bool outdated);
    void askLeave(const LongRun& run);
    void dropLeftOver();
    void clearComplaints();

    Workspace& m_workspace;
    QTimer m_delay;
    QTimer m_leftOver; ///< runs while the previous model's picture may stay
    WorkerThread m_thread;
    std::stop_source m_stop;
    SiteSet m_needs;
    SiteSet m_recorded; ///< what the latest run recorded
    std::shared_ptr<ReferenceCache> m_references;
    Opener* m_opener;
    FileWriter* m_writer;
    BranchRunner* m_branches;
    PassRunner* m_passes;
    PlainResult m_plain;
    Document m_running; ///< document of the latest run
    /// The latest finished run.
    struct
    {
        Document document;
        std::weak_ptr<const Model> model;
        quint64 request = 0;
    } m_finished;
    double m_unaskedSeconds, m_mostSeconds; ///< limits without asking: for any text, for this one
    std::chrono::milliseconds m_layersAfter;
    double m_asked = 0; ///< expected seconds of the run that was held back
    bool m_again = false; ///< the shown result is being run again to record more
    bool m_outdated = false;
    quint64 m_newest = 0;
    std::optional<Notice> m_complaint; ///< from the latest run that failed
    std::optional<Notice> m_past; ///< error from before the latest change of the document
    std::vector<std::string> m_warned; ///< TraceInfo::warnings of the latest run
};

} // namespace headlight
