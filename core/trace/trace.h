#pragma once

#include "core/base/chain_link.h"
#include "core/math/mask.h"
#include "core/math/matrix.h"
#include "core/math/score_bias.h"
#include "core/math/score_rule.h"
#include "core/trace/attention_map.h"
#include "core/trace/record_plan.h"
#include "core/trace/site.h"
#include "core/trace/trace_info.h"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

class TokenList;

/// Recording of one forward call for one attention sub-layer on one lane. Empty vectors = not recorded. Rows
/// are the queries of this call; columns are all keys known at that time.
struct AttentionChunk
{
    Index firstQuery = 0; ///< position of row 0
    Index queries = 0; ///< number of rows in this call
    Index firstKey = 0; ///< position of the first key that this call added
    Index keys = 0; ///< number of keys at the end of this call, including earlier ones
    std::vector<Matrix> query; ///< per head [queries × d_head]
    std::vector<Matrix> key; ///< per key/value head [added keys × d_head]
    std::vector<Matrix> value; ///< per key/value head [added keys × d_value]
    std::vector<Matrix> scores; ///< per head [queries × keys]
    std::vector<ScoreBias> bias; ///< one, or one per head
    std::vector<Mask> mask; ///< one, or one per head
    std::vector<Matrix> weights; ///< per head [queries × keys]
    Matrix sink; ///< [heads × queries]: share of each row that goes to a learned sink; no rows = none
    float rowTolerance = kRowTolerance; ///< precision of the stored weights (core/trace/attention_map.h)
    std::vector<Matrix> headOutput; ///< per head [queries × d_value]
    Matrix output; ///< [queries × d_model]; no rows = not recorded

    /// The per-head matrices of a site; empty if not recorded. Null for the mask, the bias and sites without
    /// per-head matrices.
    std::vector<Matrix>* matrices(Site site);
    const std::vector<Matrix>* matrices(Site site) const
    {
        return const_cast<AttentionChunk*>(this)->matrices(site); // only reads
    }
};

/// The entry of a list that holds one entry for all heads or one per head; nullptr if nothing is recorded.
template <typename T>
const T* entryOf(const std::vector<T>& entries, int head)
{
    if (entries.empty())
        return nullptr;
    return entries.size() == 1 ? &entries.front() : &entries[static_cast<std::size_t>(head)];
}

/// The expected sum of a recorded row of weights. Under kShare, and for weights with dropout, the sum is
/// unknown and the tolerance infinite.
RowExpectation expectedOf(const AttentionChunk& chunk, int head, Index row, const ScoreRule& rule);

/// Recording of one forward call for one stack: rows firstRow … firstRow + rows.
struct StackChunk
{
    Index firstRow = 0;
    Index rows = 0;
    Matrix embeddings, positions, segments, final; ///< [rows × d_model]; no rows = not recorded
    std::vector<Matrix> residual; ///< 0 … layers; a matrix without rows = not recorded
    std::vector<AttentionChunk> self, cross; ///< per layer
    std::vector<Matrix> residualMiddle; ///< per layer [rows × d_model]; no rows = not recorded
    std::vector<Matrix> feedForwardOutput; ///< per layer [rows × d_model]; no rows = not recorded
    std::vector<Matrix> router; ///< per layer [rows × experts]; no rows = not recorded, or no experts
    std::vector<IndexMatrix> experts; ///< per layer [rows × k], the chosen experts; no rows as for router
    std::vector<Matrix> feedForwardHidden; ///< per layer [rows × d_ff]; no rows = not recorded
    /// By site and layer: mean and deviation of every row [rows × 2]; for norms of single heads, the means of
    /// all heads followed by their deviations [rows × 2·heads]. For a root-mean-square norm the mean is 0.
    /// The deviation is without ε.
    std::map<std::pair<NormSite, int>, Matrix> norms;

