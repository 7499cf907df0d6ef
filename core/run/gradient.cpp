#include "core/run/gradient.h"

#include "core/analysis/effect.h"
#include "core/base/stopped.h"
#include "core/base/workers.h"
#include "core/edit/edit_plan.h"
#include "core/grad/stack_gradient.h"
#include "core/model/adapter/adapter.h"
#include "core/model/model.h"
#include "core/model/read_out.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/run/lanes.h"
#include "core/run/pass_progress.h"
#include "core/run/references.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

Result<void> check(const GradientRequest& request)
{
    const Model& model = *request.model;
    if (!model.hasLogits())
        return badArgument("gradient", "the model has no language-model head, so nothing can be measured");
    if (request.measure.rows.empty())
        return badArgument("gradient", "there is no row to measure");
    const auto& tokens = tokensOf(model, request.lane, measuredStack(model));
    const std::int64_t vocabulary = model.weights().head.projection.weight.rows();
    for (const MeasuredRow& at : request.measure.rows) {
        if (at.row < 0 || at.row >= std::ssize(tokens))
            return badArgument("row", "found ", at.row, ", expected 0 to ", std::ssize(tokens) - 1);
        for (const std::int32_t token : {at.token, at.minus})
            if (token >= vocabulary)
                return badArgument("token", "found id ", token, ", expected 0 to ", vocabulary - 1);
    }
    return {};
}

/// The backward pass over what a pass recorded.
class GradientRun
{
public:
    GradientRun(const GradientRequest& request, const Model& model, const EditPlan& edits, const Job& job)
        : m_request(request)
        , m_model(model)
        , m_edits(edits)
        , m_job(job)
        , m_tap(m_edits, nullptr, nullptr)
    { }

    Result<GradientResult> run(Trace pass, const PaddedLanes& lanes)
    {
        GradientResult result;
        result.measure = m_request.measure;
        result.pass = std::move(pass);
        const TraceChunk& record = *result.pass.leaf();
        TraceChunk kept;
        ForwardContext context{m_tap, lanes.lengths, 0, nullptr, &m_workers, m_job.stop};
        const StackKind last = measuredStack(m_model);
        Matrix gradient = outputGradient(
            last == StackKind::kEncoder ? record.encoder->final : record.decoder->final, result);
        if (std::ranges::all_of(result.measure.rows,
                                [](const MeasuredRow& at) { return at.token == at.minus; }))
            return badArgument("minus", kComparedWithItself);
        for (StackKind kind = last;; kind = StackKind::kEncoder) {
            const bool cross = kind == StackKind::kDecoder && m_model.isEncoderDecoder();
            StackChunk& own = kind == StackKind::kEncoder ? kept.encoder.emplace() : kept.decoder.emplace();
            auto stack = stackBack({context, *record.stack(kind), own, m_request.plan}, m_model.spec(), kind,
                                   *m_model.weights().stack(kind), cross ? &record.encoder->final : nullptr,
                                   std::move(gradient));
            if (!stack)
                return stoppedError();
            result.sums.merge(stack->sums);
            if (!cross)
                break;
            gradient = std::move(stack->memory);
        }
        const TokenAxis source = lanes.sourceAxes.front();
        result.gradient = Trace(result.pass.sharedInfo(), std::make_shared<const TraceChunk>(std::move(kept)),
                                source, m_model.isEncoderDecoder() ? lanes.targetAxes.front() : source);
        return result;
    }

private:
    /// ∂m/∂ the last stack's output [n × width]; sets the value and the tokens measured.
    Matrix outputGradient(const Matrix& output, GradientResult& result)
    {
        std::vector<MeasuredRow>& at = result.measure.rows;
        Matrix rows(std::ssize(at), output.cols());
        for (std::size_t i = 0; i < at.size(); ++i)
            rows.row(static_cast<Index>(i)) = output.row(at[i].row);
        const Matrix logits = logitsOf(m_model, rows, &m_workers);
        for (std::size_t i = 0; i < at.size(); ++i)
            if (at[i].token < 0) {
                Index best = 0;
                logits.row(static_cast<Index>(i)).maxCoeff(&best);
                at[i].token = static_cast<std::int32_t>(best);
            }
        result.value = measured(result.measure, logits);
        const Matrix ofRows = headBack(m_model.spec().head, m_model.weights().head,
                                       *m_model.spec().stack(measuredStack(m_model)), rows, logits,
                                       measuredBack(result.measure, logits), &m_workers);
        Matrix gradient = Matrix::Zero(output.rows(), output.cols());
        for (std::size_t i = 0; i < at.size(); ++i)
            gradient.row(at[i].row) += ofRows.row(static_cast<Index>(i));
        return gradient;
    }

    const GradientRequest& m_request;
    const Model& m_model;
    const EditPlan& m_edits;
    const Job& m_job;
    Tap m_tap;
    Workers m_workers;
};

} // namespace

Result<GradientResult> gradient(const GradientRequest& request, const Job& job)
{
    RETURN_IF_ERROR(check(request));
    ReferenceCache ownReferences;
    ReferenceCache* const references = request.references != nullptr ? request.references : &ownReferences;
    RunRequest run{request.model, {request.lane}, request.interventions, {}, references, {}};
    run.plan.sites = sitesForBackwardPass() | request.plan.sites;
    ASSIGN_OR_RETURN(auto ran, execute(run, job));
    const std::shared_ptr<const Model> model = modelUnder(request.model, request.interventions);
    const Job unheard; // execute() has reported its warnings
    ASSIGN_OR_RETURN(const auto lanes, padLanes(*model, run.lanes, unheard));
    ASSIGN_OR_RETURN(const auto referenceRuns,
                     runReferences(request.model, request.interventions.list, run.lanes, references, job));
    ASSIGN_OR_RETURN(
        const auto edits,
        EditPlan::compile(request.interventions, model->traceInfo(),
                          {lanes.source.length(),
                           model->isEncoderDecoder() ? lanes.target.length() : lanes.source.length()},
                          referenceRuns));
    auto result = GradientRun(request, *model, edits, job).run(std::move(ran.traces.front()), lanes);
    RETURN_IF_ERROR(model->checkFiles());
    return result;
}

} // namespace headlight
