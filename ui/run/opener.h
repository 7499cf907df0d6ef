#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace.h"
#include "ui/background/worker_thread.h"
#include "ui/run/opening.h"

#include <QMetaType>
#include <QObject>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <memory>
#include <stop_token>
#include <vector>

namespace headlight {

class Model;
struct OpenedTrace;
class Workspace;

/// What was read from another program's attention file, before it is shown.
struct ImportFound
{
    QString file;
    QStringList attention; ///< "decoder.self: 12 layers × 12 heads × 34 queries × 34 keys (weights)"
    int sentences = 1;
    QStringList tokens; ///< first tokens of the first sentence
    qsizetype allTokens = 0; ///< number of tokens in the first sentence
    QStringList warnings;
};

/// Opens models and trace files in the background and puts them into the workspace. The latest request wins.
/// UI thread only.
class Opener : public QObject
{
    Q_OBJECT
public:
    explicit Opener(Workspace& workspace, QObject* parent = nullptr);
    /// Stops and waits.
    ~Opener() override;

    /// The current model stays until the new one is ready. Models that need more memory than the machine can
    /// spare are not opened unless `options` allow it; largeModelFound reports them.
    void openModel(const std::filesystem::path& folder, const OpenOptions& options = {});
    /// Bytes that a model may take without asking; 0 = most of what the machine can spare.
    void setMemoryToSpare(qint64 bytes) { m_memoryToSpare = bytes; }
    /// Shows the first sentence of a trace, and showSentence() its others: a trace file, a folder of shards,
    /// or attention from another program (core/tracefile/trace_file.h), which importFound reports first.
    /// There is then no model, so nothing runs until the user chooses one. tokens: a file with the tokens for
    /// such attention; empty = the tokens beside it.
    void openTrace(const std::filesystem::path& file, const std::filesystem::path& tokens = {});
    /// Shows what importFound reported, unless something else has been opened since.
    void acceptImport();
    /// The sentences of the trace file that was opened last; empty once a model is open.
    const std::vector<Trace>& sentences() const { return m_sentences; }
    /// Shows another of them, from 0; does nothing if there is no such sentence.
    void showSentence(int sentence);
    bool isOpening() const { return m_opening; }
    /// Folder of the current model; for a model with an adapter, that of its base; empty = none.
    QString currentFolder() const;
    void cancel();

signals:
    /// total = 0: unknown. At most 20 times a second.
    void progressed(const QString& what, qint64 done, qint64 total);
    void openingChanged();
    /// Opening stopped: ask the user, then open again with the answer.
    void largeModelFound(const headlight::LargeModel& model);
    /// Likewise: an adapter's base is not where the adapter says.
    void baseWanted(const headlight::BaseWanted& wanted);
    /// Opening stopped: ask the user, then call acceptImport().
    void importFound(const headlight::ImportFound& found);

private:
    quint64 begin();
    void end();
    Job job();
    void receiveModel(quint64 id, const Result<std::shared_ptr<const Model>>& model, const QString& folder);
    void receiveTraces(quint64 id, const Result<std::vector<Trace>>& traces, const QString& file);
    void publishSentence(int sentence);
    void receiveImport(quint64 id, const OpenedTrace& opened, const QString& file);
    void receiveLarge(quint64 id, const LargeModel& model);

    Workspace& m_workspace;
    WorkerThread m_thread; ///< a separate thread, so that slow files never delay a run
    std::stop_source m_stop;
    quint64 m_newest = 0;
    qint64 m_memoryToSpare = 0;
    bool m_opening = false;
    struct Import
    {
        quint64 id = 0;
        std::vector<Trace> traces;
        QString file;
    };
    Import m_import; ///< waits for acceptImport()
    std::vector<Trace> m_sentences;
    quint64 m_sentencesId = 0; ///< of the request that brought them
};

} // namespace headlight
