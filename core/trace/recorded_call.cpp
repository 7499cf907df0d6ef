#include "core/trace/recorded_call.h"

#include "core/math/softmax.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace headlight {

namespace {

/// Rows of weights computed at once: enough for the product, and few enough to skip blocks of keys that the
/// mask forbids to all of them.
constexpr Index kComputedRows = 64;
/// Columns of few keys take more rows at a time if their norms are known: a row is next to no work then.
constexpr Index kFewKeys = 16;
constexpr Index kCellsOfColumns = Index{1} << 14;
/// Norms are kept for calls of at least as many rows. The norms of a decoding step are computed as quickly.
constexpr Index kNormalisedRows = 64;

} // namespace

RecordedHead::RecordedHead(const Trace& trace, const HeadRef& head)
    : leaf(trace.leaf())
    , effects(trace.effects())
    , ref(head)
    , rule(trace.info().scoreRule(head))
{
    const auto kvHead = static_cast<std::size_t>(trace.info().stack(head.stack)->kvHeadOf(head.head));
    const auto add
        = [kvHead](const std::vector<Matrix>& rows, std::vector<const Matrix*>& parts, Index& sum) {
              if (kvHead >= rows.size())
                  return;
              parts.push_back(&rows[kvHead]);
              sum += rows[kvHead].rows();
          };
    for (const TraceChunk* chunk : trace.chunks()) {
        const AttentionChunk* const attention = chunk->attention(head.layerRef());
        // Otherwise it is the part of a pass for another layer.
        if (attention == nullptr
            || (attention->queries == 0 && attention->key.empty() && attention->value.empty()))
            continue;
        chunks.push_back(attention);
        add(attention->key, keys, keyRows);
        add(attention->value, values, valueRows);
    }
    if (!effects)
        return;
    if (const AttentionChunk* const known = effects->gradient->attention(head.layerRef()))
        gradient = entryOf(known->weights, head.head);
    if (const auto found = effects->direct.find(head); found != effects->direct.end())
        direct = &found->second;
}

const Matrix* RecordedCall::recorded(MapKind kind) const
{
    return entryOf(kind == MapKind::kWeights ? m_chunk->weights : m_chunk->scores, m_head->ref.head);
}

bool RecordedCall::hasWeights() const
{
    if (!m_chunk->weights.empty())
        return true;
    return m_head->rule.dropout == 0.0F
        && (hasOperands() || (!m_chunk->scores.empty() && !m_chunk->mask.empty()));
}

bool RecordedCall::explainsWeights() const
{
    const Matrix* weights = recorded(MapKind::kWeights);
    if (weights == nullptr || !m_chunk->bias.empty() || weights->rows() == 0 || m_head->rule.dropout > 0.0F)
        return true;
    // The last row has the most keys. A missing bias would cause a far larger difference than rounding.
    const Index last = weights->rows() - 1;
    Matrix again(1, m_chunk->keys);
    computeWeights(last, 0, again);
    return (again.row(0) - weights->row(last)).cwiseAbs().maxCoeff() < 1e-3F;
}

bool RecordedCall::has(MapKind kind) const
{
    switch (kind) {
    case MapKind::kMask:
        return !m_chunk->mask.empty();
    case MapKind::kScores:
        return hasScores();
    case MapKind::kProducts:
        return hasScores() && m_head->rule.scale != 0.0F && m_head->rule.form == ScoreForm::kDot;
    case MapKind::kMasked:
        return hasScores() && !m_chunk->mask.empty() && explainsWeights();
    case MapKind::kBias:
        return !m_chunk->bias.empty();
    case MapKind::kContentToPosition:
        return hasTerm(DisentangledTerm::kContentToPosition);
    case MapKind::kPositionToContent:
        return hasTerm(DisentangledTerm::kPositionToContent);
    case MapKind::kNormWeighted:
        return m_head->valueRows >= m_chunk->keys && has(MapKind::kWeights);
    case MapKind::kEffect:
        return m_head->direct != nullptr && m_head->direct->size() >= m_chunk->keys;
    case MapKind::kIfMasked:
        return m_head->gradient != nullptr && hasWeights()
            && m_head->gradient->rows() >= firstQuery() + queries()
            && m_head->gradient->cols() >= m_chunk->keys;
    case MapKind::kKept:
        return false;
    case MapKind::kWeights:
        break;
    }
    return hasWeights();
}

OperandRows RecordedCall::operands() const
{
    const int head = m_head->ref.head;
    const bool hasSink = head < m_chunk->sink.rows() && m_chunk->sink.cols() >= queries();
    OperandRows rows{firstQuery(),
                     &m_chunk->query[static_cast<std::size_t>(head)],
                     entryOf(m_chunk->mask, head),
                     entryOf(m_chunk->bias, head),
                     hasSink ? &m_chunk->sink(head, 0) : nullptr,
                     m_chunk->keys,
                     nullptr};
    if (queries() >= kNormalisedRows)
        rows.norms = RowNormsCache::shared().of(normsKey(), queries());
    return rows;
}

