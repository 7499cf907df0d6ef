#include "core/trace/recorded_attention.h"

#include "core/base/workers.h"
#include "core/math/score_lanes.h"
#include "core/math/softmax.h"

#include <algorithm>
#include <limits>

namespace headlight {

namespace {

/// Rows of weights computed at once: enough for the product, and few enough to skip blocks of keys that the
/// mask forbids to all of them.
constexpr Index kComputedRows = 64;
/// Of columns whose rows' norms are known, more rows: each has next to no work.
constexpr Index kFewKeys = 16;
constexpr Index kCellsOfColumns = Index{1} << 14;
/// Rows of a call from which on their norms are kept: those of a decoding's steps are had as quickly.
constexpr Index kNormalisedRows = 64;
/// Rows that one thread normalises at a time: whole groups of lanes.
constexpr Index kRowsPerThread = 4 * kLanes;

bool hasSinkOf(const AttentionChunk& chunk, int head)
{
    return head < chunk.sink.rows() && chunk.sink.cols() >= chunk.queries;
}

} // namespace

RecordedAttention::RecordedAttention(const Trace& trace, const HeadRef& head)
    : m_keepAlive(trace.leaf())
    , m_info(trace.sharedInfo())
    , m_head(head)
    , m_rule(trace.info().scoreRule(head))
{
    m_kvHead = static_cast<std::size_t>(trace.info().stack(head.stack)->kvHeadOf(head.head));
    for (const TraceChunk* chunk : trace.chunks()) {
        const AttentionChunk* const found = chunk->attention(head.layerRef());
        if (found == nullptr)
            continue;
        const AttentionChunk& attention = *found;
        if (attention.queries == 0 && attention.key.empty() && attention.value.empty())
            continue; // the part of a pass for another layer
        m_pieces.push_back({&attention, attention.firstQuery});
        m_queries = std::max(m_queries, attention.firstQuery + attention.queries);
        m_keys = std::max(m_keys, attention.keys);
        if (m_kvHead < attention.key.size()) {
            m_keyParts.push_back(&attention.key[m_kvHead]);
            m_recordedKeys += m_keyParts.back()->rows();
        }
        if (m_kvHead < attention.value.size()) {
            m_valueParts.push_back(&attention.value[m_kvHead]);
            m_recordedValues += m_valueParts.back()->rows();
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

bool RecordedAttention::hasScores(const Piece& piece) const
{
    return !piece.chunk->scores.empty() || hasOperands(piece);
}

bool RecordedAttention::hasWeights(const Piece& piece) const
{
    if (!piece.chunk->weights.empty())
        return true;
    return m_rule.dropout == 0.0F
        && (hasOperands(piece) || (!piece.chunk->scores.empty() && !piece.chunk->mask.empty()));
}

bool RecordedAttention::explainsWeights(const Piece& piece) const
{
    const Matrix* weights = recorded(piece, MapKind::kWeights);
    if (weights == nullptr || !piece.chunk->bias.empty() || weights->rows() == 0 || m_rule.dropout > 0.0F)
        return true;
    // The last row has the most keys. A missing bias would cause a far larger difference than rounding.
    const Index last = weights->rows() - 1;
    Matrix again(1, piece.chunk->keys);
    computeWeights(piece, last, 0, again);
    return (again.row(0) - weights->row(last)).cwiseAbs().maxCoeff() < 1e-3F;
}

bool RecordedAttention::pieceHas(const Piece& piece, MapKind kind) const
{
    switch (kind) {
    case MapKind::kMask:
        return !piece.chunk->mask.empty();
    case MapKind::kScores:
        return hasScores(piece);
    case MapKind::kProducts:
        return hasScores(piece) && m_rule.scale != 0.0F && m_rule.form == ScoreForm::kDot;
    case MapKind::kMasked:
        return hasScores(piece) && !piece.chunk->mask.empty() && explainsWeights(piece);
    case MapKind::kBias:
        return !piece.chunk->bias.empty();
    case MapKind::kContentToPosition:
        return hasTerm(piece, DisentangledTerm::kContentToPosition);
    case MapKind::kPositionToContent:
        return hasTerm(piece, DisentangledTerm::kPositionToContent);
    case MapKind::kNormWeighted:
        return m_recordedValues >= piece.chunk->keys && pieceHas(piece, MapKind::kWeights);
    case MapKind::kKept:
        return false;
    case MapKind::kWeights:
        break;
    }
    return hasWeights(piece);
}

bool RecordedAttention::has(MapKind kind) const
{
    return !m_pieces.empty() && std::all_of(m_pieces.begin(), m_pieces.end(), [&](const Piece& piece) {
        return pieceHas(piece, kind);
    });
}

// A call's recording keeps its identity when the same pass records further layers.
AttentionSource::Record RecordedAttention::record() const
{
    if (m_pieces.size() == 1)
        return {std::shared_ptr<const void>(m_keepAlive, m_pieces.front().chunk), m_info};
    return {m_keepAlive, m_info};
}

int RecordedAttention::effort(MapKind kind) const
{
    constexpr int kComputed = 3; // a dot product of about 64 numbers and an exponential
    const bool scores = kind == MapKind::kScores || kind == MapKind::kProducts;
    const bool given = scores || kind == MapKind::kWeights || kind == MapKind::kNormWeighted;
    if (!given)
        return kind == MapKind::kMasked ? kComputed : 1;
    const MapKind base = scores ? MapKind::kScores : MapKind::kWeights;
    const bool all = std::all_of(m_pieces.begin(), m_pieces.end(),
                                 [&](const Piece& piece) { return recorded(piece, base) != nullptr; });
    return all ? 1 : kComputed;
}

bool RecordedAttention::isComputed() const
{
    Index next = 0;
    for (const Piece& piece : m_pieces) {
        const bool given = recorded(piece, MapKind::kWeights) || recorded(piece, MapKind::kScores);
        if (given || !hasOperands(piece) || piece.firstQuery != next)
            return false;
        next += piece.chunk->queries;
    }
    return next > 0 && ComputedWeights::canCompute(m_rule);
}

RowNormsCache::Key RecordedAttention::normsKey(const Piece& piece) const
{
    return {m_keepAlive, piece.chunk, m_head.head, m_rule};
}

ComputedWeights RecordedAttention::computed() const
{
    std::vector<OperandRows> calls;
    for (const Piece& piece : m_pieces) {
        const AttentionChunk& chunk = *piece.chunk;
        if (chunk.queries == 0)
            continue;
        OperandRows rows{piece.firstQuery,
                         &chunk.query[static_cast<std::size_t>(m_head.head)],
                         entryOf(chunk.mask, m_head.head),
                         entryOf(chunk.bias, m_head.head),
                         hasSinkOf(chunk, m_head.head) ? &chunk.sink(m_head.head, 0) : nullptr,
                         chunk.keys,
                         nullptr};
        if (chunk.queries >= kNormalisedRows)
            rows.norms = RowNormsCache::shared().of(normsKey(piece), chunk.queries);
        calls.push_back(std::move(rows));
    }
    return {std::move(calls), m_keyParts, m_rule};
}

std::shared_ptr<const RowNorms> RecordedAttention::knownNorms(const Piece& piece, Index first,
                                                              Index rows) const
{
    if (piece.chunk->queries < kNormalisedRows || recorded(piece, MapKind::kScores)
        || !ComputedWeights::canCompute(m_rule))
        return nullptr;
    auto norms = RowNormsCache::shared().find(normsKey(piece));
    return norms && norms->knows(first, rows) ? norms : nullptr;
}

bool RecordedAttention::isNormalised(MapKind kind) const
{
    if (effort(kind) == 1)
        return true;
    if (kind != MapKind::kWeights && kind != MapKind::kNormWeighted)
        return true;
    return std::all_of(m_pieces.begin(), m_pieces.end(), [&](const Piece& piece) {
        return piece.chunk->queries < kNormalisedRows || recorded(piece, MapKind::kWeights)
            || knownNorms(piece, 0, piece.chunk->queries);
    });
}

void RecordedAttention::normalise(MapKind kind, const std::stop_token& stop) const
{
    if (isNormalised(kind) || !isComputed())
        return;
    const ComputedWeights weights = computed();
    const auto parts = static_cast<std::size_t>((m_queries + kRowsPerThread - 1) / kRowsPerThread);
    Workers().forEach(parts, [&](std::size_t part) {
        const Index first = static_cast<Index>(part) * kRowsPerThread;
        weights.normalise(first, std::min(kRowsPerThread, m_queries - first), stop);
    });
}

bool RecordedAttention::canPool(MapKind kind) const
{
    if (kind != MapKind::kWeights || !isComputed())
        return false;
    // Where some calls have a mask and others none, nobody can say what of it is masked.
    const auto hasMask = [](const Piece& piece) { return !piece.chunk->mask.empty(); };
    return m_pieces.size() == 1 || std::all_of(m_pieces.begin(), m_pieces.end(), hasMask);
}

WeightLimits RecordedAttention::pool(MapKind /*kind*/, WeightTiles& tiles, const std::stop_token& stop) const
{
    return computed().pool(tiles, stop);
}

RowExpectation RecordedAttention::expectedRow(Index query) const
{
    for (const Piece& piece : m_pieces)
        if (query >= piece.firstQuery && query < piece.firstQuery + piece.chunk->queries)
            return expectedOf(*piece.chunk, m_head.head, query - piece.firstQuery, m_rule);
    return {};
}

bool RecordedAttention::hasSink() const
{
    return std::any_of(m_pieces.begin(), m_pieces.end(),
                       [&](const Piece& piece) { return m_head.head < piece.chunk->sink.rows(); });
}

void RecordedAttention::read(MapKind kind, Index query, Index key, MatrixSpan out) const
{
    if (kind == MapKind::kMask) {
        ByteMatrix mask = ByteMatrix::Zero(out.rows(), out.cols());
        readTruth(kind, query, key, mask);
        out = mask.cast<float>();
        return;
    }
    for (const Piece& piece : m_pieces) {
        const Index begin = std::max(query, piece.firstQuery);
        const Index end = std::min(query + out.rows(), piece.firstQuery + piece.chunk->queries);
        if (begin < end)
            readPiece(piece, kind, begin - piece.firstQuery, key, out.middleRows(begin - query, end - begin));
    }
}

void RecordedAttention::readTruth(MapKind kind, Index query, Index key, ByteSpan out) const
{
    if (kind != MapKind::kMask) {
        AttentionSource::readTruth(kind, query, key, out);
        return;
    }
    for (const Piece& piece : m_pieces) {
        const Index begin = std::max(query, piece.firstQuery);
        const Index end = std::min(query + out.rows(), piece.firstQuery + piece.chunk->queries);
        if (begin < end)
            readMask(piece, begin - piece.firstQuery, key, out.middleRows(begin - query, end - begin));
    }
}

void RecordedAttention::readPiece(const Piece& piece, MapKind kind, Index first, Index key,
                                  MatrixSpan out) const
{
    // Keys that did not exist yet when this row was computed: weight 0, and no score.
    const bool weights = kind == MapKind::kWeights || kind == MapKind::kNormWeighted;
    const float absent = weights ? 0.0F : std::numeric_limits<float>::quiet_NaN();
    const Index known = std::clamp<Index>(piece.chunk->keys - key, 0, out.cols());
    out.rightCols(out.cols() - known).setConstant(absent);
    if (known == 0)
        return;
    const Matrix* matrix = weights                               ? recorded(piece, MapKind::kWeights)
        : kind == MapKind::kScores || kind == MapKind::kProducts ? recorded(piece, MapKind::kScores)
                                                                 : nullptr;
    if (kind == MapKind::kBias)
        readBias(piece, first, key, out.leftCols(known));
    else if (kind == MapKind::kContentToPosition)
        readTerm(piece, DisentangledTerm::kContentToPosition, first, key, out.leftCols(known));
    else if (kind == MapKind::kPositionToContent)
        readTerm(piece, DisentangledTerm::kPositionToContent, first, key, out.leftCols(known));
    else if (matrix != nullptr)
        out.leftCols(known) = matrix->block(first, key, out.rows(), known);
    else if (weights ? !hasWeights(piece) : !hasScores(piece)) {
        out.leftCols(known).setConstant(std::numeric_limits<float>::quiet_NaN());
        return;
    } else
        compute(piece, kind, first, key, out.leftCols(known));
    if (kind == MapKind::kProducts)
        out.leftCols(known) /= m_rule.scale;
    else if (kind == MapKind::kNormWeighted)
        out.leftCols(known).array().rowwise() *= valueNorms(key, known).array();
}

void RecordedAttention::compute(const Piece& piece, MapKind kind, Index first, Index key,
                                MatrixSpan out) const
{
    if (kind == MapKind::kScores || kind == MapKind::kProducts) {
        computeScores(piece, first, key, out);
    } else if (kind == MapKind::kMasked) {
        computeMasked(piece, first, key, out);
    } else {
        const auto norms = knownNorms(piece, first, out.rows());
        const bool fewKeys = norms && out.cols() < kFewKeys;
        const Index atOnce = fewKeys ? std::max(kComputedRows, kCellsOfColumns / out.cols()) : kComputedRows;
        for (Index row = 0; row < out.rows(); row += atOnce) {
            const Index rows = std::min(atOnce, out.rows() - row);
            const Mask::KeyRange keys = computedReach(piece, first + row, rows);
            if (key <= keys.begin && keys.end <= key + out.cols()) { // the softmax input fits into `out`
                computeWeights(piece, first + row, key, out.middleRows(row, rows));
                continue;
            }
            if (norms) {
                computeNormalised(piece, *norms, first + row, key, out.middleRows(row, rows));
                continue;
            }
            Matrix weights(rows, piece.chunk->keys);
            computeWeights(piece, first + row, 0, weights);
            out.middleRows(row, rows) = weights.middleCols(key, out.cols());
        }
    }
}

/// The scores before the mask.
void RecordedAttention::computeBiased(const Piece& piece, Index first, Index key, MatrixSpan out) const
{
    computeScores(piece, first, key, out);
    softCap(out, m_rule.softcap);
    if (const ScoreBias* const bias = entryOf(piece.chunk->bias, m_head.head))
        bias->addTo(out, first, key);
}

void RecordedAttention::computeNormalised(const Piece& piece, const RowNorms& norms, Index first, Index key,
                                          MatrixSpan out) const
{
    computeBiased(piece, first, key, out);
    const Mask* const mask = entryOf(piece.chunk->mask, m_head.head);
    std::vector<std::uint8_t> allowed(static_cast<std::size_t>(out.cols()));
    for (Index row = 0; row < out.rows(); ++row) {
        const RowNorm norm = norms[first + row];
        out.row(row) = (out.row(row).array() - norm.largest).exp() * norm.factor;
        if (mask == nullptr)
            continue;
        if (const auto range = mask->range(first + row)) {
            const Index begin = std::clamp<Index>(range->begin - key, 0, out.cols());
            const Index end = std::clamp<Index>(range->end - key, begin, out.cols());
            out.row(row).head(begin).setZero();
            out.row(row).tail(out.cols() - end).setZero();
            continue;
        }
        mask->fillRow(first + row, key, allowed);
        for (Index column = 0; column < out.cols(); ++column)
            if (allowed[static_cast<std::size_t>(column)] == 0)
                out(row, column) = 0.0F;
    }
}

void RecordedAttention::readBias(const Piece& piece, Index first, Index key, MatrixSpan out) const
{
    out.setZero();
    if (const ScoreBias* const bias = entryOf(piece.chunk->bias, m_head.head))
        bias->addTo(out, first, key);
}

bool RecordedAttention::hasTerm(const Piece& piece, DisentangledTerm term) const
{
    const ScoreBias* const bias = entryOf(piece.chunk->bias, m_head.head);
    return bias != nullptr && bias->has(term);
}

void RecordedAttention::readTerm(const Piece& piece, DisentangledTerm term, Index first, Index key,
                                 MatrixSpan out) const
{
    out.setZero();
    if (const ScoreBias* const bias = entryOf(piece.chunk->bias, m_head.head))
        bias->addTermTo(term, out, first, key);
}

RowVector RecordedAttention::valueNorms(Index key, Index count) const
{
    RowVector norms = RowVector::Zero(count);
    Index begin = 0;
    for (const Matrix* part : m_valueParts) {
        const Index from = std::max(key, begin);
        const Index to = std::min(key + count, begin + part->rows());
        if (from < to)
            norms.segment(from - key, to - from)
                = part->middleRows(from - begin, to - from).rowwise().norm().transpose();
        begin += part->rows();
    }
    return norms;
}

void RecordedAttention::readMask(const Piece& piece, Index first, Index key, ByteSpan out) const
{
    const Mask* mask = entryOf(piece.chunk->mask, m_head.head);
    const Index known = mask != nullptr ? std::clamp<Index>(piece.chunk->keys - key, 0, out.cols()) : 0;
    out.rightCols(out.cols() - known).setZero();
    for (Index r = 0; known > 0 && r < out.rows(); ++r)
        mask->fillRow(first + r, key, {&out(r, 0), static_cast<std::size_t>(known)});
}

void RecordedAttention::computeScores(const Piece& piece, Index first, Index key, MatrixSpan out) const
{
    if (const Matrix* matrix = recorded(piece, MapKind::kScores)) {
        out = matrix->block(first, key, out.rows(), out.cols());
        return;
    }
    const Matrix& query = piece.chunk->query[static_cast<std::size_t>(m_head.head)];
    Index begin = 0;
    for (const Matrix* part : m_keyParts) {
        const Index from = std::max(key, begin);
        const Index to = std::min(key + out.cols(), begin + part->rows());
        if (from < to)
            scoreKeys(m_rule, query.middleRows(first, out.rows()), part->middleRows(from - begin, to - from),
                      out.middleCols(from - key, to - from));
        begin += part->rows();
    }
}

Mask::KeyRange RecordedAttention::computedReach(const Piece& piece, Index first, Index rows) const
{
    const Mask* const mask = entryOf(piece.chunk->mask, m_head.head);
    if (mask == nullptr || !leavesMaskedKeysOut(scoreContext(m_rule, nullptr, nullptr, 0)))
        return {0, piece.chunk->keys};
    return mask->reach(first, rows);
}

Mask::KeyRange RecordedAttention::reach(Index query, Index rows) const
{
    Mask::KeyRange all{m_keys, 0};
    for (const Piece& piece : m_pieces) {
        const Index begin = std::max(query, piece.firstQuery);
        const Index end = std::min(query + rows, piece.firstQuery + piece.chunk->queries);
        if (begin >= end)
            continue;
        // Recorded weights may be anywhere: if a mask contradicts them, readers must see it.
        const Mask::KeyRange keys = recorded(piece, MapKind::kWeights) != nullptr
            ? Mask::KeyRange{0, piece.chunk->keys}
            : computedReach(piece, begin - piece.firstQuery, end - begin);
        if (keys.begin < keys.end)
            all = {std::min(all.begin, keys.begin), std::max(all.end, keys.end)};
    }
    return all.begin < all.end ? all : Mask::KeyRange{0, 0};
}

void RecordedAttention::computeWeights(const Piece& piece, Index first, Index key, MatrixSpan out) const
{
    // Skips keys that none of the rows may attend to.
    const Mask::KeyRange keys = computedReach(piece, first, out.rows());
    if (keys.begin >= keys.end) {
        out.setZero();
        return;
    }
    out.leftCols(keys.begin - key).setZero();
    out.rightCols(key + out.cols() - keys.end).setZero();
    MatrixSpan part = out.middleCols(keys.begin - key, keys.end - keys.begin);
    computeScores(piece, first, keys.begin, part);
    ScoreContext context = scoreContext(m_rule, entryOf(piece.chunk->bias, m_head.head),
                                        entryOf(piece.chunk->mask, m_head.head), first);
    context.firstKey = keys.begin;
    scoresToWeights(part, context);
    // The share of a learned sink is recorded, its logit is not.
    const Matrix& sink = piece.chunk->sink;
    for (Index row = 0; m_head.head < sink.rows() && row < out.rows() && first + row < sink.cols(); ++row)
        out.row(row) *= 1.0F - sink(m_head.head, first + row);
}

void RecordedAttention::computeMasked(const Piece& piece, Index first, Index key, MatrixSpan out) const
{
    computeBiased(piece, first, key, out);
    ByteMatrix mask(out.rows(), out.cols());
    readMask(piece, first, key, mask);
    out = (mask.array() > 0).select(out, m_rule.maskValue);
}

} // namespace headlight
