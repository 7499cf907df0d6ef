#include "ui/run/run_controller.h"

#include "core/model/model.h"
#include "core/run/references.h"
#include "ui/background/once_after.h"
#include "ui/run/branch_runner.h"
#include "ui/run/experiment_runner.h"
#include "ui/run/file_writer.h"
#include "ui/run/notices.h"
#include "ui/run/opener.h"
#include "ui/run/pass_runner.h"
#include "ui/run/reporting_job.h"
#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <utility>

namespace headlight {

namespace {

constexpr int kTypingDelay = 15; ///< milliseconds: keys pressed in quick succession make one run

/// Milliseconds that the picture of the previous model stays, so that a fast model replaces it directly.
constexpr int kLeftOverTime = 250;

constexpr double kUnaskedSeconds = 60; ///< a run expected to take longer waits for permission

/// What the heatmap and the thumbnails always need.
const SiteSet kAlways{Site::kWeights, Site::kScores, Site::kMask};

} // namespace

RunController::RunController(Workspace& workspace)
    : m_workspace(workspace)
    , m_needs(kAlways)
    , m_references(std::make_shared<ReferenceCache>())
    , m_opener(new Opener(workspace, this))
    , m_writer(new FileWriter(workspace, this))
    , m_branches(new BranchRunner(
          workspace, m_references, [this] { return m_needs; }, this))
    , m_passes(new PassRunner(workspace, m_thread, this))
    , m_unaskedSeconds(kUnaskedSeconds)
    , m_mostSeconds(kUnaskedSeconds)
    , m_layersAfter(RunInput{}.layersAfter)
{
    new ExperimentRunner(workspace, *m_writer, this);
    m_delay.setSingleShot(true);
    m_delay.setTimerType(Qt::PreciseTimer);
    onceAfter(m_leftOver, kLeftOverTime, this, &RunController::dropLeftOver);
    m_passes->askAbove(kUnaskedSeconds);
    connect(m_opener, &Opener::progressed, this, &RunController::progressed);
    connect(m_passes, &PassRunner::progressed, this, &RunController::progressed);
    connect(m_passes, &PassRunner::leaveWanted, this, &RunController::leaveWanted);
    connect(&m_delay, &QTimer::timeout, this, &RunController::start);
    connect(&workspace, &Workspace::documentChanged, this, &RunController::documentChanged);
    connect(&workspace, &Workspace::modelChanged, this, &RunController::modelChanged);
    connect(&workspace, &Workspace::snapshotChanged, this, [this] { setOutdated(false); });
}

RunController::~RunController()
{
    m_stop.request_stop();
    m_passes->stop();
    m_thread.clear();
    m_thread.wait();
}

void RunController::askAbove(double seconds)
{
    m_mostSeconds = m_unaskedSeconds = seconds;
    m_passes->askAbove(seconds);
}

void RunController::setNeeds(const SiteSet& needs)
{
    m_needs = needs | kAlways;
    if (!recordsAll(m_recorded, m_needs) && m_newest > 0)
        schedule(0);
}

void RunController::documentChanged(const Document& before)
{
    Document typed = before;
    typed.text = m_workspace.document().text;
    typed.pair = m_workspace.document().pair;
    typed.target = m_workspace.document().target;
    typed.line = m_workspace.document().line;
    typed.dialogue = m_workspace.document().dialogue;
    typed.forced = m_workspace.document().forced;
    const bool typing = typed == m_workspace.document() && before.forced == typed.forced;
    // Moving the cursor within a line, or over blank lines, does not change what is shown.
    if (typing && before.dialogue == typed.dialogue && before.text == typed.text && before.pair == typed.pair
        && before.target == typed.target) {
        const QStringList lines = typed.text.split(QLatin1Char('\n'));
        if (shownLine(lines, before.line) == shownLine(lines, typed.line))
            return;
    }
    // Renaming a branch does not change the decoding.
    if (shownPart(before) == shownPart(m_workspace.document())
        && before.branches.current == m_workspace.document().branches.current)
        return;
    m_past = m_workspace.notice();
    schedule(typing ? kTypingDelay : 0);
}

void RunController::modelChanged()
{
    if (m_workspace.model() == nullptr)
        stopRun();
    else if (!m_workspace.snapshot()->trace.isNull())
        m_leftOver.start();
    m_warned.clear();
    m_mostSeconds = m_unaskedSeconds;
    // Token ids and head addresses of one model mean nothing in another.
    Document next = withoutTokens(m_workspace.document());
    next.interventions.list.clear();
    m_workspace.apply(next, {});
    m_past.reset(); // keep the notices from opening this model
    schedule(0);
}

// Title, status and facts already describe another model: do not show results of the previous one.
void RunController::dropLeftOver()
{
    m_leftOver.stop();
    m_workspace.publish(nullptr);
}

void RunController::schedule(int milliseconds)
{
    if (m_workspace.model() != nullptr)
        m_delay.start(milliseconds);
}

void RunController::start()
{
    if (m_workspace.model() == nullptr)
        return;
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_running = m_workspace.document();
    m_again = m_finished.request > 0 && m_finished.request == m_workspace.snapshot()->request
        && m_finished.model.lock() == m_workspace.model()
        && shownPart(m_finished.document) == shownPart(m_running);
    RunInput input{++m_newest,
                   m_workspace.model(),
                   m_running,
                   m_needs,
                   m_plain.find(m_running, m_workspace.model(), m_needs),
                   m_references,
                   m_mostSeconds,
                   m_layersAfter};
    m_recorded = m_needs;
    m_workspace.setRunning(true);
    // The destructor waits for the pool: `this` outlives the job. Qt drops what is posted to a dead object.
    m_thread.start(
        [this, input = std::move(input),
         job = reportingJob(this, m_stop.get_token(), std::bind_front(&RunController::progressed, this))] {
            const auto reply = [this, id = input.id](auto what) {
                headlight::post(this, [this, id, what] {
                    if (id == m_newest)
                        what();
                });
            };
            const auto post = [&](const std::shared_ptr<const Snapshot>& snapshot, bool last) {
                reply([this, snapshot, last] { receive(snapshot, last); });
            };
            const auto refuse = [&](const Notice& notice) { reply([this, notice] { fail(notice); }); };
            bool asked = false;
            const auto tooLong = [&](const LongRun& run) {
                asked = true;
                reply([this, run] { askLeave(run); });
            };
            if (job.stopped())
                return;
            // An exception is a bug in this program; it must not leave the thread.
            try {
                const auto result = runDocument(
                    input, job, [&](const auto& snapshot) { post(snapshot, false); }, tooLong);
                if (result)
                    post(*result, true);
                else if (!asked)
                    refuse(noticeFor(result.error(), Attempt::kRun));
            } catch (const std::exception& fault) {
                refuse(internalNotice(fault.what()));
            }
        });
}

void RunController::receive(const std::shared_ptr<const Snapshot>& snapshot, bool last)
{
    // A run that only records more replaces the shown result once it is complete.
    if (m_again && !snapshot->finished)
        return;
    m_leftOver.stop();
    clearComplaints();
    m_workspace.publish(snapshot);
    if (!snapshot->finished)
        return;
    m_finished = {m_running, m_workspace.model(), snapshot->request};
    m_plain.remember(*snapshot, m_running, m_workspace.model(), m_recorded);
    if (last)
        m_workspace.setRunning(false);
    m_branches->noteShown(m_running, *snapshot);
    // Warn once, not at every key: whatever is wrong with the model's numbers stays wrong.
    if (!snapshot->trace.isNull() && snapshot->trace.info().warnings != m_warned) {
        m_warned = snapshot->trace.info().warnings;
        if (const auto notice = noticeOf(m_warned))
            m_workspace.setNotice(notice);
    }
}

// Earlier errors, of a run or of anything else, are over once the user has gone on and a run succeeds.
void RunController::clearComplaints()
{
    const std::optional<Notice>& shown = m_workspace.notice();
    const auto is = [&shown](const std::optional<Notice>& notice) {
        return notice && shown && shown->text == notice->text;
    };
    if (is(m_complaint) || (is(m_past) && m_past->error))
        m_workspace.setNotice(std::nullopt);
    m_complaint.reset();
    m_past.reset();
}

void RunController::fail(const Notice& notice)
{
    m_workspace.setRunning(false);
    Notice said = notice;
    if (m_leftOver.isActive())
        dropLeftOver();
    else if (!m_workspace.snapshot()->trace.isNull()) {
        said.advice
            = (said.advice + QLatin1Char(' ') + tr("The views still show the last result.")).trimmed();
        setOutdated(!m_again);
    }
    m_workspace.setNotice(said);
    m_complaint = said;
}

void RunController::setOutdated(bool outdated)
{
    if (std::exchange(m_outdated, outdated) != outdated)
        emit outdatedChanged(outdated);
}

void RunController::askLeave(const LongRun& run)
{
    m_asked = run.seconds;
    m_passes->forgetHeld();
    const auto minutes = static_cast<int>(std::lround(run.seconds / 60));
    fail({tr("Not run yet: %1 tokens would take about %n minute(s).", nullptr, std::max(minutes, 1))
              .arg(run.tokens),
          {},
          false});
    emit leaveWanted();
}

// Doubling the limit avoids asking again when the text grows a little.
void RunController::runAnyway()
{
    m_workspace.setNotice(std::nullopt);
    if (m_passes->runHeld())
        return;
    m_mostSeconds = std::max(m_mostSeconds, 2 * m_asked);
    schedule(0);
}

void RunController::cancel()
{
    if (m_opener->isOpening())
        m_opener->cancel();
    else if (isSettled())
        m_passes->cancel();
    else {
        setOutdated(!m_again && m_workspace.snapshot()->request != m_newest
                    && !m_workspace.snapshot()->trace.isNull());
        stopRun();
    }
}

void RunController::stopRun()
{
    m_delay.stop();
    m_stop.request_stop();
    ++m_newest; // drops what the run still sends
    m_workspace.setRunning(false);
    if (m_leftOver.isActive())
        dropLeftOver();
}

} // namespace headlight
