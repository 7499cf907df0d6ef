#include "core/model/forward.h"
#include "core/model/read_out.h"

#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

std::optional<StackPass> runOne(const Model& model, StackKind kind, const TokenBatch& batch,
                                const std::vector<LaneLengths>& lanes, const Matrix* memory,
                                const PassSettings& settings)
{
    StackPass pass;
    pass.chunks.resize(settings.plan ? lanes.size() : 0);
    for (std::size_t lane = 0; lane < std::min(settings.before.size(), pass.chunks.size()); ++lane)
        pass.chunks[lane].parent = settings.before[lane];
    const Tap tap(settings.edits, settings.plan, &pass.chunks, settings.watch);
    ForwardContext context{tap, lanes, 0, nullptr, settings.workers, settings.stop};
    if (settings.layerDone)
        context.layerDone = [&] { settings.layerDone(pass.chunks); };
    if (kind == StackKind::kDecoder) {
        context.firstRow = settings.firstRow;
        context.cache = settings.cache;
    }
    auto output = runStack(context, model.spec(), kind, *model.weights().stack(kind), batch, memory);
    if (!output)
        return std::nullopt;
    pass.output = std::move(*output);
    return pass;
}

} // namespace

std::optional<StackPass> encode(const Model& model, const TokenBatch& source,
                                const std::vector<LaneLengths>& lanes, const PassSettings& settings)
{
    return runOne(model, StackKind::kEncoder, source, lanes, nullptr, settings);
}

std::optional<StackPass> decodeRows(const Model& model, const TokenBatch& target,
                                    const std::vector<LaneLengths>& lanes, const Matrix* memory,
                                    const PassSettings& settings)
{
    return runOne(model, StackKind::kDecoder, target, lanes, memory, settings);
}

void hidePadIds(const Model& model, LaneLengths& lane, std::span<const std::int32_t> source,
                std::span<const std::int32_t> target)
{
    const ArchSpec& arch = model.spec();
    if (!arch.masksPadIds)
        return;
    const auto positions = [&](std::span<const std::int32_t> ids) {
        std::vector<Index> found;
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (ids[i] == arch.padId)
                found.push_back(static_cast<Index>(i));
        return found;
    };
    lane.hiddenSource = positions(source);
    lane.hiddenTarget = positions(target);
}

std::optional<Matrix> runFrom(const Model& model, StackKind kind, LayerInput input,
                              const std::vector<LaneLengths>& lanes, const Matrix* memory,
                              const PassSettings& settings)
{
    const Tap tap(settings.edits, nullptr, nullptr);
    ForwardContext context{tap, lanes, 0, nullptr, settings.workers, settings.stop};
    if (kind == StackKind::kDecoder)
        context.cache = settings.cache;
    return runLayersFrom(context, *model.spec().stack(kind), *model.weights().stack(kind), std::move(input),
                         memory);
}

std::int64_t positionLimit(const Model& model, StackKind stack, const EditPlan& edits)
{
    const std::int64_t limit = model.maxPositions(stack);
    const bool own = edits.positionTable(stack) == PositionTable::kOwn
        || edits.positionTable(stack) == PositionTable::kLearned;
    const Index shift = own ? edits.positionShift(stack) : 0;
    return limit == 0 ? 0 : std::max<std::int64_t>(1, limit - std::max<Index>(0, shift));
}

LaneCache emptyCache(const Model& model)
{
    LaneCache cache;
    const std::size_t layers = model.spec().decoder ? model.spec().decoder->layers.size() : 0;
    cache.self.resize(layers);
    cache.cross.resize(layers);
    return cache;
}

RecordPlan decideStorage(const RecordPlan& plan, const TraceInfo& model, const SequenceLengths& lengths,
                         std::size_t lanes)
{
    const bool wantsMatrices = plan.sites.has(Site::kScores) || plan.sites.has(Site::kWeights);
    if (!wantsMatrices || plan.storage == MatrixStorage::kMatrices)
        return plan;
    if (plan.storage == MatrixStorage::kAutomatic) {
        std::int64_t cells = 0;
        for (const LayerRef& layer : model.layers()) {
            const Index queries = lengths.of(layer.stack);
            const Index keys = layer.kind == AttentionKind::kCross ? lengths.source : queries;
            if (!plan.wanted || plan.wanted(layer))
                cells += queries * keys * model.heads(layer.stack);
        }
        const std::int64_t sites
            = (plan.sites.has(Site::kScores) ? 1 : 0) + (plan.sites.has(Site::kWeights) ? 1 : 0);
        if (cells * sites * 4 * static_cast<std::int64_t>(lanes) <= plan.budgetBytes)
            return plan;
    }
    RecordPlan operands = plan;
    operands.sites.remove(Site::kScores);
    operands.sites.remove(Site::kWeights);
    for (const Site site : {Site::kQuery, Site::kKey, Site::kBias, Site::kMask})
        operands.sites.add(site);
    return operands;
}

Matrix outputOf(const Model& model, StackKind stack, Matrix stream, Index length, Workers* workers)
{
    return finishStack(*model.spec().stack(stack), *model.weights().stack(stack), std::move(stream), length,
                       workers);
}

Matrix logitsOf(const Model& model, const MatrixView& rows, Workers* workers, Matrix* normalized)
{
    const StackKind last = model.spec().decoder ? StackKind::kDecoder : StackKind::kEncoder;
    return applyHead(model.spec().head, model.weights().head, *model.spec().stack(last), rows, workers,
                     normalized);
}

} // namespace headlight
