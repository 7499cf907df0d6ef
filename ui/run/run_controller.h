#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/record_plan.h"
#include "ui/run/opening.h"
#include "ui/run/run_job.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

class SweepRunner;

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

    /// Opens a model folder in the background; the model in use stays until the new one is ready. One that
    /// would take more memory than there is to spare is not opened, but told of (largeModelFound), unless
    /// that is allowed.
    void openModel(const std::filesystem::path& folder, const OpenOptions& options = {});
    /// Bytes that a model may take without a question; 0: most of what the machine can spare.
    void setMemoryToSpare(qint64 bytes) { m_memoryToSpare = bytes; }
    /// Opens a trace file in the background and shows its first sentence. There is no model then, so
    /// nothing is run until one is chosen.
    void openTrace(const std::filesystem::path& file);
    bool isOpening() const { return m_opening; }
    /// No run is going on, and none is about to start: the snapshot is that of the document.
    bool isSettled() const { return !m_delay.isActive() && !m_workspace.isRunning(); }

    /// Writes a file in the background, beside any run. The end is a notice: where the file is, or what
    /// went wrong. `work` must own all that it needs.
    void writeFile(const QString& path, std::function<Result<void>()> work);

public slots:
    /// Stops the run, or the opening of a model where there is one.
    void cancel();

signals:
    /// total = 0: not known. At most 20 times a second.
    void progressed(const QString& what, qint64 done, qint64 total);
    void openingChanged();
    void modelOpened(const QString& folder);
    /// Opening stopped there: ask, and open again with what was answered.
    void largeModelFound(const headlight::LargeModel& model);
    void traceOpened(const QString& file);

private:
    void documentChanged(const Document& before);
    void modelChanged();
    void schedule(int milliseconds);
    void start();
    void receive(quint64 id, const std::shared_ptr<const Snapshot>& snapshot);
    std::shared_ptr<const Snapshot> knownPlain(const Document& document) const;
    void rememberPlain(const Snapshot& snapshot);
    void fail(quint64 id, const Notice& notice);
    void receiveModel(quint64 id, const Result<std::shared_ptr<const Model>>& model, const QString& folder);
    void receiveTraces(quint64 id, const Result<std::vector<Trace>>& traces, const QString& file);
    void receiveLarge(quint64 id, const LargeModel& model);
    void endLoad();
    quint64 beginLoad();
    Job makeJob(const std::stop_source& stop);

    Workspace& m_workspace;
    QTimer m_delay;
    QThreadPool m_runs, m_loads, m_files; ///< one thread each: a slow load never delays a run
    std::stop_source m_stopRun, m_stopLoad;
    SiteSet m_needs;
    SiteSet m_recorded; ///< by the newest run
    std::shared_ptr<ReferenceCache> m_references;
    /// The newest run without edits: of which document, by which model, with what recorded.
    struct
    {
        Document document;
        std::weak_ptr<const Model> model;
        SiteSet sites;
        std::shared_ptr<const Snapshot> snapshot;
    } m_plain;
    Document m_running; ///< the document of the newest run
    /// The newest finished run.
    struct
    {
        Document document;
        std::weak_ptr<const Model> model;
        quint64 request = 0;
    } m_finished;
    bool m_again = false; ///< the newest run records more of what is shown, whole, already
    quint64 m_newest = 0, m_newestLoad = 0;
    qint64 m_memoryToSpare = 0;
    bool m_opening = false;
    bool m_complained = false; ///< the notice that is shown came from a run
    std::vector<std::string> m_warned; ///< TraceInfo::warnings of the newest run
};

} // namespace headlight