    /// Makes room for that many layers, with cross-attention or without.
    void resize(std::size_t layers, bool hasCross);
    /// Where the matrix of a site with [rows × columns] is kept; the layer has no meaning for those of the
    /// whole stack. Null for other sites and for layers that do not exist.
    Matrix* matrix(Site site, const LayerRef& layer);
    const Matrix* matrix(Site site, const LayerRef& layer) const
    {
        return const_cast<StackChunk*>(this)->matrix(site, layer); // only reads
    }
};

/// Calls `act` with every matrix of a stack's record, those without rows too; in the same order for records
/// of one plan.
void eachMatrix(auto& record, const auto& act)
{
    const auto all = [&act](auto&... lists) {
        const auto each = [&act](auto& list) {
            for (auto& matrix : list)
                act(matrix);
        };
        (each(lists), ...);
    };
    for (auto* const matrix : {&record.embeddings, &record.positions, &record.segments, &record.final})
        act(*matrix);
    all(record.residual, record.residualMiddle, record.feedForwardOutput, record.feedForwardHidden,
        record.router);
    for (auto& norm : record.norms)
        act(norm.second);
    for (auto* const layers : {&record.self, &record.cross})
        for (auto& layer : *layers) {
            all(layer.query, layer.key, layer.value, layer.scores, layer.weights, layer.headOutput);
            act(layer.output);
            act(layer.sink);
        }
}

/// Recording of one forward call on one lane (a sentence of the batch, or a beam). Immutable once published;
/// has a parent, because a decoding step adds one row and beams form a tree.
struct TraceChunk
{
    ChainLink<TraceChunk> parent;
    std::optional<StackChunk> encoder, decoder;
    Matrix logits; ///< [logitRows.size() × vocabulary]
    std::vector<Index> logitRows; ///< position of each row of logits

    /// nullptr if this call recorded none.
    const StackChunk* stack(StackKind kind) const;
    const AttentionChunk* attention(const LayerRef& layer) const;
};

/// Moves the contents of a chunk to a new chunk, and makes the old one its empty continuation with the same
/// extent. This publishes a pass in progress without copying. In such a chain, only one chunk holds the rows
/// of each layer.
std::shared_ptr<const TraceChunk> splitOff(TraceChunk& chunk);

/// How the cells of all heads act on a number m of the output (core/run/cell_effects.h). May have more rows
/// and keys than the recording that it is for, which is then its beginning.
struct CellEffects
{
    Index row = 0; ///< at which m is measured, of the last stack
    std::int64_t token = 0, minus = -1; ///< −1 = none
    bool logProbability = false; ///< m = log p(token); else its logit, less that of `minus`
    std::map<HeadRef, RowVector> direct; ///< kEffect at the row [keys]
    std::shared_ptr<const TraceChunk> gradient; ///< from position 0 on; its weights are ∂m/∂weights
};

/// The path from a chunk to its root: everything recorded for one lane. A value type, cheap to copy;
/// immutable. The window, the command line and the tests all read this structure.
class Trace
{
public:
    Trace() = default;
    Trace(std::shared_ptr<const TraceInfo> info, std::shared_ptr<const TraceChunk> leaf,
          const TokenAxis& source, TokenAxis target);
    /// The same with lists that other traces continue; null = no tokens.
    Trace(std::shared_ptr<const TraceInfo> info, std::shared_ptr<const TraceChunk> leaf,
          std::shared_ptr<const TokenList> source, std::shared_ptr<const TokenList> target);

    bool isNull() const { return m_leaf == nullptr; }
    const TraceInfo& info() const { return *m_info; }
    std::shared_ptr<const TraceInfo> sharedInfo() const { return m_info; }
    /// The same recording with a different description.
    Trace describedBy(std::shared_ptr<const TraceInfo> info) const;
    /// The same recording with its effects, from which attention() has kEffect and kIfMasked.
    Trace withEffects(std::shared_ptr<const CellEffects> effects) const;
    /// Null if there are none.
    const std::shared_ptr<const CellEffects>& effects() const { return m_effects; }
    std::shared_ptr<const TraceChunk> leaf() const { return m_leaf; }

