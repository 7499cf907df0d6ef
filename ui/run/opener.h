#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/trace/trace.h"
#include "ui/background/worker_thread.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace headlight {

class Model;
struct OpenedTrace;
class Workspace;

/// How a model is opened.
struct OpenOptions
{
    HeldPrecision precision = HeldPrecision::kWhatFits;
    bool largeAllowed = false; ///< the user knows that the model is large for this machine
    std::filesystem::path base = {}; ///< base of a LoRA adapter; empty = the one it names
};

/// A LoRA adapter whose base was not found.
struct BaseWanted
{
    QString adapter; ///< its folder
    QString base; ///< what it says about its base; may be empty
};

/// A model that needs more memory than the machine can spare.
struct LargeModel
{
    QString folder;
    QString name;
    qint64 needed = 0; ///< bytes of its weights as they would be held in memory
    qint64 neededHalf = 0; ///< the same in half precision; 0 = no smaller
    qint64 available = 0; ///< bytes still available to programs
    qint64 physical = 0; ///< bytes installed in the machine
};

/// Reads headers only. Nothing if the model is not large, or not readable (opening it then says why).
/// `spare`: bytes above which a model is large; 0 = most of what the machine can spare now.
std::optional<LargeModel> findLarge(const std::filesystem::path& folder, const OpenOptions& options,
                                    qint64 spare, const Job& job);

/// Opens a model, or an adapter over its base.
Result<std::shared_ptr<const Model>> openAsAsked(const std::filesystem::path& folder,
                                                 const OpenOptions& options, const Job& job);

/// "1.6 GB".
QString bytesInWords(qint64 bytes);

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

/// Opens models and traces for the workspace, in the background. The latest request wins. UI thread only.
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
    /// Shows the first sentence of a trace file, of a folder of shards, or of attention from another program,
    /// which importFound reports first; showSentence() shows the others. There is then no model, and nothing
    /// runs. tokens: a file with the tokens for such attention; empty = the tokens beside it.
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
    void cancel() { m_stop.request_stop(); } ///< the loader answers with kCancelled

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
    /// Ends opening and calls its argument on the UI thread, unless there is a newer request.
    using Reply = std::function<void(std::function<void()>)>;
    using Work = std::function<void(const Job&, const Reply&)>;
    /// Opens in the background. `field`: what an exception is the fault of.
    void start(const char* field, const std::filesystem::path& path, Work work,
               std::function<void(const Error&)> fail);
    void end();
    void receiveModel(const Result<std::shared_ptr<const Model>>& model, const QString& folder);
    void receiveTraces(const Result<std::vector<Trace>>& traces, const QString& file);
    void publishSentence(int sentence);
    void receiveImport(const OpenedTrace& opened, const QString& file);

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
