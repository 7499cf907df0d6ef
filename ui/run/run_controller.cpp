#include "ui/run/run_controller.h"

#include "core/model/model.h"
#include "core/run/references.h"
#include "core/trace/trace_file.h"
#include "ui/run/branch_runner.h"
#include "ui/run/model_facts.h"
#include "ui/run/notices.h"
#include "ui/run/sweep_runner.h"
#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <chrono>
#include <exception>
#include <mutex>
#include <new>

namespace headlight {

namespace {

constexpr int kTypingDelay = 15; ///< milliseconds: several keys of one moment make one run
constexpr std::chrono::milliseconds kProgressInterval{50};

/// What the heatmap and the thumbnails always need.
const SiteSet kAlways{Site::kWeights, Site::kScores, Site::kMask};

bool covers(const SiteSet& all, const SiteSet& some)
{
    return (all | some) == all;
}

QString toQString(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

} // namespace

RunController::RunController(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_needs(kAlways)
    , m_references(std::make_shared<ReferenceCache>())
{
    new SweepRunner(workspace, this);
    new BranchRunner(
        workspace, [this] { return m_needs; }, this);
    m_runs.setMaxThreadCount(1);
    m_loads.setMaxThreadCount(1);
    m_files.setMaxThreadCount(1);
    m_delay.setSingleShot(true);
    m_delay.setTimerType(Qt::PreciseTimer);
    connect(&m_delay, &QTimer::timeout, this, &RunController::start);
    connect(&workspace, &Workspace::documentChanged, this, &RunController::documentChanged);
    connect(&workspace, &Workspace::modelChanged, this, &RunController::modelChanged);
}

RunController::~RunController()
{
    m_stopRun.request_stop();
    m_stopLoad.request_stop();
    m_runs.clear();
    m_loads.clear();
    m_runs.waitForDone();
    m_loads.waitForDone();
    m_files.waitForDone(); // a file that was begun is finished
}

void RunController::setNeeds(const SiteSet& needs)
{
    m_needs = needs | kAlways;
    if (!covers(m_recorded, m_needs) && m_newest > 0)
        schedule(0);
}

void RunController::documentChanged(const Document& before)
{
    Document typed = before;
    typed.text = m_workspace.document().text;
    typed.pair = m_workspace.document().pair;
    typed.target = m_workspace.document().target;
    typed.line = m_workspace.document().line;
    typed.forced = m_workspace.document().forced;
    const bool typing = typed == m_workspace.document() && before.forced == typed.forced;
    // Moving the cursor within a single line, or over blank lines, changes nothing that is shown.
    if (typing && before.text == typed.text && before.pair == typed.pair && before.target == typed.target) {
        const QStringList lines = typed.text.split(QLatin1Char('\n'));
        if (shownLine(lines, before.line) == shownLine(lines, typed.line))
            return;
    }
    // A branch that gets another name is the same decoding.
    if (shownPart(before) == shownPart(m_workspace.document())
        && before.branches.current == m_workspace.document().branches.current)
        return;
    schedule(typing ? kTypingDelay : 0);
}

void RunController::modelChanged()
{
    // Token ids and head addresses of one model mean nothing in another.
    Document next = withoutTokens(m_workspace.document());
    next.interventions.list.clear();
    m_workspace.apply(next, {});
    schedule(0);
}

void RunController::schedule(int milliseconds)
{
    if (m_workspace.model() != nullptr)
        m_delay.start(milliseconds);
}

Job RunController::makeJob(const std::stop_source& stop)
{
    Job job;
    job.stop = stop.get_token();
    auto last = std::make_shared<std::chrono::steady_clock::time_point>();
    auto lock = std::make_shared<std::mutex>();
    job.progress = [this, last, lock, token = stop.get_token()](const Progress& progress) {
        {
            const std::scoped_lock guard(*lock);
            const auto now = std::chrono::steady_clock::now();
            if (token.stop_requested() || now - *last < kProgressInterval)
                return;
            *last = now;
        }
        QMetaObject::invokeMethod(
            this,
            [this, token, what = QString::fromStdString(progress.what), done = progress.done,
             total = progress.total] {
                if (!token.stop_requested())
                    emit progressed(what, done, total);
            },
            Qt::QueuedConnection);
    };
    return job;
}

void RunController::start()
{
    if (m_workspace.model() == nullptr)
        return;
    m_stopRun.request_stop();
    m_stopRun = std::stop_source();
    m_running = m_workspace.document();
    m_again = m_finished.request > 0 && m_finished.request == m_workspace.snapshot()->request
        && m_finished.model.lock() == m_workspace.model()
        && shownPart(m_finished.document) == shownPart(m_running);
    RunInput input{++m_newest, m_workspace.model(), m_running, m_needs, knownPlain(m_running), m_references};
    m_recorded = m_needs;
    m_workspace.setRunning(true);
    // The destructor waits for the pool, so `this` outlives the job; what is posted to a dead object
    // is dropped by Qt.
    m_runs.start([this, input = std::move(input), job = makeJob(m_stopRun)] {
        const quint64 id = input.id;
        const auto post = [this, id](std::shared_ptr<const Snapshot> snapshot) {
            QMetaObject::invokeMethod(
                this, [this, id, snapshot = std::move(snapshot)] { receive(id, snapshot); },
                Qt::QueuedConnection);
        };
        const auto postNotice = [this, id](const Notice& notice) {
            QMetaObject::invokeMethod(
                this, [this, id, notice] { fail(id, notice); }, Qt::QueuedConnection);
        };
        if (job.stopped())
            return;
        // One of the two doors at which exceptions, which are faults of our own, are caught.
        try {
            Result<std::shared_ptr<const Snapshot>> result = runDocument(input, job, post);
            if (result)
                post(*std::move(result));
            else
                postNotice(noticeFor(result.error(), Attempt::kRun));
        } catch (const std::exception& fault) {
            postNotice(internalNotice(fault.what()));
        }
    });
}

void RunController::receive(quint64 id, const std::shared_ptr<const Snapshot>& snapshot)
{
    // What is shown stays whole until all of it is there with more recorded.
    if (id != m_newest || (m_again && !snapshot->finished))
        return;
    m_workspace.publish(snapshot);
    if (!snapshot->finished)
        return;
    m_finished = {m_running, m_workspace.model(), snapshot->request};
    rememberPlain(*snapshot);
    m_workspace.setRunning(false);
    if (m_complained)
        m_workspace.setNotice(std::nullopt);
    m_complained = false;
}

std::shared_ptr<const Snapshot> RunController::knownPlain(const Document& document) const
{
    Document plain = shownPart(document);
    plain.interventions = {};
    const bool same = m_plain.snapshot != nullptr && m_plain.document == plain
        && m_plain.model.lock() == m_workspace.model() && covers(m_plain.sites, m_needs);
    return same ? m_plain.snapshot : nullptr;
}

void RunController::rememberPlain(const Snapshot& snapshot)
{
    const bool edited = !m_running.interventions.empty();
    if (edited && snapshot.unedited == nullptr)
        return;
    m_plain.document = shownPart(m_running);
    m_plain.document.interventions = {};
    m_plain.model = m_workspace.model();
    m_plain.sites = m_recorded;
    m_plain.snapshot = edited ? snapshot.unedited : std::make_shared<const Snapshot>(snapshot);
}

void RunController::fail(quint64 id, const Notice& notice)
{
    if (id != m_newest)
        return;
    m_workspace.setRunning(false);
    m_workspace.setNotice(notice);
    m_complained = true;
}

quint64 RunController::beginLoad()
{
    m_stopLoad.request_stop();
    m_stopLoad = std::stop_source();
    m_opening = true;
    emit openingChanged();
    return ++m_newestLoad;
}

void RunController::endLoad()
{
    m_opening = false;
    emit openingChanged();
}

void RunController::openModel(const std::filesystem::path& folder, const OpenOptions& options)
{
    const quint64 id = beginLoad();
    const qint64 spare = m_memoryToSpare;
    m_loads.start([this, id, folder, options, spare, job = makeJob(m_stopLoad)] {
        const auto post = [this, id, &folder](const Result<std::shared_ptr<const Model>>& model) {
            QMetaObject::invokeMethod(
                this, [this, id, model, name = toQString(folder)] { receiveModel(id, model, name); },
                Qt::QueuedConnection);
        };
        try {
            const auto large
                = options.largeAllowed ? std::nullopt : findLarge(folder, options.precision, spare, job);
            if (large)
                QMetaObject::invokeMethod(
                    this, [this, id, large = *large] { receiveLarge(id, large); }, Qt::QueuedConnection);
            else
                post(loadModel(folder, loadOptions(options.precision), job));
        } catch (const std::bad_alloc&) {
            post(
                Error{ErrorCode::kOutOfMemory, "there is not enough memory for it", folder.string(), {}, {}});
        } catch (const std::exception& fault) {
            post(badArgument("model", fault.what()));
        }
    });
}

void RunController::receiveLarge(quint64 id, const LargeModel& model)
{
    if (id != m_newestLoad)
        return;
    endLoad();
    emit largeModelFound(model);
}

void RunController::receiveModel(quint64 id, const Result<std::shared_ptr<const Model>>& model,
                                 const QString& folder)
{
    if (id != m_newestLoad)
        return;
    endLoad();
    if (!model) {
        m_complained = false;
        m_workspace.setNotice(noticeFor(model.error(), Attempt::kOpenModel));
        return;
    }
    m_workspace.setNotice(std::nullopt);
    m_workspace.setModel(*model, [model = *model] { return describeModel(*model); });
    emit modelOpened(folder);
}

void RunController::openTrace(const std::filesystem::path& file)
{
    const quint64 id = beginLoad();
    m_loads.start([this, id, file, job = makeJob(m_stopLoad)] {
        const auto post = [this, id, &file](const Result<std::vector<Trace>>& traces) {
            QMetaObject::invokeMethod(
                this, [this, id, traces, name = toQString(file)] { receiveTraces(id, traces, name); },
                Qt::QueuedConnection);
        };
        try {
            auto read = readTraceFile(file, job);
            if (read)
                post(std::move(read->traces));
            else
                post(read.error());
        } catch (const std::exception& fault) {
            post(badArgument("trace", fault.what()));
        }
    });
}

void RunController::receiveTraces(quint64 id, const Result<std::vector<Trace>>& traces, const QString& file)
{
    if (id != m_newestLoad)
        return;
    endLoad();
    m_complained = false;
    if (!traces || traces->empty()) {
        const Error empty = badFile(file.toStdString(), "", "holds no sentence");
        m_workspace.setNotice(noticeFor(traces ? empty : traces.error(), Attempt::kOpenTrace));
        return;
    }
    m_delay.stop();
    m_stopRun.request_stop();
    m_workspace.setRunning(false);
    m_workspace.setModel(nullptr);
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = ++m_newest; // what a run still says is dropped
    snapshot->trace = traces->front();
    snapshot->finished = true;
    snapshot->lanes = static_cast<int>(traces->size());
    m_workspace.publish(std::move(snapshot));
    m_workspace.setNotice(Notice{tr("This is the trace file %1, recorded with %2; sentence 1 of %3 is shown.")
                                     .arg(file, QString::fromStdString(traces->front().info().model))
                                     .arg(traces->size()),
                                 tr("Choose a model above to type again."), false});
    emit traceOpened(file);
}

void RunController::writeFile(const QString& path, std::function<Result<void>()> work)
{
    m_files.start([this, path, work = std::move(work)] {
        Notice notice{tr("Saved: %1").arg(path), {}, false};
        try {
            if (const Result<void> done = work(); !done)
                notice = noticeFor(done.error(), Attempt::kExport);
        } catch (const std::exception& fault) {
            notice = internalNotice(fault.what());
        }
        QMetaObject::invokeMethod(
            this,
            [this, notice] {
                m_complained = false;
                m_workspace.setNotice(notice);
            },
            Qt::QueuedConnection);
    });
}

void RunController::cancel()
{
    if (m_opening) {
        m_stopLoad.request_stop();
        return; // the loader answers with kCancelled
    }
    m_delay.stop();
    m_stopRun.request_stop();
    ++m_newest;
    m_workspace.setRunning(false);
}

} // namespace headlight
