#include "core/trace/trace.h"

#include "core/trace/recorded_attention.h"

#include <algorithm>
#include <limits>
#include <set>

namespace headlight {

namespace {

/// The list that has a site's matrix of each layer; null if the site is not one of layers.
std::vector<Matrix>* listOf(StackChunk& stack, Site site)
{
    switch (site) {
    case Site::kResidual:
        return &stack.residual;
    case Site::kResidualMiddle:
        return &stack.residualMiddle;
    case Site::kFeedForwardOutput:
        return &stack.feedForwardOutput;
    case Site::kFeedForwardHidden:
        return &stack.feedForwardHidden;
    case Site::kRouter:
        return &stack.router;
    default:
        return nullptr;
    }
}

/// Stacks matrices; those without rows are skipped.
template <typename Numbers>
Numbers stacked(const std::vector<const Numbers*>& parts)
{
    Index rows = 0;
    Index columns = 0;
    for (const Numbers* part : parts) {
        rows += part->rows();
        columns = std::max(columns, part->cols());
    }
    Numbers all(rows, columns);
    Index row = 0;
    for (const Numbers* part : parts) {
        if (part->rows() > 0)
            all.middleRows(row, part->rows()) = *part;
        row += part->rows();
    }
    return all;
}

StackChunk blankLike(const StackChunk& stack)
{
    StackChunk blank;
    blank.firstRow = stack.firstRow;
    blank.rows = stack.rows;
    blank.resize(stack.self.size(), !stack.cross.empty());
    return blank;
}

std::shared_ptr<const TokenList> listOf(TokenAxis axis)
{
    return axis ? std::make_shared<const TokenList>(std::move(axis)) : nullptr;
}

} // namespace

void StackChunk::resize(std::size_t layers, bool hasCross)
{
    residual.resize(layers + 1);
    self.resize(layers);
    cross.resize(hasCross ? layers : 0);
    residualMiddle.resize(layers);
    feedForwardOutput.resize(layers);
    router.resize(layers);
    experts.resize(layers);
    feedForwardHidden.resize(layers);
}

Matrix* StackChunk::matrix(Site site, const LayerRef& layer)
{
    const auto index = static_cast<std::size_t>(layer.layer);
    switch (site) {
    case Site::kEmbeddings:
        return &embeddings;
    case Site::kPositions:
        return &positions;
    case Site::kSegments:
        return &segments;
    case Site::kFinal:
        return &final;
    case Site::kOutput: {
        auto& layers = layer.kind == AttentionKind::kSelf ? self : cross;
        return index < layers.size() ? &layers[index].output : nullptr;
    }
    default:
        std::vector<Matrix>* const layers = listOf(*this, site);
        return layers != nullptr && index < layers->size() ? &(*layers)[index] : nullptr;
    }
}

const Matrix* StackChunk::matrix(Site site, const LayerRef& layer) const
{
    return const_cast<StackChunk*>(this)->matrix(site, layer); // only reads
}

const StackChunk* TraceChunk::stack(StackKind kind) const
{
    const auto& found = kind == StackKind::kEncoder ? encoder : decoder;
    return found ? &*found : nullptr;
}

const AttentionChunk* TraceChunk::attention(const LayerRef& layer) const
{
    const StackChunk* const own = stack(layer.stack);
    if (!own)
        return nullptr;
    const auto& layers = layer.kind == AttentionKind::kSelf ? own->self : own->cross;
    const auto index = static_cast<std::size_t>(layer.layer);
    return index < layers.size() ? &layers[index] : nullptr;
}

std::vector<Matrix>* AttentionChunk::matrices(Site site)
{
    switch (site) {
    case Site::kQuery:
        return &query;
    case Site::kKey:
        return &key;
    case Site::kValue:
        return &value;
    case Site::kScores:
        return &scores;
    case Site::kWeights:
        return &weights;
    case Site::kHeadOutput:
        return &headOutput;
    default:
        return nullptr;
    }
}

const std::vector<Matrix>* AttentionChunk::matrices(Site site) const
{
    return const_cast<AttentionChunk*>(this)->matrices(site); // only reads
}

std::shared_ptr<const TraceChunk> splitOff(TraceChunk& chunk)
{
    TraceChunk rest;
    if (chunk.encoder)
        rest.encoder = blankLike(*chunk.encoder);
    if (chunk.decoder)
        rest.decoder = blankLike(*chunk.decoder);
    auto taken = std::make_shared<const TraceChunk>(std::exchange(chunk, std::move(rest)));
    chunk.parent = taken;
    return taken;
}

RowExpectation expectedOf(const AttentionChunk& chunk, int head, Index row, const ScoreRule& rule)
{
    RowExpectation expected{1.0F, chunk.rowTolerance};
    if (!rule.givesDistributions()) {
        expected.tolerance = std::numeric_limits<float>::infinity();
        return expected;
    }
    if (head < chunk.sink.rows() && row < chunk.sink.cols())
        expected.sum -= chunk.sink(head, row);
    return expected;
}

const StackShape* TraceInfo::stack(StackKind kind) const
{
    const auto& shape = kind == StackKind::kEncoder ? encoder : decoder;
    return shape ? &*shape : nullptr;
}

const ScoreRule& TraceInfo::scoreRule(const LayerRef& layer) const
{
    static const ScoreRule plain;
    const auto& rules = layer.kind == AttentionKind::kCross ? decoderCross
        : layer.stack == StackKind::kEncoder                ? encoderSelf
                                                            : decoderSelf;
    const auto index = static_cast<std::size_t>(layer.layer);
    return index < rules.size() ? rules[index] : plain;
}

const ScoreRule& TraceInfo::scoreRule(const HeadRef& head) const
{
    const auto edited = editedRules.find(head);
    return edited == editedRules.end() ? scoreRule(head.layerRef()) : edited->second;
}

std::vector<LayerRef> TraceInfo::layers() const
{
    std::vector<LayerRef> all;
    const auto add = [&](StackKind stack, AttentionKind kind, int count) {
        for (int layer = 0; layer < count; ++layer)
            all.push_back({stack, layer, kind});
    };
    if (encoder)
        add(StackKind::kEncoder, AttentionKind::kSelf, encoder->layers);
    if (decoder)
        add(StackKind::kDecoder, AttentionKind::kSelf, decoder->layers);
    if (decoder && decoder->cross)
        add(StackKind::kDecoder, AttentionKind::kCross, decoder->layers);
    return all;
}

int TraceInfo::heads(StackKind kind) const
{
    const StackShape* shape = stack(kind);
    return shape ? shape->heads : 0;
}

std::vector<HeadRef> TraceInfo::headsOf(const HeadPattern& where) const
{
    std::vector<HeadRef> all;
    for (const LayerRef& layer : layers())
        for (int head = 0; head < heads(layer.stack); ++head)
            if (const HeadRef ref{layer.stack, layer.layer, layer.kind, head}; where.matches(ref))
                all.push_back(ref);
    return all;
}

std::vector<LayerRef> TraceInfo::layersOf(const HeadPattern& where) const
{
    std::vector<LayerRef> all;
    for (const HeadRef& head : headsOf(where))
        if (all.empty() || all.back() != head.layerRef())
            all.push_back(head.layerRef());
    return all;
}

std::vector<LayerRef> TraceInfo::rowsOf(Site site, const HeadPattern& where) const
{
    if (site == Site::kOutput)
        return layersOf(where);
    std::vector<LayerRef> all;
    for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder}) {
        const StackShape* const shape = stack(kind);
        const int count = shape == nullptr ? 0 : shape->layers + (site == Site::kResidual ? 1 : 0);
        for (int layer = 0; layer < count; ++layer)
            if ((where.anyStack || where.stack == kind) && where.layers.contains(layer))
                all.push_back({kind, layer, AttentionKind::kSelf});
    }
    return all;
}