    /// Input tokens of a stack; encoder-only and decoder-only models have only one of the two.
    const std::vector<TokenLabel>& tokens(StackKind stack) const;
    TokenAxis axis(StackKind stack) const;

    /// Whether the quantity is available, recorded or computed from operands.
    bool has(Site site, const LayerRef& layer) const;
    /// A null map if the head does not exist or nothing was recorded for it.
    AttentionMap attention(const HeadRef& head) const;
    /// kQuery, kKey, kValue or kHeadOutput of one head over all rows; no rows if not recorded. For keys and
    /// values, pass the query head: its group's matrix is returned.
    Matrix headMatrix(Site site, const HeadRef& head) const;
    /// A site of a stack, a layer or a sub-layer with one matrix [seq × columns], over all rows; no rows if
    /// not recorded. The layer has no meaning for a site of the whole stack, the kind none for one of a
    /// layer.
    Matrix stream(Site site, const LayerRef& layer) const;
    Matrix stackMatrix(Site site, StackKind stack) const { return stream(site, {stack}); }
    /// The stream before layer `layer` (0 … layers).
    Matrix residual(StackKind stack, int layer) const { return stream(Site::kResidual, {stack, layer}); }
    /// What a sub-layer adds to the stream [seq × d_model]. Without a post-norm, the stream after a layer is
    /// the stream before it plus these.
    Matrix output(const LayerRef& layer) const { return stream(Site::kOutput, layer); }
    Matrix feedForwardOutput(StackKind stack, int layer) const
    {
        return stream(Site::kFeedForwardOutput, {stack, layer});
    }
    /// The router's probabilities [seq × experts] and its chosen experts, best first [seq × k]; no rows if
    /// the layer has no experts.
    Matrix router(StackKind stack, int layer) const { return stream(Site::kRouter, {stack, layer}); }
    IndexMatrix experts(StackKind stack, int layer) const;
    /// Shares of all rows that go to the sub-layer's learned sinks [heads × seq]; no rows if it has none, or
    /// if some row was not recorded.
    Matrix sinks(const LayerRef& layer) const;
    Matrix feedForwardHidden(StackKind stack, int layer) const
    {
        return stream(Site::kFeedForwardHidden, {stack, layer});
    }
    /// Mean and deviation of every row [seq × 2] (of heads [seq × 2·heads]), as in StackChunk::norms; no rows
    /// if not recorded.
    Matrix norm(const NormRef& norm) const;
    /// The recorded norms.
    std::vector<NormRef> norms() const;
    /// One row of logits [vocabulary]; empty if it was not computed.
    RowVector logits(Index row) const;
    /// Positions with known logits, ascending.
    std::vector<Index> logitRows() const;
    /// All chunks from the root to the leaf.
    std::vector<const TraceChunk*> chunks() const;

private:
    std::shared_ptr<const TraceInfo> m_info;
    std::shared_ptr<const TraceChunk> m_leaf;
    std::shared_ptr<const CellEffects> m_effects;
    std::shared_ptr<const TokenList> m_source, m_target;
};

/// The input tokens of a stack. A list that continues another one stores only the new token, so that the
/// steps of a decoding and the branches of a beam search share their beginnings; the full list of labels is
/// assembled on first use. Immutable and thread-safe.
class TokenList
{
public:
    /// labels: not null.
    explicit TokenList(TokenAxis labels);
    TokenList(std::shared_ptr<const TokenList> before, TokenLabel next);

    std::size_t size() const { return m_size; }
    const std::vector<TokenLabel>& labels() const;

private:
    ChainLink<TokenList> m_before; ///< null = all labels were given at once
    TokenLabel m_last; ///< used if there is a preceding list
    std::size_t m_size = 0;
    mutable std::once_flag m_gathered;
    mutable TokenAxis m_labels;
};

} // namespace headlight
