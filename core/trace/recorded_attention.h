#pragma once

#include "core/trace/trace.h"

#include <memory>
#include <vector>

namespace headlight {

/// One head of a chain of chunks: recorded matrices where there are some, else computed from the
/// recorded operands by the very functions that the pass uses.
class RecordedAttention : public AttentionSource
{
public:
    RecordedAttention(const Trace& trace, const HeadRef& head);

    Index queries() const override { return m_queries; }
    Index keys() const override { return m_keys; }
    bool has(MapKind kind) const override;
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override;

private:
    struct Piece
    {
        const AttentionChunk* chunk;
        Index firstQuery;
    };
    const Matrix* recorded(const Piece& piece, MapKind kind) const;
    bool hasOperands(const Piece& piece) const;
    /// Rows [first, first + out.rows()) of a piece, keys [key, key + out.cols()).
    void readPiece(const Piece& piece, MapKind kind, Index first, Index key, MatrixSpan out) const;
    void readMask(const Piece& piece, Index first, Index key, MatrixSpan out) const;
    /// All keys that the piece knew: [rows × piece keys].
    Matrix computedScores(const Piece& piece, Index first, Index rows) const;
    Matrix computedWeights(const Piece& piece, Index first, Index rows) const;

    std::shared_ptr<const TraceChunk> m_keepAlive;
    HeadRef m_head;
    ScoreRule m_rule;
    std::size_t m_kvHead = 0;
    std::vector<Piece> m_pieces;
    std::vector<const Matrix*> m_keyParts; ///< [keys × d_head] one below another, in order of position
    Index m_recordedKeys = 0; ///< rows of all parts
    Index m_queries = 0, m_keys = 0;
};

} // namespace headlight
