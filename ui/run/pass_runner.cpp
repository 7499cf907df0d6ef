#include "ui/run/pass_runner.h"

#include "core/analysis/effect.h"
#include "core/edit/recorded_edits.h"
#include "core/run/cell_effects.h"
#include "core/run/experiment_inputs.h"
#include "core/run/loss.h"
#include "core/run/pass_estimate.h"
#include "core/run/weighed_cells.h"
#include "core/run/word_order.h"
#include "ui/background/worker_thread.h"
#include "ui/run/notices.h"
#include "ui/run/reporting_job.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <limits>
#include <utility>

namespace headlight {

namespace {

/// A pass as two functions, made on the UI thread and called in the lane.
struct Work
{
    std::function<Result<double>()> seconds; ///< expected duration
    std::function<Result<PassBoard::Result>(const Job& job)> run;
    qsizetype tokens = 0;
};

template <typename Found>
Result<PassBoard::Result> forBoard(Result<Found> found)
{
    RETURN_IF_ERROR(found);
    return PassBoard::Result(*std::move(found));
}

/// The last token written by a decoding, which was not fed to the model.
std::optional<TokenLabel> lastWritten(const Snapshot& snapshot, const std::vector<TokenLabel>& fed)
{
    if (snapshot.steps.empty())
        return std::nullopt;
    const std::vector<TokenLabel>& seen = snapshot.steps.back().trace.isNull()
        ? fed
        : snapshot.steps.back().trace.tokens(StackKind::kDecoder);
    return seen.size() == fed.size() ? std::optional(snapshot.steps.back().token) : std::nullopt;
}

/// The line as it was fed and the token that follows it; if that is unknown, all but the last token.
Work lossWork(const Workspace& workspace, const PassOrder& order)
{
    const Snapshot& snapshot = *workspace.snapshot();
    LossRequest request;
    request.model = workspace.model();
    if (snapshot.trace.info().encoder)
        request.source = snapshot.trace.tokens(StackKind::kEncoder);
    request.input = snapshot.trace.tokens(StackKind::kDecoder);
    if (const std::optional<TokenLabel> last = lastWritten(snapshot, request.input)) {
        request.last = *last;
    } else if (!request.input.empty()) {
        request.last = request.input.back();
        request.input.pop_back();
    }
    request.interventions = workspace.document().interventions;
    if (!order.causal)
        request.interventions.masks.decoderCausal = Toggle::kOff;
    return {[request] { return estimatedSeconds(request); },
            [request](const Job& job) { return forBoard(targetLoss(request, job)); },
            std::ssize(request.input)};
}

Work orderWork(const Workspace& workspace)
{
    const Trace& trace = workspace.snapshot()->trace;
    const auto tokens = trace.tokens(trace.info().encoder ? StackKind::kEncoder : StackKind::kDecoder);
    const auto model = workspace.model();
    return {
        [model, count = std::ssize(tokens)]() -> Result<double> { return wordOrderSeconds(*model, count); },
        [model, tokens](const Job& job) { return forBoard(wordOrder(model, tokens, job)); },
        std::ssize(tokens)};
}

/// m, with the tokens that an order names.
Result<Measure> measureOf(const Model& model, const PassOrder& order)
{
    Measure measure;
    measure.kind = order.logProbability ? Metric::kLogProbability : Metric::kLogitDifference;
    MeasuredRow& at = measure.rows.emplace_back();
    at.row = order.row;
    const auto resolve = [&](const QString& text, std::int32_t& id) -> Result<void> {
        if (text.isEmpty())
            return {};
        ASSIGN_OR_RETURN(const auto token, tokenMeant(model, measuredStack(model), text.toStdString()));
        id = static_cast<std::int32_t>(token.id);
        return {};
    };
    RETURN_IF_ERROR(resolve(order.tokens.token, at.token));
    RETURN_IF_ERROR(resolve(order.tokens.minus, at.minus));
    return measure;
}

Result<PassBoard::Result> weighedCellsOf(const CellsOverInputs& over, std::vector<CellsOfInput>& begun,
                                         const Job& job)
{
    RETURN_IF_ERROR(weighedCells(over, begun, job));
    return PassBoard::Result(std::make_shared<const std::vector<CellsOfInput>>(std::move(begun)));
}

/// What the cells of each sentence of a file do to its loss. Goes on from what is begun.
Work fileWork(const Workspace& workspace, const PassBoard::Entry& entry,
              const std::shared_ptr<std::vector<CellsOfInput>>& begun)
{
    const PassOrder& order = entry.order;
    DecodeOptions output;
    output.maxNewTokens = order.maxNewTokens;
    output.targetLanguage = order.targetLanguage;
    const auto model = workspace.model();
    return {
        []() -> Result<double> { return 0.0; }, // it shows its progress, and can be stopped
        [model, output, order, begun,
         edits = recordedEdits(entry.trace.info())](const Job& job) -> Result<PassBoard::Result> {
            const std::string file = order.file.toStdString();
            if (ExperimentSource::holdsPairs(file))
                return badFile(file, {}, "found pairs, expected a sentence on each line");
            ASSIGN_OR_RETURN(const auto source, ExperimentSource::read(file, model, output));
            CellsOverInputs over;
            over.inputs = source.count;
            over.most = PassBoard::kMostCells;
            over.request = [&](std::size_t place, const Job& inner) -> Result<WeighedCellsRequest> {
                ASSIGN_OR_RETURN(auto lane, source.lane(place));
                std::vector<LaneInput> one{std::move(lane)};
                if (model->isEncoderDecoder())
                    RETURN_IF_ERROR(continueLanes(model, edits, output, one, {inner.stop, {}, inner.warn}));
                ASSIGN_OR_RETURN(const auto measure, lossOfInput(*model, one.front()));
                return WeighedCellsRequest{
                    model, one.front(), edits, measure, order.heads.value_or(kEveryHead), order.check};
            };
            return weighedCellsOf(over, *begun, job);
        },
        1};
}

/// What cells or parts do to a token at a row.
Work effectsWork(PassKind kind, const Workspace& workspace, const PassOrder& order)
{
    const MeasuredLine line{
        workspace.model(), workspace.snapshot()->trace, workspace.document().interventions, {}};
    const auto count = [&](StackKind stack) { return std::ssize(line.line.tokens(stack)); };
    const PassLengths lengths{count(StackKind::kEncoder), count(StackKind::kDecoder)};
    const TraceInfo& info = line.line.info();
    double passes = 3; // forwards and backwards
    if (kind == PassKind::kPartEffects) // a sweep runs half of the layers on average
        passes += static_cast<double>(info.headsOf(kEveryHead).size()
                                      + info.rowsOf(Site::kFeedForwardOutput, kEveryHead).size())
            / 2;
    const HeadPattern heads = order.heads.value_or(kEveryHead);
    if (kind == PassKind::kWeighedCells && order.check)
        for (const HeadRef& head : info.headsOf(heads)) {
            const AttentionMap map = line.line.attention(head);
            passes += static_cast<double>(map.queries() * map.keys()) / 2;
        }
    return {[model = line.model, lengths, passes]() -> Result<double> {
                return passes * estimatedSeconds(*model, lengths);
            },
            [kind, line, order, heads](const Job& job) -> Result<PassBoard::Result> {
                MeasuredLine asked = line;
                ASSIGN_OR_RETURN(asked.measure, measureOf(*asked.model, order));
                if (kind == PassKind::kEffects)
                    return forBoard(cellEffects(asked, job));
                if (kind == PassKind::kWeighedCells) {
                    const WeighedCellsRequest request{
                        asked.model, inputOfLine(asked.line), asked.interventions, asked.measure, heads,
                        order.check};
                    std::vector<CellsOfInput> begun;
                    return weighedCellsOf({1, [&](std::size_t, const Job&) { return Result(request); }},
                                          begun, job);
                }
                return forBoard(partEffects(asked, order.mean ? Donor::kMean : Donor::kZero, job));
            },
            lengths.source + lengths.target};
}

/// With the number of the input at fault.
QString messageOf(const Error& fault)
{
    const QString message = QString::fromStdString(fault.message);
    return fault.details.empty()
        ? message
        : QStringLiteral("%1 (%2)").arg(message, QString::fromStdString(fault.details.front()));
}

Work workOf(PassKind kind, const Workspace& workspace,
            const std::shared_ptr<std::vector<CellsOfInput>>& begun)
{
    const PassBoard::Entry& entry = workspace.passes().entry(kind);
    const PassOrder& order = entry.order;
    return kind == PassKind::kLoss     ? lossWork(workspace, order)
        : kind == PassKind::kWordOrder ? orderWork(workspace)
        : !order.file.isEmpty()        ? fileWork(workspace, entry, begun)
                                       : effectsWork(kind, workspace, order);
}

} // namespace

PassRunner::PassRunner(Workspace& workspace, WorkerThread& lane, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_lane(lane)
    , m_unaskedSeconds(std::numeric_limits<double>::infinity())
    , m_mostSeconds(m_unaskedSeconds)
{
    for (const auto changed : {&PassBoard::ordered, &PassBoard::dropped})
        connect(&workspace.passes(), changed, this, [this](PassKind kind) {
            if (m_running == kind)
                stop(); // the newest order wins
            startNext();
        });
    connect(&workspace, &Workspace::runningChanged, this,
            [this] { m_workspace.isRunning() ? stop() : startNext(); });
    connect(&workspace, &Workspace::modelChanged, this, [this] {
        stop();
        m_held.reset();
        m_warned.clear();
        m_mostSeconds = m_unaskedSeconds;
        m_begun = {};
        for (const PassKind kind : kPassKinds)
            m_workspace.passes().drop(kind);
        m_workspace.passes().forget();
    });
}

void PassRunner::stop()
{
    m_stop.request_stop();
    m_running.reset();
    ++m_newest;
}

void PassRunner::cancel()
{
    stop();
    for (const PassKind kind : kPassKinds)
        if (m_workspace.passes().entry(kind).running)
            m_workspace.passes().publish(kind, {},
                                         tr("it was stopped; a change of the text starts it again"));
}

void PassRunner::startNext()
{
    PassBoard& board = m_workspace.passes();
    for (const PassKind kind : kPassKinds) {
        if (m_running || m_workspace.isRunning())
            return;
        if (!board.entry(kind).running)
            continue;
        // What belongs to an earlier run is ordered again by its view.
        const PassBoard::Entry& entry = board.entry(kind);
        const Trace& now = m_workspace.snapshot()->trace;
        const bool fits = m_workspace.model() != nullptr && !entry.trace.isNull()
            && (entry.order.file.isEmpty() ? entry.trace.leaf() == now.leaf()
                                           : entry.trace.info().editsJson == now.info().editsJson);
        if (fits)
            start(kind);
        else
            board.publish(kind, {}, {});
    }
}

void PassRunner::start(PassKind kind)
{
    m_stop = std::stop_source();
    m_running = kind;
    const quint64 id = ++m_newest;
    const PassBoard::Entry& entry = m_workspace.passes().entry(kind);
    Begun begun{entry.order, entry.trace.info().editsJson, m_begun.inputs};
    if (begun.order != m_begun.order || begun.edits != m_begun.edits || begun.inputs == nullptr)
        begun.inputs = std::make_shared<std::vector<CellsOfInput>>();
    if (!entry.order.file.isEmpty())
        m_begun = begun;
    const Work work = workOf(kind, m_workspace, begun.inputs);
    m_lane.start([this, id, kind, work, most = m_mostSeconds,
                  job = reportingJob(this, m_stop.get_token(),
                                     std::bind_front(&PassRunner::progressed, this))]() mutable {
        const auto reply = [this, id](std::function<void()> what) {
            headlight::post(this, [this, id, what = std::move(what)] {
                if (id == m_newest)
                    what();
            });
        };
        std::vector<std::string> warnings;
        job.warn = [&warnings](const std::string& text) { warnings.push_back(text); };
        if (job.stopped())
            return;
        // An exception is a bug in this program; it must not leave the thread.
        try {
            const auto seconds = std::isinf(most) ? Result<double>(0.0) : work.seconds();
            if (seconds && *seconds > most) {
                reply([this, kind, tokens = work.tokens, expected = *seconds] {
                    askLeave(kind, tokens, expected);
                });
                return;
            }
            auto result = work.run(job);
            if (result)
                reply([this, kind, found = *std::move(result), warnings] { finish(kind, found, warnings); });
            else
                reply([this, kind, message = messageOf(result.error())] { fail(kind, message); });
        } catch (const std::exception& fault) {
            reply([this, kind, text = internalNotice(fault.what()).text] { fail(kind, text); });
        }
    });
}

void PassRunner::finish(PassKind kind, PassBoard::Result result, const std::vector<std::string>& warnings)
{
    m_running.reset();
    m_begun = {};
    m_workspace.passes().publish(kind, std::move(result), {});
    // What the run has told, or an earlier pass, is told once.
    if (!warnings.empty() && warnings != m_workspace.snapshot()->trace.info().warnings
        && std::exchange(m_warned, warnings) != warnings)
        m_workspace.setNotice(noticeOf(warnings));
    startNext();
}

void PassRunner::fail(PassKind kind, const QString& failure)
{
    m_running.reset();
    m_workspace.passes().publish(kind, {}, failure);
    startNext();
}

void PassRunner::askLeave(PassKind kind, qsizetype tokens, double seconds)
{
    const int minutes = std::max(static_cast<int>(std::lround(seconds / 60)), 1);
    fail(kind, tr("it would take about %n minute(s)", nullptr, minutes));
    m_held = kind;
    m_asked = seconds;
    m_workspace.setNotice(
        Notice{tr("Not run yet: %1 tokens would take about %n minute(s).", nullptr, minutes).arg(tokens),
               {},
               false});
    emit leaveWanted();
}

// Doubling the limit avoids asking again when the text grows a little.
bool PassRunner::runHeld()
{
    if (!m_held)
        return false;
    const PassKind kind = *std::exchange(m_held, std::nullopt);
    m_mostSeconds = std::max(m_mostSeconds, 2 * m_asked);
    m_workspace.passes().setRunning(kind);
    startNext();
    return true;
}

} // namespace headlight
