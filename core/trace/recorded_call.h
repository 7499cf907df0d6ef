#pragma once

#include "core/trace/trace.h"
#include "core/trace/weights/computed_weights.h"
#include "core/trace/weights/row_norms.h"

#include <memory>
#include <utility>
#include <vector>

namespace headlight {

/// What all calls of one head share. Immutable.
struct RecordedHead
{
    /// The head must exist in the trace.
    RecordedHead(const Trace& trace, const HeadRef& head);

    std::shared_ptr<const TraceChunk> leaf; ///< keeps the matrices alive
    std::shared_ptr<const CellEffects> effects; ///< null = unknown
    const Matrix* gradient = nullptr; ///< ∂m/∂weights [all queries × all keys]; null = unknown
    const RowVector* direct = nullptr; ///< kEffect at the measured row [all keys]; null = unknown
    HeadRef ref;
    ScoreRule rule;
    std::vector<const AttentionChunk*> chunks; ///< from the root to the leaf
    std::vector<const Matrix*> keys; ///< [keys × d_head], stacked by position
    Index keyRows = 0; ///< total rows of all parts
    std::vector<const Matrix*> values; ///< [keys × d_value], stacked by position
    Index valueRows = 0;
};

/// One forward call's rows of one head: uses recorded matrices if there are any, otherwise computes them from
/// the recorded operands with the same functions as the pass. Rows count from the first one of the call, keys
/// from the first one of all. Immutable.
class RecordedCall
{
public:
    RecordedCall(std::shared_ptr<const RecordedHead> head, const AttentionChunk& chunk)
        : m_head(std::move(head))
        , m_chunk(&chunk)
    { }

    const AttentionChunk& chunk() const { return *m_chunk; }
    Index firstQuery() const { return m_chunk->firstQuery; }
    Index queries() const { return m_chunk->queries; }
    bool has(MapKind kind) const;
    bool hasOperands() const { return !m_chunk->query.empty() && m_head->keyRows >= m_chunk->keys; }
    bool hasMask() const { return !m_chunk->mask.empty(); }
    /// The recorded kWeights or kScores; null if there are none.
    const Matrix* recorded(MapKind kind) const;
    /// For ComputedWeights.
    OperandRows operands() const;
    /// Whether weights are recorded, or the norms of all rows known or as quickly had.
    bool isNormalised() const;
    /// Rows from `first` on, keys from `key` on.
    void read(MapKind kind, Index first, Index key, MatrixSpan out) const;
    void readMask(Index first, Index key, ByteSpan out) const;
    /// Range of keys on which computed weights of these rows can be nonzero.
    Mask::KeyRange reach(Index first, Index rows) const;

private:
    bool hasScores() const { return !m_chunk->scores.empty() || hasOperands(); }
    /// Whether weights are recorded or can be computed.
    bool hasWeights() const;
    /// Whether the recorded soft-cap, bias and mask turn the scores into the recorded weights: a file may
    /// lack the bias that its model added.
    bool explainsWeights() const;
    void readBias(Index first, Index key, MatrixSpan out) const;
    /// Whether the bias contains this term.
    bool hasTerm(DisentangledTerm term) const;
    void readTerm(DisentangledTerm term, Index first, Index key, MatrixSpan out) const;
    void readLosses(Index first, Index key, MatrixSpan out) const;
    /// Norms of the value vectors of the keys from `key` on.
    RowVector valueNorms(Index key, Index count) const;
    /// Computes kWeights, kScores or kMasked.
    void compute(MapKind kind, Index first, Index key, MatrixSpan out) const;
    void computeScores(Index first, Index key, MatrixSpan out) const;
    /// `out` must include all keys that the rows reach.
    void computeWeights(Index first, Index key, MatrixSpan out) const;
    void computeMasked(Index first, Index key, MatrixSpan out) const;
    /// The scores before the mask.
    void computeBiased(Index first, Index key, MatrixSpan out) const;
    void computeNormalised(const RowNorms& norms, Index first, Index key, MatrixSpan out) const;
    /// Where the norms of the rows are kept.
    RowNormsCache::Key normsKey() const { return {m_head->leaf, m_chunk, m_head->ref.head, m_head->rule}; }
    /// The norms of these rows; null unless all are known.
    std::shared_ptr<const RowNorms> knownNorms(Index first, Index rows) const;

    std::shared_ptr<const RecordedHead> m_head;
    const AttentionChunk* m_chunk;
};

} // namespace headlight
