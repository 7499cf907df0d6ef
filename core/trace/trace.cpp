#include "core/trace/trace.h"

#include "core/trace/recorded_attention.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace headlight {

namespace {

/// The entry at this index; null if the list is shorter.
template <typename List>
auto* elementAt(List& list, int index)
{
    return static_cast<std::size_t>(index) < list.size() ? &list[static_cast<std::size_t>(index)] : nullptr;
}

auto* attentionIn(auto& stack, const LayerRef& layer)
{
    return elementAt(layer.kind == AttentionKind::kSelf ? stack.self : stack.cross, layer.layer);
}

/// The member of a record that a table has for this site; null if it has none.
template <typename Record, typename Member, std::size_t kCount>
Member* memberOf(Record& record, Site site, const std::array<std::pair<Site, Member Record::*>, kCount>& all)
{
    for (const auto& [known, member] : all)
        if (known == site)
            return &(record.*member);
    return nullptr;
}

/// Stacks the matrices that find(StackChunk) has in each chunk; null and matrices without rows are skipped.
template <typename Numbers>
Numbers stacked(const std::vector<const TraceChunk*>& chunks, StackKind stack, const auto& find)
{
    std::vector<const Numbers*> parts;
    Index rows = 0, columns = 0, row = 0;
    for (const TraceChunk* chunk : chunks) {
        const StackChunk* const own = chunk->stack(stack);
        const Numbers* const part = own != nullptr ? find(*own) : nullptr;
        if (part == nullptr)
            continue;
        parts.push_back(part);
        rows += part->rows();
        columns = std::max(columns, part->cols());
    }
    Numbers all(rows, columns);
    for (const Numbers* part : parts) {
        if (part->rows() > 0)
            all.middleRows(row, part->rows()) = *part;
        row += part->rows();
    }
    return all;
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
    static constexpr auto kOfStack
        = std::to_array<std::pair<Site, Matrix StackChunk::*>>({{Site::kEmbeddings, &StackChunk::embeddings},
                                                                {Site::kPositions, &StackChunk::positions},
                                                                {Site::kSegments, &StackChunk::segments},
                                                                {Site::kFinal, &StackChunk::final}});
    static constexpr auto kOfLayers = std::to_array<std::pair<Site, std::vector<Matrix> StackChunk::*>>(
        {{Site::kResidual, &StackChunk::residual},
         {Site::kResidualMiddle, &StackChunk::residualMiddle},
         {Site::kFeedForwardOutput, &StackChunk::feedForwardOutput},
         {Site::kFeedForwardHidden, &StackChunk::feedForwardHidden},
         {Site::kRouter, &StackChunk::router}});
    if (Matrix* const own = memberOf(*this, site, kOfStack))
        return own;
    if (std::vector<Matrix>* const layers = memberOf(*this, site, kOfLayers))
        return elementAt(*layers, layer.layer);
    AttentionChunk* const own = site == Site::kOutput ? attentionIn(*this, layer) : nullptr;
    return own != nullptr ? &own->output : nullptr;
}

const StackChunk* TraceChunk::stack(StackKind kind) const
{
    const auto& found = kind == StackKind::kEncoder ? encoder : decoder;
    return found ? &*found : nullptr;
}

const AttentionChunk* TraceChunk::attention(const LayerRef& layer) const
{
    const StackChunk* const own = stack(layer.stack);
    return own != nullptr ? attentionIn(*own, layer) : nullptr;
}

std::vector<Matrix>* AttentionChunk::matrices(Site site)
{
    static constexpr auto kOfHeads = std::to_array<std::pair<Site, std::vector<Matrix> AttentionChunk::*>>(
        {{Site::kQuery, &AttentionChunk::query},
         {Site::kKey, &AttentionChunk::key},
         {Site::kValue, &AttentionChunk::value},
         {Site::kScores, &AttentionChunk::scores},
         {Site::kWeights, &AttentionChunk::weights},
         {Site::kHeadOutput, &AttentionChunk::headOutput}});
    return memberOf(*this, site, kOfHeads);
}

std::shared_ptr<const TraceChunk> splitOff(TraceChunk& chunk)
{
    TraceChunk rest;
    for (const auto& [full, blank] :
         {std::pair{&chunk.encoder, &rest.encoder}, {&chunk.decoder, &rest.decoder}}) {
        if (!*full)
            continue;
        StackChunk& stack = blank->emplace();
        stack.firstRow = (*full)->firstRow;
        stack.rows = (*full)->rows;
        stack.resize((*full)->self.size(), !(*full)->cross.empty());
    }
    auto taken = std::make_shared<const TraceChunk>(std::exchange(chunk, std::move(rest)));
    chunk.parent = taken;
    return taken;
}

RowExpectation expectedOf(const AttentionChunk& chunk, int head, Index row, const ScoreRule& rule)
{
    RowExpectation expected{1.0F, chunk.rowTolerance};
    if (!rule.givesDistributions())
        expected.tolerance = std::numeric_limits<float>::infinity();
    else if (head < chunk.sink.rows() && row < chunk.sink.cols())
        expected.sum -= chunk.sink(head, row);
    return expected;
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
    case Site::kBias:
        return std::ranges::any_of(chunks(), [&](const TraceChunk* chunk) {
            const AttentionChunk* found = chunk->attention(layer);
            return found && !found->bias.empty();
        });
    case Site::kExperts:
        return experts(layer.stack, layer.layer).rows() > 0;
    case Site::kNorms:
        return std::ranges::any_of(norms(), [&](const NormRef& norm) { return norm.stack == layer.stack; });
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
    return stacked<Matrix>(chunks(), head.stack, [&](const StackChunk& chunk) -> const Matrix* {
        const AttentionChunk* const attention = attentionIn(chunk, head.layerRef());
        const std::vector<Matrix>* const all = attention != nullptr ? attention->matrices(site) : nullptr;
        return all != nullptr ? elementAt(*all, index) : nullptr;
    });
}

Matrix Trace::stream(Site site, const LayerRef& layer) const
{
    return stacked<Matrix>(chunks(), layer.stack,
                           [&](const StackChunk& chunk) { return chunk.matrix(site, layer); });
}

IndexMatrix Trace::experts(StackKind stack, int layer) const
{
    return stacked<IndexMatrix>(chunks(), stack,
                                [&](const StackChunk& chunk) { return elementAt(chunk.experts, layer); });
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
    return stacked<Matrix>(chunks(), norm.stack, [&](const StackChunk& chunk) {
        const auto found = chunk.norms.find({norm.site, norm.layer});
        return found != chunk.norms.end() ? &found->second : nullptr;
    });
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
        if (const auto found = std::ranges::find(chunk->logitRows, row); found != chunk->logitRows.end())
            return chunk->logits.row(found - chunk->logitRows.begin());
    }
    return {};
}

std::vector<Index> Trace::logitRows() const
{
    std::set<Index> rows;
    for (const TraceChunk* chunk : chunks())
        rows.insert(chunk->logitRows.begin(), chunk->logitRows.end());
    return {rows.begin(), rows.end()};
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