bool RecordedCall::isNormalised() const
{
    return queries() < kNormalisedRows || recorded(MapKind::kWeights) != nullptr || knownNorms(0, queries());
}

std::shared_ptr<const RowNorms> RecordedCall::knownNorms(Index first, Index rows) const
{
    if (m_chunk->queries < kNormalisedRows || recorded(MapKind::kScores)
        || !ComputedWeights::canCompute(m_head->rule))
        return nullptr;
    auto norms = RowNormsCache::shared().find(normsKey());
    return norms && norms->knows(first, rows) ? norms : nullptr;
}

void RecordedCall::read(MapKind kind, Index first, Index key, MatrixSpan out) const
{
    // Keys that did not exist yet when this row was computed: no score, hence −∞ in the softmax and weight 0.
    const bool weights = kind == MapKind::kWeights || kind == MapKind::kNormWeighted;
    const float absent = weights   ? 0.0F
        : kind == MapKind::kMasked ? -std::numeric_limits<float>::infinity()
                                   : std::numeric_limits<float>::quiet_NaN();
    const Index known = std::clamp<Index>(m_chunk->keys - key, 0, out.cols());
    out.rightCols(out.cols() - known).setConstant(absent);
    if (known == 0)
        return;
    // Another head, or a step of another pass, may be shown beside the one that has it.
    const bool isOptional
        = kind == MapKind::kEffect || kind == MapKind::kIfMasked || kind == MapKind::kNormWeighted;
    if (isOptional && !has(kind)) {
        out.leftCols(known).setConstant(std::numeric_limits<float>::quiet_NaN());
        return;
    }
    if (kind == MapKind::kEffect) {
        const Index at = m_head->effects->row - firstQuery() - first;
        out.leftCols(known).setZero();
        if (at >= 0 && at < out.rows())
            out.row(at).head(known) = m_head->direct->segment(key, known);
        return;
    }
    if (kind == MapKind::kIfMasked)
        return readLosses(first, key, out.leftCols(known));
    const Matrix* matrix = weights                               ? recorded(MapKind::kWeights)
        : kind == MapKind::kScores || kind == MapKind::kProducts ? recorded(MapKind::kScores)
                                                                 : nullptr;
    if (kind == MapKind::kBias)
        readBias(first, key, out.leftCols(known));
    else if (kind == MapKind::kContentToPosition)
        readTerm(DisentangledTerm::kContentToPosition, first, key, out.leftCols(known));
    else if (kind == MapKind::kPositionToContent)
        readTerm(DisentangledTerm::kPositionToContent, first, key, out.leftCols(known));
    else if (matrix != nullptr)
        out.leftCols(known) = matrix->block(first, key, out.rows(), known);
    else if (weights ? !hasWeights() : !hasScores()) {
        out.leftCols(known).setConstant(std::numeric_limits<float>::quiet_NaN());
        return;
    } else
        compute(kind, first, key, out.leftCols(known));
    if (kind == MapKind::kProducts)
        out.leftCols(known) /= m_head->rule.scale;
    else if (kind == MapKind::kNormWeighted)
        out.leftCols(known).array().rowwise() *= valueNorms(key, known).array();
}

void RecordedCall::compute(MapKind kind, Index first, Index key, MatrixSpan out) const
{
    if (kind == MapKind::kScores || kind == MapKind::kProducts) {
        computeScores(first, key, out);
    } else if (kind == MapKind::kMasked) {
        computeMasked(first, key, out);
    } else {
        const auto norms = knownNorms(first, out.rows());
        const bool fewKeys = norms && out.cols() < kFewKeys;
        const Index atOnce = fewKeys ? std::max(kComputedRows, kCellsOfColumns / out.cols()) : kComputedRows;
        for (Index row = 0; row < out.rows(); row += atOnce) {
            const Index rows = std::min(atOnce, out.rows() - row);
            const Mask::KeyRange keys = reach(first + row, rows);
            if (key <= keys.begin && keys.end <= key + out.cols()) { // the softmax input fits into `out`
                computeWeights(first + row, key, out.middleRows(row, rows));
                continue;
            }
            if (norms) {
                computeNormalised(*norms, first + row, key, out.middleRows(row, rows));
                continue;
            }
            Matrix weights(rows, m_chunk->keys);
            computeWeights(first + row, 0, weights);
            out.middleRows(row, rows) = weights.middleCols(key, out.cols());
        }
    }
}

void RecordedCall::computeBiased(Index first, Index key, MatrixSpan out) const
{
    computeScores(first, key, out);
    softCap(out, m_head->rule.softcap);
    if (const ScoreBias* const bias = entryOf(m_chunk->bias, m_head->ref.head))
        bias->addTo(out, first, key);
}

