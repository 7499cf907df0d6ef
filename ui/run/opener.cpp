#include "ui/run/opener.h"

#include "core/model/model.h"
#include "core/tracefile/trace_file.h"
#include "ui/run/model_facts.h"
#include "ui/run/notices.h"
#include "ui/run/reporting_job.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <QFileInfo>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace headlight {

namespace {

/// Snapshots of trace files are numbered from here, far from those of runs, and those of each file in turn.
constexpr quint64 kTraceRequests = quint64{1} << 63;
constexpr quint64 kSentencesOfFile = quint64{1} << 32;

QString pathInWords(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

} // namespace

Opener::Opener(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{ }

Opener::~Opener()
{
    cancel();
    m_thread.clear();
    m_thread.wait();
}

QString Opener::currentFolder() const
{
    return m_workspace.model() != nullptr ? pathInWords(m_workspace.model()->folder()) : QString();
}

void Opener::cancel()
{
    m_stop.request_stop(); // the loader answers with kCancelled
}

Job Opener::job()
{
    return reportingJob(this, m_stop.get_token(), [this](const QString& what, qint64 done, qint64 total) {
        emit progressed(what, done, total);
    });
}

quint64 Opener::begin()
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_opening = true;
    emit openingChanged();
    return ++m_newest;
}

void Opener::end()
{
    m_opening = false;
    emit openingChanged();
}

void Opener::openModel(const std::filesystem::path& folder, const OpenOptions& options)
{
    const quint64 id = begin();
    const qint64 spare = m_memoryToSpare;
    m_thread.start([this, id, folder, options, spare, job = this->job()] {
        const auto post = [this, id, &folder](const Result<std::shared_ptr<const Model>>& model) {
            headlight::post(this,
                            [this, id, model, name = pathInWords(folder)] { receiveModel(id, model, name); });
        };
        try {
            const auto large = options.largeAllowed ? std::nullopt : findLarge(folder, options, spare, job);
            if (large)
                headlight::post(this, [this, id, large = *large] { receiveLarge(id, large); });
            else
                post(openAsAsked(folder, options, job));
        } catch (const std::bad_alloc&) {
            post(
                Error{ErrorCode::kOutOfMemory, "there is not enough memory for it", folder.string(), {}, {}});
        } catch (const std::exception& fault) {
            post(badArgument("model", fault.what()));
        }
    });
}

void Opener::receiveLarge(quint64 id, const LargeModel& model)
{
    if (id != m_newest)
        return;
    end();
    emit largeModelFound(model);
}

void Opener::receiveModel(quint64 id, const Result<std::shared_ptr<const Model>>& model,
                          const QString& folder)
{
    if (id != m_newest)
        return;
    end();
    if (!model) {
        m_workspace.setNotice(noticeFor(model.error(), Attempt::kOpenModel));
        if (const auto wanted = baseWantedAfter(model.error(), folder))
            emit baseWanted(*wanted);
        return;
    }
    m_workspace.setNotice(noticeOf((*model)->warnings()));
    m_sentences.clear();
    m_workspace.setModel(
        *model, [model = *model] { return describeModel(*model); },
        (*model)->adapter() == nullptr ? QString::fromStdString((*model)->folder().string()) : QString());
}

void Opener::openTrace(const std::filesystem::path& file, const std::filesystem::path& tokens)
{
    const quint64 id = begin();
    OpenTraceOptions options;
    if (!tokens.empty())
        options.tokens = tokens;
    m_import = {};
    m_thread.start([this, id, file, options, job = this->job()] {
        const auto post = [this, id, &file](const Result<std::vector<Trace>>& traces) {
            headlight::post(
                this, [this, id, traces, name = pathInWords(file)] { receiveTraces(id, traces, name); });
        };
        try {
            auto read = headlight::openTrace(file, options, job);
            if (read && read->imported)
                headlight::post(this, [this, id, opened = std::move(*read), name = pathInWords(file)] {
                    receiveImport(id, opened, name);
                });
            else if (read)
                post(std::move(read->traces));
            else
                post(read.error());
        } catch (const std::bad_alloc&) {
            post(Error{ErrorCode::kOutOfMemory, "there is not enough memory for it", file.string(), {}, {}});
        } catch (const std::exception& fault) {
            post(badArgument("trace", fault.what()));
        }
    });
}

void Opener::receiveImport(quint64 id, const OpenedTrace& opened, const QString& file)
{
    constexpr std::size_t kTokensShown = 16;
    if (id != m_newest)
        return;
    end();
    m_import = {id, opened.traces, file};
    ImportFound found;
    found.file = file;
    for (const std::string& line : traceInWords(opened))
        found.attention << QString::fromStdString(line);
    found.sentences = static_cast<int>(opened.traces.size());
    const Trace& first = opened.traces.front();
    const auto& tokens = first.tokens(first.info().encoder ? StackKind::kEncoder : StackKind::kDecoder);
    for (std::size_t i = 0; i < std::min(tokens.size(), kTokensShown); ++i)
        found.tokens << QString::fromStdString(tokens[i].text);
    found.allTokens = static_cast<qsizetype>(tokens.size());
    for (const std::string& warning : first.info().warnings)
        found.warnings << QString::fromStdString(warning);
    emit importFound(found);
}

void Opener::acceptImport()
{
    const Import import = std::exchange(m_import, {});
    if (!import.traces.empty())
        receiveTraces(import.id, import.traces, import.file);
}

void Opener::receiveTraces(quint64 id, const Result<std::vector<Trace>>& traces, const QString& file)
{
    if (id != m_newest)
        return;
    end();
    if (!traces || traces->empty()) {
        const Error empty = badFile(file.toStdString(), "", "holds no sentence");
        m_workspace.setNotice(noticeFor(traces ? empty : traces.error(), Attempt::kOpenTrace));
        return;
    }
    m_workspace.setModel(nullptr); // stops runs
    m_sentences = *traces;
    m_sentencesId = id;
    publishSentence(0);
    // What other programs wrote does not name its model, and is called like its file.
    const QString model = QString::fromStdString(traces->front().info().model);
    Notice opened{model == QFileInfo(file).completeBaseName()
                      ? tr("Trace file %1.").arg(file)
                      : tr("Trace file %1, recorded with %2.").arg(file, model),
                  tr("Choose a model above to type again."), false};
    if (traces->size() > 1)
        opened.text += QLatin1Char(' ')
            + tr("It has %1 sentences; the line with the cursor is shown.").arg(traces->size());
    if (const auto warned = noticeOf(traces->front().info().warnings))
        opened.text += QLatin1Char('\n') + warned->text;
    m_workspace.setNotice(opened);
    m_workspace.setTraceFile(file);
}

void Opener::showSentence(int sentence)
{
    if (m_workspace.showsOpenedTrace() && sentence >= 0
        && static_cast<std::size_t>(sentence) < m_sentences.size()
        && sentence != m_workspace.snapshot()->lane)
        publishSentence(sentence);
}

void Opener::publishSentence(int sentence)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = kTraceRequests + m_sentencesId * kSentencesOfFile + static_cast<quint64>(sentence);
    snapshot->trace = m_sentences[static_cast<std::size_t>(sentence)];
    snapshot->finished = true;
    snapshot->lane = sentence;
    snapshot->lanes = static_cast<int>(m_sentences.size());
    m_workspace.publish(std::move(snapshot));
}

} // namespace headlight