Trace::Trace(std::shared_ptr<const TraceInfo> info, std::shared_ptr<const TraceChunk> leaf,
             const TokenAxis& source, TokenAxis target)
    : m_info(std::move(info))
    , m_leaf(std::move(leaf))
    , m_source(listOf(source))
    , m_target(target == source ? m_source : listOf(std::move(target)))
{ }

Trace::Trace(std::shared_ptr<const TraceInfo> info, std::shared_ptr<const TraceChunk> leaf,
             std::shared_ptr<const TokenList> source, std::shared_ptr<const TokenList> target)
    : m_info(std::move(info))
    , m_leaf(std::move(leaf))
    , m_source(std::move(source))
    , m_target(std::move(target))
{ }

TokenAxis Trace::axis(StackKind stack) const
{
    const auto& list = stack == StackKind::kEncoder ? m_source : m_target;
    return list ? TokenAxis(list, &list->labels()) : nullptr;
}

Trace Trace::describedBy(std::shared_ptr<const TraceInfo> info) const
{
    Trace other = *this;
    other.m_info = std::move(info);
    return other;
}

Trace Trace::withEffects(std::shared_ptr<const CellEffects> effects) const
{
    Trace other = *this;
    other.m_effects = std::move(effects);
    return other;
}

const std::vector<TokenLabel>& Trace::tokens(StackKind stack) const
{
    static const std::vector<TokenLabel> none;
    const auto& list = stack == StackKind::kEncoder ? m_source : m_target;
    return list ? list->labels() : none;
}

