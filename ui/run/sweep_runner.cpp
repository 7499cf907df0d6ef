#include "ui/run/sweep_runner.h"

#include "core/run/cell_effects.h"
#include "core/run/lanes.h"
#include "core/run/references.h"
#include "core/run/sweep.h"
#include "ui/run/notices.h"
#include "ui/state/snapshot.h"
#include "ui/state/sweep_board.h"
#include "ui/state/workspace.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr std::chrono::milliseconds kSweepPublishInterval{40};

Result<void> addRows(SweepRequest& request, const RowChoice& choice)
{
    InputRows input;
    input.decodes = !request.model->isEncoderOnly();
    input.length = std::ssize(tokensOf(*request.model, request.lane, StackKind::kDecoder));
    ASSIGN_OR_RETURN(request.rows, rowsOf(choice, input));
    request.follows = true;
    return {};
}

Result<void> addVariants(SweepRequest& request, const SweepOrder& order, const Job& job)
{
    const TraceInfo& info = request.model->traceInfo();
    switch (order.kind) {
    case SweepOrder::Kind::kHeads:
        request.variants = headVariants(info, order.where);
        break;
    case SweepOrder::Kind::kHide:
        request.variants
            = hideVariants(order.stack, std::ssize(tokensOf(*request.model, request.lane, order.stack)));
        break;
    case SweepOrder::Kind::kPatch: {
        ASSIGN_OR_RETURN(request.variants, patchesFrom(request, order.where, order.site, order.from, job));
        break;
    }
    }
    if (request.variants.empty())
        return badArgument("sweep", "there is nothing to try");
    return {};
}

} // namespace

SweepRunner::SweepRunner(Workspace& workspace, std::shared_ptr<ReferenceCache> references, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_references(std::move(references))
{
    SweepBoard& board = workspace.sweeps();
    connect(&board, &SweepBoard::ordered, this, &SweepRunner::start);
    connect(&board, &SweepBoard::cancelled, this, [this] {
        m_task.cancel();
        m_workspace.sweeps().publish(m_workspace.sweeps().result(), false);
    });
    connect(&workspace, &Workspace::documentChanged, this, &SweepRunner::adapt);
    connect(&workspace, &Workspace::modelChanged, this, &SweepRunner::drop);
}

SweepRunner::~SweepRunner() = default;

void SweepRunner::drop()
{
    SweepBoard& board = m_workspace.sweeps();
    if (!board.isRunning() && board.result() == nullptr && board.failure().isEmpty())
        return;
    m_task.cancel();
    board.publish(nullptr, false);
}

void SweepRunner::adapt()
{
    SweepBoard& board = m_workspace.sweeps();
    const auto result = board.result();
    const auto& base = m_base.interventions.list;
    Document plain = m_workspace.document();
    const std::vector<Intervention> now = std::exchange(plain.interventions.list, base);
    const auto isPoint = [&](const Intervention& edit) {
        return std::any_of(result->points.begin(), result->points.end(),
                           [&](const SweepPoint& point) { return point.edit == edit; });
    };
    if (board.isRunning() || result == nullptr || !(plain == m_base) || now.size() < base.size()
        || !std::equal(base.begin(), base.end(), now.begin())
        || !std::all_of(now.begin() + static_cast<std::ptrdiff_t>(base.size()), now.end(), isPoint)) {
        drop();
        return;
    }
    board.setEdited(now.size() > base.size());
}

void SweepRunner::start()
{
    const Trace trace = m_workspace.snapshot()->trace;
    if (m_workspace.model() == nullptr || trace.isNull())
        return;
    SweepRequest request;
    request.model = m_workspace.model();
    request.lane = inputOfLine(trace);
    request.interventions = m_workspace.document().interventions;
    const SweepOrder order = m_workspace.sweeps().currentOrder();
    request.row = order.row;
    // A masked-language model's output is its predictions for the masks.
    if (!order.row)
        for (const MaskedToken& masked : m_workspace.snapshot()->masked)
            request.rows.push_back(masked.row);
    request.token = order.token;
    request.minus = order.minus;
    m_base = m_workspace.document();
    m_workspace.sweeps().begin(trace);
    m_task.start([this, request, order, references = m_references](
                     const std::stop_token& stop, const LatestTask::Deliver& deliver) mutable {
        request.references = references.get();
        Job job;
        job.stop = stop;
        const auto publish = [&deliver, this](std::shared_ptr<const SweepResult> result, bool running,
                                              const QString& failure) {
            deliver([this, result = std::move(result), running, failure] {
                m_workspace.sweeps().publish(result, running, failure);
            });
        };
        auto next = std::chrono::steady_clock::now() + kSweepPublishInterval;
        const auto partial = [&](const SweepResult& part) {
            if (std::chrono::steady_clock::now() < next)
                return;
            next = std::chrono::steady_clock::now() + kSweepPublishInterval;
            publish(std::make_shared<const SweepResult>(part), true, {});
        };
        const auto fail = [&](const Notice& notice) {
            publish(nullptr, false,
                    notice.advice.isEmpty() ? notice.text : notice.text + QLatin1Char(' ') + notice.advice);
        };
        try {
            const auto rows = order.rows ? addRows(request, *order.rows) : Result<void>();
            if (const auto done = rows ? addVariants(request, order, job) : rows; !done) {
                fail(noticeFor(done.error(), Attempt::kRun));
                return;
            }
            auto result = sweep(request, job, partial);
            if (result)
                publish(std::make_shared<const SweepResult>(std::move(*result)), false, {});
            else if (result.error().code != ErrorCode::kCancelled)
                fail(noticeFor(result.error(), Attempt::kRun));
        } catch (const std::exception& fault) {
            fail(internalNotice(fault.what()));
        }
    });
}

} // namespace headlight
