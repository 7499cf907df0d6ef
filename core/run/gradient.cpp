#include "core/run/gradient.h"

#include "core/analysis/effect.h"
#include "core/base/stopped.h"
#include "core/base/workers.h"
#include "core/edit/edit_plan.h"
#include "core/grad/backward_pass.h"
#include "core/model/adapter/adapter.h"
#include "core/model/model.h"
#include "core/model/read_out.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/run/lanes.h"
#include "core/run/pass_progress.h"
#include "core/run/references.h"

#include <algorithm>
#include <optional>
#include <set>
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

/// ∂m/∂ the last stack's output [n × width]; sets the value and the tokens measured.
Matrix outputGradient(const Model& model, const Matrix& output, GradientResult& result, Workers& workers)
{
    std::vector<MeasuredRow>& at = result.measure.rows;
    Matrix rows(std::ssize(at), output.cols());
    for (std::size_t i = 0; i < at.size(); ++i)
        rows.row(static_cast<Index>(i)) = output.row(at[i].row);
    const Matrix logits = logitsOf(model, rows, &workers);
    for (std::size_t i = 0; i < at.size(); ++i)
        if (at[i].token < 0) {
            Index best = 0;
            logits.row(static_cast<Index>(i)).maxCoeff(&best);
            at[i].token = static_cast<std::int32_t>(best);
        }
    result.value = measured(result.measure, logits);
    const Matrix ofRows
        = headBack(model.spec().head, model.weights().head, *model.spec().stack(measuredStack(model)), rows,
                   logits, measuredBack(result.measure, logits), &workers);
    Matrix gradient = Matrix::Zero(output.rows(), output.cols());
    for (std::size_t i = 0; i < at.size(); ++i)
        gradient.row(at[i].row) += ofRows.row(static_cast<Index>(i));
    return gradient;
}

/// The backward pass over what a pass recorded.
Result<GradientResult> backwards(const GradientRequest& request, const Model& model, const EditPlan& edits,
                                 const PaddedLanes& lanes, Trace pass, const std::stop_token& stop)
{
    GradientResult result;
    result.measure = request.measure;
    result.pass = std::move(pass);
    const TraceChunk& record = *result.pass.leaf();
    TraceChunk kept;
    Workers workers;
    const Tap tap(edits, nullptr, nullptr);
    const ForwardContext context{tap, lanes.lengths, 0, nullptr, &workers, stop};
    const StackKind last = measuredStack(model);
    Matrix gradient = outputGradient(model, record.stack(last)->final, result, workers);
    if (std::ranges::all_of(result.measure.rows, [](const MeasuredRow& at) { return at.token == at.minus; }))
        return badArgument("minus", kComparedWithItself);
    for (StackKind kind = last;; kind = StackKind::kEncoder) {
        const bool cross = kind == StackKind::kDecoder && model.isEncoderDecoder();
        StackChunk& own = kind == StackKind::kEncoder ? kept.encoder.emplace() : kept.decoder.emplace();
        auto stack = stackBack({context, *record.stack(kind), own, request.plan}, model.spec(), kind,
                               *model.weights().stack(kind), cross ? &record.encoder->final : nullptr,
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
                            source, model.isEncoderDecoder() ? lanes.targetAxes.front() : source);
    return result;
}

/// The quantity that an edit replaces; nothing if it replaces none.
std::optional<Site> replacedSite(const Intervention& edit)
{
    if (const auto* const patch = std::get_if<ActivationPatch>(&edit))
        return patch->site;
    if (std::holds_alternative<PatternEdit>(edit))
        return Site::kWeights;
    if (std::holds_alternative<HeadOff>(edit) || std::holds_alternative<HeadScale>(edit)
        || std::holds_alternative<HeadMean>(edit))
        return Site::kHeadOutput;
    return std::nullopt;
}

double product(const Matrix& edited, const Matrix& base, const Matrix& gradient)
{
    return (edited.cast<double>() - base.cast<double>()).cwiseProduct(gradient.cast<double>()).sum();
}

double changeOfHead(const GradientResult& base, const EditPlan& plan, Site site, const HeadRef& head)
{
    const StackShape& shape = *base.pass.info().stack(head.stack);
    const bool shared = site == Site::kKey || site == Site::kValue;
    const int group = shared && shape.kvHeads > 0 ? shape.heads / shape.kvHeads : 1;
    if (head.head % group != 0)
        return 0; // counted with the first head of the group
    const auto of = [&](const Trace& trace) {
        return site == Site::kWeights ? trace.attention(head).whole(MapKind::kWeights)
                                      : trace.headMatrix(site, head);
    };
    const Matrix before = of(base.pass);
    Matrix edited = before;
    const AttentionChunk& record = *base.pass.leaf()->attention(head.layerRef());
    HeadRef edits = head;
    edits.head /= group;
    plan.edit(site, edits, 0, {0, entryOf(record.mask, head.head), 0}, edited);
    return product(edited, before, of(base.gradient));
}

double changeOfRows(const GradientResult& base, const EditPlan& plan, Site site, const LayerRef& place)
{
    const Matrix before = base.pass.stream(site, place);
    Matrix edited = before;
    plan.editRows(site, place, 1, 0, edited);
    return product(edited, before, base.gradient.stream(site, place));
}

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
        EditPlan::compile(request.interventions, model->traceInfo(), lanes.sequences(), referenceRuns));
    auto result = backwards(request, *model, edits, lanes, std::move(ran.traces.front()), job.stop);
    RETURN_IF_ERROR(model->checkFiles());
    return result;
}

SiteSet estimatedSites()
{
    return {Site::kQuery,          Site::kKey,        Site::kValue,
            Site::kWeights,        Site::kHeadOutput, Site::kResidual,
            Site::kResidualMiddle, Site::kOutput,     Site::kFeedForwardOutput};
}

Result<double> estimatedChange(const GradientResult& base, const std::vector<Intervention>& edits,
                               const Trace& reference)
{
    const TraceInfo& info = base.pass.info();
    const SequenceLengths lengths{std::ssize(base.pass.tokens(StackKind::kEncoder)),
                                  std::ssize(base.pass.tokens(StackKind::kDecoder))};
    ReferenceRuns references;
    references.traces.assign(edits.size(),
                             reference.isNull() ? std::vector<Trace>() : std::vector<Trace>{reference});
    Interventions all;
    all.list = edits;
    ASSIGN_OR_RETURN(const auto plan, EditPlan::compile(all, info, lengths, references));
    double change = 0;
    // The plan has all edits: what several of them replace, such as single rows of one head, changes once.
    std::set<std::pair<Site, HeadRef>> heads;
    std::set<std::pair<Site, LayerRef>> places;
    for (const Intervention& edit : edits) {
        const HeadPattern* const where = whereOf(edit);
        const std::optional<Site> site = replacedSite(edit);
        if (where == nullptr || !site)
            return unsupported({}, "estimate", describe(edit), " replaces no numbers, so it has no estimate");
        if (isOfStream(*site))
            for (const LayerRef& place : info.rowsOf(*site, *where))
                change += places.emplace(*site, place).second ? changeOfRows(base, plan, *site, place) : 0;
        else
            for (const HeadRef& head : info.headsOf(*where))
                change += heads.emplace(*site, head).second ? changeOfHead(base, plan, *site, head) : 0;
    }
    return change;
}

} // namespace headlight