std::vector<const TraceChunk*> Trace::chunks() const
{
    std::vector<const TraceChunk*> path;
    for (const TraceChunk* chunk = m_leaf.get(); chunk != nullptr; chunk = chunk->parent.get())
        path.push_back(chunk);
    std::ranges::reverse(path);
    return path;
}

bool Trace::has(Site site, const LayerRef& layer) const
{
    if (isNull())
        return false;
    const HeadRef first{layer.stack, layer.layer, layer.kind, 0};
    switch (site) {
    case Site::kScores:
        return attention(first).has(MapKind::kScores);
    case Site::kMask:
        return attention(first).has(MapKind::kMask);
    case Site::kWeights:
        return attention(first).has(MapKind::kWeights);
    case Site::kLogits:
        return !logitRows().empty();
    case Site::kQuery:
    case Site::kKey:
    case Site::kValue:
    case Site::kHeadOutput:
        return headMatrix(site, first).rows() > 0;
    case Site::kBias: {
        const auto path = chunks();
        return std::ranges::any_of(path, [&](const TraceChunk* chunk) {
            const AttentionChunk* found = chunk->attention(layer);
            return found && !found->bias.empty();
        });
    }
    case Site::kExperts:
        return experts(layer.stack, layer.layer).rows() > 0;
    case Site::kNorms: {
        const auto path = chunks();
        return std::ranges::any_of(path, [&](const TraceChunk* chunk) {
            const StackChunk* found = chunk->stack(layer.stack);
            return found && !found->norms.empty();
        });
    }
    default:
        return stream(site, layer).rows() > 0;
    }
}

AttentionMap Trace::attention(const HeadRef& head) const
{
    if (isNull() || head.layer < 0 || head.head < 0 || head.head >= m_info->heads(head.stack))
        return {};
    auto source = std::make_shared<RecordedAttention>(*this, head);
    if (source->queries() == 0)
        return {};
    const TokenAxis keys = axis(head.kind == AttentionKind::kCross ? StackKind::kEncoder : head.stack);
    return {head, std::move(source), axis(head.stack), keys};
}

Matrix Trace::headMatrix(Site site, const HeadRef& head) const
{
    const StackShape* shape = isNull() ? nullptr : m_info->stack(head.stack);
    // Maps [queries × keys] grow in both directions from call to call; use attention() to read them.
    const SiteFacts& facts = factsOf(site);
    if (!shape || facts.owner != SiteOwner::kHeads || facts.square)
        return {};
    const int index = facts.perKey ? shape->kvHeadOf(head.head) : head.head;
    std::vector<const Matrix*> parts;
    for (const TraceChunk* chunk : chunks()) {
        const AttentionChunk* attention = chunk->attention(head.layerRef());
        const std::vector<Matrix>* all = attention ? attention->matrices(site) : nullptr;
        if (all && static_cast<std::size_t>(index) < all->size())
            parts.push_back(&(*all)[static_cast<std::size_t>(index)]);
    }
    return stacked(parts);
}

