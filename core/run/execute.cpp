#include "core/run/execute.h"

#include "core/analysis/effect.h"
#include "core/base/stopped.h"
#include "core/base/text_list.h"
#include "core/base/workers.h"
#include "core/decode/session.h"
#include "core/math/finite.h"
#include "core/math/softmax.h"
#include "core/model/adapter/adapter.h"
#include "core/model/forward.h"
#include "core/model/read_out.h"
#include "core/nn/arch_spec.h"
#include "core/run/lanes.h"
#include "core/run/layer_publisher.h"
#include "core/run/non_finite_report.h"
#include "core/run/pass_estimate.h"
#include "core/run/references.h"
#include "core/sampling/sampler.h"

#include <utility>

namespace headlight {

namespace {

/// Adds the requested rows of logits, per lane. Only for the stack that the head reads. The head's own norm
/// is recorded if all rows were requested.
void addLogits(const Model& model, const Matrix& output, const std::vector<Index>& lengths,
               const PassSettings& settings, std::vector<TraceChunk>& chunks)
{
    const LogitRows rows = settings.plan->logits;
    if (rows == LogitRows::kNone || !model.hasLogits())
        return;
    const Index each = output.rows() / static_cast<Index>(chunks.size());
    for (std::size_t lane = 0; lane < chunks.size(); ++lane) {
        const Index first = rows == LogitRows::kAll ? 0 : lengths[lane] - 1;
        const Index count = rows == LogitRows::kAll ? each : 1;
        Matrix normalized;
        chunks[lane].logits
            = logitsOf(model, output.middleRows(static_cast<Index>(lane) * each + first, count),
                       settings.workers, &normalized);
        auto& stack = chunks[lane].decoder ? chunks[lane].decoder : chunks[lane].encoder;
        if (stack && rows == LogitRows::kAll && normalized.rows() > 0
            && settings.plan->sites.has(Site::kNorms))
            stack->norms[{NormSite::kHead, 0}] = std::move(normalized);
        for (Index row = 0; row < count; ++row)
            chunks[lane].logitRows.push_back(first + row);
    }
}

/// Reports the first row of logits that has no softmax.
void watchLogits(const std::vector<TraceChunk>& chunks, NonFiniteWatch& watch)
{
    for (const TraceChunk& chunk : chunks)
        for (Index row = isAllFinite(chunk.logits) ? chunk.logits.rows() : 0;
             row < chunk.logits.rows() && !watch.first; ++row)
            if (!hasSoftmax({chunk.logits.row(row).data(), static_cast<std::size_t>(chunk.logits.cols())}))
                watch.first = NonFinitePlace{Site::kLogits, {}};
}

/// Records of the last stack, joined with those of the stack before it unless they already continue them.
std::vector<TraceChunk> chunksOf(std::optional<StackPass>& encoder, std::optional<StackPass>& decoder,
                                 bool chained)
{
    std::vector<TraceChunk> chunks = std::move(decoder ? decoder->chunks : encoder->chunks);
    if (encoder && decoder && !chained)
        for (std::size_t lane = 0; lane < chunks.size(); ++lane)
            chunks[lane].encoder = std::move(encoder->chunks[lane].encoder);
    return chunks;
}

/// chained: the decoder's records continue those of the encoder; otherwise one chunk holds both.
Result<std::vector<TraceChunk>> runStacks(const Model& model, const PaddedLanes& lanes, PassSettings settings,
                                          bool chained)
{
    const std::vector<Index> lengths
        = listFrom(lanes.lengths, model.isEncoderDecoder() ? &LaneLengths::target : &LaneLengths::source);
    std::optional<StackPass> encoder, decoder;
    if (!model.isDecoderOnly()) {
        encoder = encode(model, lanes.source, lanes.lengths, settings);
        if (!encoder)
            return stoppedError();
        if (chained && !model.isEncoderOnly())
            settings.before = listFrom(encoder->chunks, [](TraceChunk& chunk) {
                return std::make_shared<const TraceChunk>(std::move(chunk));
            });
    }
    if (!model.isEncoderOnly()) {
        const TokenBatch& input = model.isEncoderDecoder() ? lanes.target : lanes.source;
        decoder = decodeRows(model, input, lanes.lengths, encoder ? &encoder->output : nullptr, settings);
        if (!decoder)
            return stoppedError();
    }
    std::vector<TraceChunk> chunks = chunksOf(encoder, decoder, chained);
    addLogits(model, decoder ? decoder->output : encoder->output, lengths, settings, chunks);
    watchLogits(chunks, *settings.watch);
    return chunks;
}

std::vector<LayerPublisher::Axes> axesOf(const Model& model, const PaddedLanes& lanes)
{
    std::vector<LayerPublisher::Axes> axes;
    axes.reserve(lanes.sourceAxes.size());
    for (std::size_t lane = 0; lane < lanes.sourceAxes.size(); ++lane) {
        auto source = std::make_shared<const TokenList>(lanes.sourceAxes[lane]);
        auto target
            = model.isEncoderDecoder() ? std::make_shared<const TokenList>(lanes.targetAxes[lane]) : source;
        axes.push_back({std::move(source), std::move(target)});
    }
    return axes;
}

} // namespace

Result<RunResult> execute(const RunRequest& request, const Job& job)
{
    const auto begin = std::chrono::steady_clock::now();
    const std::shared_ptr<const Model> run = modelUnder(request.model, request.interventions);
    const Model& model = *run;
    RETURN_IF_ERROR(model.checkFiles());
    ASSIGN_OR_RETURN(auto lanes, padLanes(model, request.lanes, job));
    const SequenceLengths lengths = lanes.sequences();
    ASSIGN_OR_RETURN(const auto references,
                     request.given ? Result<ReferenceRuns>(*request.given)
                                   : runReferences(request.model, request.interventions.list, request.lanes,
                                                   request.references, job));
    RETURN_IF_ERROR(checkPositions(model, request.interventions, lengths));
    ASSIGN_OR_RETURN(const auto edits,
                     EditPlan::compile(request.interventions, model.traceInfo(), lengths, references));

    Workers workers;
    const RecordPlan plan = decideStorage(request.plan, model.traceInfo(), lengths, request.lanes.size());
    NonFiniteWatch watch;
    auto info = traceInfo(model, request.interventions);
    std::stop_source ending; // by the job, or by a fault of what takes the records
    const std::stop_callback onStop(job.stop, [&ending] { ending.request_stop(); });
    const std::vector<LayerPublisher::Axes> axes = axesOf(model, lanes);
    LayerPublisher publisher(request.layers, job, layerWork(model, {lengths.source, lengths.target}), info,
                             axes);
    const PassSettings settings{edits,
                                &plan,
                                nullptr,
                                0,
                                &workers,
                                ending.get_token(),
                                &watch,
                                [&](std::vector<TraceChunk>& chunks) {
                                    publisher.layerDone(chunks);
                                    if (publisher.fault())
                                        ending.request_stop();
                                },
                                {}};
    const bool chained = request.layers.publish != nullptr && request.layers.take == nullptr;
    auto chunks = runStacks(model, lanes, settings, chained);
    if (publisher.fault())
        return *publisher.fault();
    RETURN_IF_ERROR(chunks);
    RETURN_IF_ERROR(model.checkFiles());

    RunResult result;
    if (watch.first)
        info = warnedOf(*info, model, *watch.first, job);
    for (std::size_t lane = 0; lane < chunks->size(); ++lane)
        result.traces.emplace_back(info, std::make_shared<const TraceChunk>(std::move((*chunks)[lane])),
                                   axes[lane].source, axes[lane].target);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

std::vector<Candidate> candidatesAt(const Model& model, const Trace& trace, Index row, int count)
{
    RowVector logits = trace.logits(row);
    if (logits.size() == 0 && model.hasLogits()) {
        const Matrix final = trace.stackMatrix(Site::kFinal, measuredStack(model));
        if (row >= 0 && row < final.rows())
            logits = logitsOf(modelOf(model, trace.info()), final.middleRows(row, 1), nullptr).row(0);
    }
    if (logits.size() == 0)
        return {};
    const RowVector logs = logProbabilities(logits);
    return bestCandidates({logs.data(), static_cast<std::size_t>(logs.size())}, count);
}

} // namespace headlight
