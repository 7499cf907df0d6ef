#include "ui/run/opener.h"

#include "core/base/machine.h"
#include "core/io/excerpt.h"
#include "core/model/adapter/adapter.h"
#include "core/model/memory_estimate.h"
#include "core/model/model_library.h"
#include "core/tracefile/trace_file.h"
#include "ui/run/model_facts.h"
#include "ui/run/notices.h"
#include "ui/run/reporting_job.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <QFileInfo>
#include <QLocale>

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

/// Share of the spare memory that a model may take without asking: runs need room, too.
constexpr double kSpareShare = 0.8;
constexpr std::size_t kLongestBaseName = 300; ///< bytes shown

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

void Opener::start(const char* field, const std::filesystem::path& path, Work work,
                   std::function<void(const Error&)> fail)
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_opening = true;
    emit openingChanged();
    const Job job = reportingJob(this, m_stop.get_token(), std::bind_front(&Opener::progressed, this));
    m_thread.start([this, id = ++m_newest, field, path, job, work = std::move(work), fail = std::move(fail)] {
        const Reply reply = [this, id](std::function<void()> what) {
            headlight::post(this, [this, id, what = std::move(what)] {
                if (id != m_newest)
                    return;
                end();
                what();
            });
        };
        const auto refuse = [&](const Error& fault) { reply([fail, fault] { fail(fault); }); };
        try {
            work(job, reply);
        } catch (const std::bad_alloc&) {
            refuse({ErrorCode::kOutOfMemory, "there is not enough memory for it", path.string(), {}, {}});
        } catch (const std::exception& fault) {
            refuse(badArgument(field, fault.what()));
        }
    });
}

void Opener::end()
{
    m_opening = false;
    emit openingChanged();
}

void Opener::openModel(const std::filesystem::path& folder, const OpenOptions& options)
{
    const auto receive
        = [this, name = pathInWords(folder)](const Result<std::shared_ptr<const Model>>& model) {
              receiveModel(model, name);
          };
    const auto open = [=, this, spare = m_memoryToSpare](const Job& job, const Reply& reply) {
        if (const auto large = options.largeAllowed ? std::nullopt : findLarge(folder, options, spare, job))
            reply([this, large] { emit largeModelFound(*large); });
        else
            reply([receive, model = openAsAsked(folder, options, job)] { receive(model); });
    };
    start("model", folder, open, receive);
}

void Opener::receiveModel(const Result<std::shared_ptr<const Model>>& model, const QString& folder)
{
    if (!model) {
        m_workspace.setNotice(noticeFor(model.error(), Attempt::kOpenModel));
        if (model.error().code == ErrorCode::kFileNotFound && model.error().field == kAdapterBaseField) {
            const auto config = readAdapterConfig(folder.toStdString());
            const std::string base = config ? bounded(config->base, kLongestBaseName) : std::string();
            emit baseWanted({folder, QString::fromStdString(base)});
        }
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
    OpenTraceOptions options;
    if (!tokens.empty())
        options.tokens = tokens;
    m_import = {};
    const QString name = pathInWords(file);
    const auto receive
        = [this, name](const Result<std::vector<Trace>>& traces) { receiveTraces(traces, name); };
    const auto open = [=, this](const Job& job, const Reply& reply) {
        const auto read = headlight::openTrace(file, options, job);
        if (!read)
            reply([receive, fault = read.error()] { receive(fault); });
        else if (read->imported)
            reply([this, opened = *read, name] { receiveImport(opened, name); });
        else
            reply([receive, traces = read->traces] { receive(traces); });
    };
    start("trace", file, open, receive);
}

void Opener::receiveImport(const OpenedTrace& opened, const QString& file)
{
    constexpr std::size_t kTokensShown = 16;
    m_import = {m_newest, opened.traces, file};
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
    if (import.traces.empty() || import.id != m_newest)
        return;
    end();
    receiveTraces(import.traces, import.file);
}

void Opener::receiveTraces(const Result<std::vector<Trace>>& traces, const QString& file)
{
    if (!traces || traces->empty()) {
        const Error empty = badFile(file.toStdString(), "", "holds no sentence");
        m_workspace.setNotice(noticeFor(traces ? empty : traces.error(), Attempt::kOpenTrace));
        return;
    }
    m_workspace.setModel(nullptr); // stops runs
    m_sentences = *traces;
    m_sentencesId = m_newest;
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

Result<std::shared_ptr<const Model>> openAsAsked(const std::filesystem::path& folder,
                                                 const OpenOptions& options, const Job& job)
{
    LoadOptions load{.precision = options.precision};
    if (options.base.empty() || !isAdapterFolder(folder))
        return loadModel(folder, load, job);
    load.adapter = folder;
    return loadModel(options.base, load, job);
}

std::optional<LargeModel> findLarge(const std::filesystem::path& folder, const OpenOptions& options,
                                    qint64 spare, const Job& job)
{
    const Job quiet{job.stop, {}, {}}; // opening itself warns and reports
    std::filesystem::path weights = folder;
    if (isAdapterFolder(folder)) { // the base is what takes the memory
        const auto base
            = options.base.empty() ? adapterBase(folder) : Result<std::filesystem::path>(options.base);
        if (!base)
            return std::nullopt;
        weights = *base;
    }
    const auto estimate = estimateMemory(weights, options.precision, quiet);
    if (!estimate)
        return std::nullopt;
    const qint64 available = availableMemory();
    const qint64 limit
        = spare > 0 ? spare : static_cast<qint64>(kSpareShare * static_cast<double>(available));
    if (estimate->heldBytes() <= limit)
        return std::nullopt;
    return LargeModel{.folder = QString::fromStdString(folder.string()),
                      .name = QString::fromStdString(modelNameOf(folder)),
                      .needed = estimate->heldBytes(),
                      .neededHalf = estimate->storedBytes < estimate->heldBytes() ? estimate->storedBytes : 0,
                      .available = available,
                      .physical = physicalMemory()};
}

QString bytesInWords(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, bytes < 1'000'000 ? 0 : 1, QLocale::DataSizeSIFormat);
}

} // namespace headlight
