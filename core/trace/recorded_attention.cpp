#include "core/trace/recorded_attention.h"

#include "core/math/softmax.h"

#include <algorithm>
#include <limits>

namespace headlight {

namespace {

/// Of a vector that holds one entry for all heads or one per head; nullptr where nothing is recorded.
template <typename T>
const T* entryOf(const std::vector<T>& entries, int head)
{
    if (entries.empty())
        return nullptr;
    return entries.size() == 1 ? &entries.front() : &entries[static_cast<std::size_t>(head)];
}

} // namespace

RecordedAttention::RecordedAttention(const Trace& trace, const HeadRef& head)
    : m_keepAlive(trace.leaf())
    , m_head(head)
    , m_rule(trace.info().scoreRule(head.layerRef()))
{
    const StackShape* shape = trace.info().stack(head.stack);
    const int perGroup = shape->kvHeads > 0 ? std::max(1, shape->heads / shape->kvHeads) : 1;
    m_kvHead = static_cast<std::size_t>(head.head / perGroup);
    for (const TraceChunk* chunk : trace.chunks()) {
        const auto& stack = head.stack == StackKind::kEncoder ? chunk->encoder : chunk->decoder;
        if (!stack)
            continue;
        const auto& layers = head.kind == AttentionKind::kSelf ? stack->self : stack->cross;
        if (static_cast<std::size_t>(head.layer) >= layers.size())
            continue;
        const AttentionChunk& attention = layers[static_cast<std::size_t>(head.layer)];
        m_pieces.push_back({&attention, attention.firstQuery});
        m_queries = std::max(m_queries, attention.firstQuery + attention.queries);
        m_keys = std::max(m_keys, attention.keys);
        if (m_kvHead < attention.key.size()) {
            m_keyParts.push_back(&attention.key[m_kvHead]);
            m_recordedKeys += m_keyParts.back()->rows();
        }
    }
}

const Matrix* RecordedAttention::recorded(const Piece& piece, MapKind kind) const
{
    return entryOf(kind == MapKind::kWeights ? piece.chunk->weights : piece.chunk->scores, m_head.head);
}

bool RecordedAttention::hasOperands(const Piece& piece) const
{
    return !piece.chunk->query.empty() && m_recordedKeys >= piece.chunk->keys;
}

bool RecordedAttention::has(MapKind kind) const
{
    return !m_pieces.empty() && std::all_of(m_pieces.begin(), m_pieces.end(), [&](const Piece& piece) {
        if (kind == MapKind::kMask)
            return !piece.chunk->mask.empty();
        if (recorded(piece, kind) || hasOperands(piece))
            return true;
        return kind == MapKind::kWeights && !piece.chunk->scores.empty() && !piece.chunk->mask.empty();
    });
}

void RecordedAttention::read(MapKind kind, Index query, Index key, MatrixSpan out) const
{
    for (const Piece& piece : m_pieces) {
        const Index begin = std::max(query, piece.firstQuery);
        const Index end = std::min(query + out.rows(), piece.firstQuery + piece.chunk->queries);
        if (begin < end)
            readPiece(piece, kind, begin - piece.firstQuery, key, out.middleRows(begin - query, end - begin));
    }
}

void RecordedAttention::readPiece(const Piece& piece, MapKind kind, Index first, Index key,
                                  MatrixSpan out) const
{
    if (kind == MapKind::kMask) {
        readMask(piece, first, key, out);
        return;
    }
    // Keys that did not exist yet when this row was computed: no weight, and a score that nobody computed.
    const float absent = kind == MapKind::kWeights ? 0.0F : std::numeric_limits<float>::quiet_NaN();
    const Index known = std::clamp<Index>(piece.chunk->keys - key, 0, out.cols());
    out.rightCols(out.cols() - known).setConstant(absent);
    if (known == 0)
        return;
    if (const Matrix* matrix = recorded(piece, kind))
        out.leftCols(known) = matrix->block(first, key, out.rows(), known);
    else if (kind == MapKind::kScores)
        out.leftCols(known) = computedScores(piece, first, out.rows()).middleCols(key, known);
    else
        out.leftCols(known) = computedWeights(piece, first, out.rows()).middleCols(key, known);
}

void RecordedAttention::readMask(const Piece& piece, Index first, Index key, MatrixSpan out) const
{
    out.setZero();
    const Mask* mask = entryOf(piece.chunk->mask, m_head.head);
    const Index known = std::clamp<Index>(piece.chunk->keys - key, 0, out.cols());
    if (!mask || known == 0)
        return;
    std::vector<std::uint8_t> row(static_cast<std::size_t>(known));
    for (Index r = 0; r < out.rows(); ++r) {
        mask->fillRow(first + r, key, row);
        for (Index c = 0; c < known; ++c)
            out(r, c) = static_cast<float>(row[static_cast<std::size_t>(c)]);
    }
}

Matrix RecordedAttention::computedScores(const Piece& piece, Index first, Index rows) const
{
    if (const Matrix* matrix = recorded(piece, MapKind::kScores))
        return matrix->middleRows(first, rows);
    const Matrix& query = piece.chunk->query[static_cast<std::size_t>(m_head.head)];
    Matrix scores(rows, piece.chunk->keys);
    Index column = 0;
    for (const Matrix* part : m_keyParts) {
        const Index count = std::min(part->rows(), scores.cols() - column);
        scores.middleCols(column, count).noalias()
            = query.middleRows(first, rows) * part->topRows(count).transpose();
        column += count;
    }
    scores *= m_rule.scale;
    return scores;
}

Matrix RecordedAttention::computedWeights(const Piece& piece, Index first, Index rows) const
{
    Matrix weights = computedScores(piece, first, rows);
    scoresToWeights(weights,
                    {m_rule.softcap, entryOf(piece.chunk->bias, m_head.head),
                     entryOf(piece.chunk->mask, m_head.head), first});
    return weights;
}

} // namespace headlight
