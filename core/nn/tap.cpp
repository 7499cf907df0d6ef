#include "core/nn/tap.h"

#include "core/math/finite.h"
#include "core/nn/arch_spec.h"

#include <utility>

namespace headlight {

namespace {

StackChunk& stackOf(TraceChunk& chunk, StackKind stack)
{
    auto& found = stack == StackKind::kEncoder ? chunk.encoder : chunk.decoder;
    return found ? *found : found.emplace();
}

/// The rows of one of several lanes that are stacked.
auto partOf(const auto& rows, std::size_t lane, std::size_t lanes)
{
    const Index each = rows.rows() / static_cast<Index>(lanes);
    return rows.middleRows(static_cast<Index>(lane) * each, each);
}

} // namespace

void Tap::beginStack(StackKind stack, Index firstRow, Index rows, int layers, bool cross) const
{
    if (!m_plan)
        return;
    for (TraceChunk& lane : *m_lanes) {
        StackChunk& record = stackOf(lane, stack);
        record.firstRow = firstRow;
        record.rows = rows;
        record.resize(static_cast<std::size_t>(layers), cross);
    }
}

AttentionChunk& Tap::chunk(const LayerRef& layer, std::size_t lane) const
{
    StackChunk& stack = stackOf((*m_lanes)[lane], layer.stack);
    auto& layers = layer.kind == AttentionKind::kSelf ? stack.self : stack.cross;
    return layers[static_cast<std::size_t>(layer.layer)];
}

void Tap::beginAttention(const LayerRef& layer, std::size_t lane, const AttentionExtent& extent,
                         const AttentionSpec& spec) const
{
    if (!m_plan)
        return;
    AttentionChunk& record = chunk(layer, lane);
    record.firstQuery = extent.firstQuery;
    record.queries = extent.queries;
    record.firstKey = extent.firstKey;
    record.keys = extent.keys;
    for (const Site site : {Site::kQuery, Site::kScores, Site::kWeights, Site::kHeadOutput})
        if (records(site, layer))
            record.matrices(site)->resize(static_cast<std::size_t>(spec.heads));
    if (extent.sink
        && (records(Site::kWeights, layer) || records(Site::kScores, layer) || records(Site::kQuery, layer)))
        record.sink = Matrix::Zero(spec.heads, extent.queries);
    // Cross-attention computes its keys once; later decoding steps add none.
    for (const Site site : {Site::kKey, Site::kValue})
        if (records(site, layer) && extent.firstKey < extent.keys)
            record.matrices(site)->resize(static_cast<std::size_t>(spec.kvHeads));
}

bool Tap::records(Site site, const LayerRef& layer) const
{
    if (!m_plan)
        return false;
    // Weights that were replaced cannot be recomputed from queries and keys.
    return m_plan->wants(site, layer)
        || (site == Site::kWeights && m_plan->wants(Site::kQuery, layer) && m_plan->wants(Site::kKey, layer)
            && m_edits.edits(Site::kWeights, layer));
}

void Tap::head(Site site, const HeadRef& head, std::size_t lane, const RowPlace& place,
               MatrixSpan values) const
{
    m_edits.edit(site, head, lane, place, values);
    if (records(site, head.layerRef()))
        (*chunk(head.layerRef(), lane).matrices(site))[static_cast<std::size_t>(head.head)] = values;
}

void Tap::edit(Site site, const HeadRef& head, std::size_t lane, const RowPlace& place,
               MatrixSpan values) const
{
    m_edits.edit(site, head, lane, place, values);
}

void Tap::keep(Site site, const HeadRef& head, std::size_t lane, Matrix values) const
{
    if (records(site, head.layerRef()))
        (*chunk(head.layerRef(), lane).matrices(site))[static_cast<std::size_t>(head.head)]
            = std::move(values);
}

std::span<float> Tap::sinkShares(const HeadRef& head, std::size_t lane) const
{
    if (!m_plan)
        return {};
    Matrix& shares = chunk(head.layerRef(), lane).sink;
    if (head.head >= shares.rows())
        return {};
    return {shares.row(head.head).data(), static_cast<std::size_t>(shares.cols())};
}

void Tap::routing(const LayerRef& layer, const Matrix& probabilities, const IndexMatrix& chosen) const
{
    if (!m_plan)
        return;
    if (records(Site::kRouter, layer))
        keepRows(Site::kRouter, layer, probabilities);
    const auto index = static_cast<std::size_t>(layer.layer);
    for (std::size_t lane = 0; records(Site::kExperts, layer) && lane < m_lanes->size(); ++lane)
        stackOf((*m_lanes)[lane], layer.stack).experts[index] = partOf(chosen, lane, m_lanes->size());
}

void Tap::bias(const LayerRef& layer, std::size_t lane, const std::vector<ScoreBias>& perHead) const
{
    if (records(Site::kBias, layer))
        chunk(layer, lane).bias = perHead;
}

void Tap::masks(const LayerRef& layer, std::size_t lane, std::vector<Mask> masks) const
{
    if (records(Site::kMask, layer))
        chunk(layer, lane).mask = std::move(masks);
}

void Tap::watch(Site site, const LayerRef& layer, const MatrixView& rows) const
{
    if (m_watch != nullptr && !m_watch->first && !isAllFinite(rows))
        m_watch->first = NonFinitePlace{site, layer};
}

void Tap::stream(Site site, const StreamPlace& place, MatrixSpan rows) const
{
    const LayerRef layer{place.stack, place.layer, AttentionKind::kSelf};
    m_edits.editRows(site, layer, place.lanes, place.firstRow, rows);
    watch(site, layer, rows);
    if (m_plan && m_plan->sites.has(site))
        keepRows(site, layer, rows);
}

void Tap::addition(Site site, const LayerRef& layer, const StreamPlace& place, MatrixSpan rows) const
{
    m_edits.dropOut(site, layer, place.lanes, place.firstRow, rows);
    m_edits.editRows(site, layer, place.lanes, place.firstRow, rows);
    watch(site, layer, rows);
    if (records(site, layer))
        keepRows(site, layer, rows);
}

void Tap::keepRows(Site site, const LayerRef& layer, const MatrixView& rows) const
{
    for (std::size_t lane = 0; lane < m_lanes->size(); ++lane)
        *stackOf((*m_lanes)[lane], layer.stack).matrix(site, layer) = partOf(rows, lane, m_lanes->size());
}

void Tap::norm(const NormRef& norm, const MatrixView& statistics) const
{
    if (!m_plan || !m_plan->sites.has(Site::kNorms))
        return;
    for (std::size_t lane = 0; lane < m_lanes->size(); ++lane)
        stackOf((*m_lanes)[lane], norm.stack).norms[{norm.site, norm.layer}]
            = partOf(statistics, lane, m_lanes->size());
}

} // namespace headlight
