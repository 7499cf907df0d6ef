#pragma once

#include "core/trace/computed_weights.h"
#include "core/trace/row_norms.h"
#include "core/trace/trace.h"

#include <memory>
#include <vector>

namespace headlight {

/// One head of a chain of chunks: uses recorded matrices if there are any, otherwise computes them from the
/// recorded operands with the same functions as the pass.
class RecordedAttention : public AttentionSource
{
public:
    RecordedAttention(const Trace& trace, const HeadRef& head);

    Index queries() const override { return m_queries; }
    Index keys() const override { return m_keys; }
    bool has(MapKind kind) const override;
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override;
    void readTruth(MapKind kind, Index query, Index key, ByteSpan out) const override;
    int effort(MapKind kind) const override;
    bool isNormalised(MapKind kind) const override;
    void normalise(MapKind kind, const std::stop_token& stop) const override;
    bool canPool(MapKind kind) const override;
    WeightLimits pool(MapKind kind, WeightTiles& tiles, const std::stop_token& stop) const override;
    RowExpectation expectedRow(Index query) const override;
    Mask::KeyRange reach(Index query, Index rows) const override;
    bool hasSink() const override;
    Record record() const override;

private:
    struct Piece
    {
        const AttentionChunk* chunk;
        Index firstQuery;
    };
    const Matrix* recorded(const Piece& piece, MapKind kind) const;
    bool hasOperands(const Piece& piece) const;
    bool hasScores(const Piece& piece) const;
    /// Whether weights are recorded or can be computed.
    bool hasWeights(const Piece& piece) const;
    /// Whether the recorded soft-cap, bias and mask turn the scores into the recorded weights: a file may
    /// lack the bias that its model added.
    bool explainsWeights(const Piece& piece) const;
    bool pieceHas(const Piece& piece, MapKind kind) const;
    /// Rows [first, first + out.rows()) of a piece, keys [key, key + out.cols()).
    void readPiece(const Piece& piece, MapKind kind, Index first, Index key, MatrixSpan out) const;
    void readMask(const Piece& piece, Index first, Index key, ByteSpan out) const;
    void readBias(const Piece& piece, Index first, Index key, MatrixSpan out) const;
    /// Whether the bias contains this term.
    bool hasTerm(const Piece& piece, DisentangledTerm term) const;
    void readTerm(const Piece& piece, DisentangledTerm term, Index first, Index key, MatrixSpan out) const;
    /// Norms of the value vectors of the keys from `key` on.
    RowVector valueNorms(Index key, Index count) const;
    /// Computes kWeights, kScores or kMasked: rows from `first` and keys from `key` on.
    void compute(const Piece& piece, MapKind kind, Index first, Index key, MatrixSpan out) const;
    void computeScores(const Piece& piece, Index first, Index key, MatrixSpan out) const;
    /// out: [rows from `first` on × keys from `key` on]; must include all keys that the rows reach.
    void computeWeights(const Piece& piece, Index first, Index key, MatrixSpan out) const;
    void computeMasked(const Piece& piece, Index first, Index key, MatrixSpan out) const;
    /// Whether ComputedWeights can compute all rows: the operands are recorded, the weights are not.
    bool isComputed() const;
    ComputedWeights computed() const;
    /// Where the norms of a piece's rows are kept.
    RowNormsCache::Key normsKey(const Piece& piece) const;
    /// The norms of these rows; null unless all are known.
    std::shared_ptr<const RowNorms> knownNorms(const Piece& piece, Index first, Index rows) const;
    void computeBiased(const Piece& piece, Index first, Index key, MatrixSpan out) const;
    void computeNormalised(const Piece& piece, const RowNorms& norms, Index first, Index key,
                           MatrixSpan out) const;
    /// Range of keys on which computed weights of these rows can be nonzero.
    Mask::KeyRange computedReach(const Piece& piece, Index first, Index rows) const;

    std::shared_ptr<const TraceChunk> m_keepAlive;
    std::shared_ptr<const TraceInfo> m_info;
    HeadRef m_head;
    ScoreRule m_rule;
    std::size_t m_kvHead = 0;
    std::vector<Piece> m_pieces;
    std::vector<const Matrix*> m_keyParts; ///< [keys × d_head], stacked by position
    Index m_recordedKeys = 0; ///< total rows of all parts
    std::vector<const Matrix*> m_valueParts; ///< [keys × d_value], stacked by position
    Index m_recordedValues = 0;
    Index m_queries = 0, m_keys = 0;
};

} // namespace headlight