Matrix Trace::stream(Site site, const LayerRef& layer) const
{
    std::vector<const Matrix*> parts;
    for (const TraceChunk* chunk : chunks())
        if (const StackChunk* found = chunk->stack(layer.stack))
            if (const Matrix* matrix = found->matrix(site, layer))
                parts.push_back(matrix);
    return stacked(parts);
}

IndexMatrix Trace::experts(StackKind stack, int layer) const
{
    std::vector<const IndexMatrix*> parts;
    const auto index = static_cast<std::size_t>(layer);
    for (const TraceChunk* chunk : chunks())
        if (const StackChunk* found = chunk->stack(stack); found && index < found->experts.size())
            parts.push_back(&found->experts[index]);
    return stacked(parts);
}

Matrix Trace::sinks(const LayerRef& layer) const
{
    Matrix all(m_info->heads(layer.stack), 0);
    for (const TraceChunk* chunk : chunks()) {
        const AttentionChunk* const found = chunk->attention(layer);
        if (found == nullptr || found->queries == 0)
            continue;
        if (found->sink.rows() != all.rows() || found->sink.cols() != found->queries)
            return {};
        const Index known = all.cols();
        all.conservativeResize(Eigen::NoChange, known + found->queries);
        all.rightCols(found->queries) = found->sink;
    }
    return all.cols() > 0 ? all : Matrix();
}

Matrix Trace::norm(const NormRef& norm) const
{
    std::vector<const Matrix*> parts;
    for (const TraceChunk* chunk : chunks())
        if (const StackChunk* found = chunk->stack(norm.stack))
            if (const auto one = found->norms.find({norm.site, norm.layer}); one != found->norms.end())
                parts.push_back(&one->second);
    return stacked(parts);
}

std::vector<NormRef> Trace::norms() const
{
    std::set<NormRef> all;
    for (const TraceChunk* chunk : chunks())
        for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder})
            if (const StackChunk* stack = chunk->stack(kind))
                for (const auto& [place, rows] : stack->norms)
                    all.insert({kind, place.second, place.first});
    return {all.begin(), all.end()};
}

RowVector Trace::logits(Index row) const
{
    for (const TraceChunk* chunk = m_leaf.get(); chunk != nullptr; chunk = chunk->parent.get()) {
        const auto found = std::ranges::find(chunk->logitRows, row);
        if (found != chunk->logitRows.end())
            return chunk->logits.row(found - chunk->logitRows.begin());
    }
    return {};
}

std::vector<Index> Trace::logitRows() const
{
    std::vector<Index> rows;
    for (const TraceChunk* chunk : chunks())
        rows.insert(rows.end(), chunk->logitRows.begin(), chunk->logitRows.end());
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

TokenList::TokenList(TokenAxis labels)
    : m_size(labels->size())
    , m_labels(std::move(labels))
{ }

TokenList::TokenList(std::shared_ptr<const TokenList> before, TokenLabel next)
    : m_before(std::move(before))
    , m_last(std::move(next))
    , m_size(m_before->size() + 1)
{ }

const std::vector<TokenLabel>& TokenList::labels() const
{
    std::call_once(m_gathered, [this] {
        if (!m_before)
            return;
        std::vector<TokenLabel> all(m_size);
        const TokenList* list = this;
        for (; list->m_before; list = list->m_before.get())
            all[list->m_size - 1] = list->m_last;
        std::copy(list->m_labels->begin(), list->m_labels->end(), all.begin());
        m_labels = std::make_shared<const std::vector<TokenLabel>>(std::move(all));
    });
    return *m_labels;
}

} // namespace headlight