void RecordedCall::computeNormalised(const RowNorms& norms, Index first, Index key, MatrixSpan out) const
{
    computeBiased(first, key, out);
    const Mask* const mask = entryOf(m_chunk->mask, m_head->ref.head);
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

void RecordedCall::readBias(Index first, Index key, MatrixSpan out) const
{
    out.setZero();
    if (const ScoreBias* const bias = entryOf(m_chunk->bias, m_head->ref.head))
        bias->addTo(out, first, key);
}

bool RecordedCall::hasTerm(DisentangledTerm term) const
{
    const ScoreBias* const bias = entryOf(m_chunk->bias, m_head->ref.head);
    return bias != nullptr && bias->has(term);
}

void RecordedCall::readTerm(DisentangledTerm term, Index first, Index key, MatrixSpan out) const
{
    out.setZero();
    if (const ScoreBias* const bias = entryOf(m_chunk->bias, m_head->ref.head))
        bias->addTermTo(term, out, first, key);
}

void RecordedCall::readLosses(Index first, Index key, MatrixSpan out) const
{
    // Less than this is left for the other keys: the whole weight, but for rounding.
    constexpr double kWhole = 1e-6;
    Matrix weights(out.rows(), m_chunk->keys);
    read(MapKind::kWeights, first, 0, weights);
    for (Index row = 0; row < out.rows(); ++row) {
        const Eigen::RowVectorXd own = weights.row(row).cast<double>();
        const Eigen::RowVectorXd slopes
            = m_head->gradient->row(firstQuery() + first + row).head(m_chunk->keys).cast<double>();
        const double mean = own.dot(slopes);
        for (Index column = 0; column < out.cols(); ++column) {
            const double weight = own[key + column];
            const double loss = weight / (1.0 - weight) * (slopes[key + column] - mean);
            out(row, column)
                = 1.0 - weight < kWhole ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(loss);
        }
    }
}

RowVector RecordedCall::valueNorms(Index key, Index count) const
{
    RowVector norms = RowVector::Zero(count);
    Index begin = 0;
    for (const Matrix* part : m_head->values) {
        const Index from = std::max(key, begin);
        const Index to = std::min(key + count, begin + part->rows());
        if (from < to)
            norms.segment(from - key, to - from)
                = part->middleRows(from - begin, to - from).rowwise().norm().transpose();
        begin += part->rows();
    }
    return norms;
}

void RecordedCall::readMask(Index first, Index key, ByteSpan out) const
{
    const Mask* mask = entryOf(m_chunk->mask, m_head->ref.head);
    const Index known = mask != nullptr ? std::clamp<Index>(m_chunk->keys - key, 0, out.cols()) : 0;
    out.rightCols(out.cols() - known).setZero();
    for (Index r = 0; known > 0 && r < out.rows(); ++r)
        mask->fillRow(first + r, key, {&out(r, 0), static_cast<std::size_t>(known)});
}

void RecordedCall::computeScores(Index first, Index key, MatrixSpan out) const
{
    if (const Matrix* matrix = recorded(MapKind::kScores)) {
        out = matrix->block(first, key, out.rows(), out.cols());
        return;
    }
    const Matrix& query = m_chunk->query[static_cast<std::size_t>(m_head->ref.head)];
    Index begin = 0;
    for (const Matrix* part : m_head->keys) {
        const Index from = std::max(key, begin);
        const Index to = std::min(key + out.cols(), begin + part->rows());
        if (from < to)
            scoreKeys(m_head->rule, query.middleRows(first, out.rows()),
                      part->middleRows(from - begin, to - from), out.middleCols(from - key, to - from));
        begin += part->rows();
    }
}

Mask::KeyRange RecordedCall::reach(Index first, Index rows) const
{
    const Mask* const mask = entryOf(m_chunk->mask, m_head->ref.head);
    if (mask == nullptr || !leavesMaskedKeysOut(scoreContext(m_head->rule, nullptr, nullptr, 0)))
        return {0, m_chunk->keys};
    return mask->reach(first, rows);
}

void RecordedCall::computeWeights(Index first, Index key, MatrixSpan out) const
{
    // Skips keys that none of the rows may attend to.
    const Mask::KeyRange keys = reach(first, out.rows());
    if (keys.begin >= keys.end) {
        out.setZero();
        return;
    }
    out.leftCols(keys.begin - key).setZero();
    out.rightCols(key + out.cols() - keys.end).setZero();
    MatrixSpan part = out.middleCols(keys.begin - key, keys.end - keys.begin);
    computeScores(first, keys.begin, part);
    ScoreContext context = scoreContext(m_head->rule, entryOf(m_chunk->bias, m_head->ref.head),
                                        entryOf(m_chunk->mask, m_head->ref.head), first);
    context.firstKey = keys.begin;
    scoresToWeights(part, context);
    // The share of a learned sink is recorded, its logit is not.
    const Matrix& sink = m_chunk->sink;
    for (Index row = 0; m_head->ref.head < sink.rows() && row < out.rows() && first + row < sink.cols();
         ++row)
        out.row(row) *= 1.0F - sink(m_head->ref.head, first + row);
}

void RecordedCall::computeMasked(Index first, Index key, MatrixSpan out) const
{
    computeBiased(first, key, out);
    ByteMatrix mask(out.rows(), out.cols());
    readMask(first, key, mask);
    out = (mask.array() > 0).select(out, m_head->rule.maskValue);
}

} // namespace headlight
