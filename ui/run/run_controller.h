#pragma once

#include "core/trace/record_plan.h"
#include "ui/background/worker_thread.h"
#include "ui/run/plain_result.h"
#include "ui/state/document.h"
#include "ui/state/notice.h"

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
class ReferenceCache;
class Workspace;
struct LongRun;
struct Snapshot;

/// The bridge between the UI thread and the engine: listens to the workspace, runs the model in the
/// background, publishes snapshots. The newest input wins: older runs are stopped and what they still
/// say is dropped. Lives on the UI thread; its callbacks of jobs only post to it.
class RunController : public QObject
{
    Q_OBJECT
public:
    explicit RunController(Workspace& workspace, QObject* parent = nullptr);
    /// Stops everything and waits for it.
    ~RunController() override;

    /// What the visible views look at. What is missing in the shown snapshot is recorded by a new run.
    void setNeeds(const SiteSet& needs);

    /// No run is going on, and none is about to start: the snapshot is that of the document.
    bool isSettled() const;

    /// A run that is expected to take longer than this many seconds waits for leave; a minute by default.
    void askAbove(double seconds) { m_mostSeconds = m_unaskedSeconds = seconds; }

    /// A pass is shown layer by layer from so long after its beginning on; a second by default.
    void showLayersAfter(std::chrono::milliseconds time) { m_layersAfter = time; }

    Opener& opener() const { return *m_opener; }
    FileWriter& writer() const { return *m_writer; }

public slots:
    /// Stops the run, or the opening of a model where there is one.
    void cancel();
    /// Runs what was not begun because it would take long.
    void runAnyway();

signals:
    /// After the notice that says so: the run was not begun, since it would take long.
    void leaveWanted();
    /// Of runs and of opening. total = 0: not known. At most 20 times a second.
    void progressed(const QString& what, qint64 done, qint64 total);

private:
    void documentChanged(const Document& before);
    void modelChanged();
    void schedule(int milliseconds);
    void start();
    void stopRun();
    /// `last`: nothing more comes of this run.
    void receive(quint64 id, const std::shared_ptr<const Snapshot>& snapshot, bool last);
    void fail(quint64 id, const Notice& notice);
    void askLeave(quint64 id, const LongRun& run);
    void dropLeftOver();
    void clearComplaints();

    Workspace& m_workspace;
    QTimer m_delay;
    QTimer m_leftOver; ///< runs while the picture of the model before may still stay
    WorkerThread m_thread;
    std::stop_source m_stop;
    SiteSet m_needs;
    SiteSet m_recorded; ///< by the newest run
    std::shared_ptr<ReferenceCache> m_references;
    Opener* m_opener;
    FileWriter* m_writer;
    BranchRunner* m_branches;
    PlainResult m_plain;
    Document m_running; ///< the document of the newest run
    /// The newest finished run.
    struct
    {
        Document document;
        std::weak_ptr<const Model> model;
        quint64 request = 0;
    } m_finished;
    double m_unaskedSeconds, m_mostSeconds; ///< that a run may take unasked: of any text, of this one
    std::chrono::milliseconds m_layersAfter;
    double m_asked = 0; ///< seconds of the run that was not begun
    bool m_again = false; ///< what is shown is run again, to record more
    quint64 m_newest = 0;
    std::optional<Notice> m_complaint; ///< of the newest run that failed
    std::optional<Notice> m_past; ///< an error that was there before the newest change of the document
    std::vector<std::string> m_warned; ///< TraceInfo::warnings of the newest run
};

} // namespace headlight
