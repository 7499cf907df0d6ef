#include "core/math/blockwise_attention.h"

#include "core/math/matrix_product.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace headlight {

namespace {

constexpr Index kBlockQueries = 64;
/// Scores per block, chosen so that they and their keys and values stay in the L2 cache.
constexpr Index kBlockScores = Index{64} * 512;
constexpr float kNoScore = -std::numeric_limits<float>::infinity();

/// Running maximum and sum of some rows while blocks of keys are processed.
class BlockRows
{
public:
    BlockRows(const ScoreContext& context, Index keys)
        : m_context(context)
        , m_allowed(static_cast<std::size_t>(keys))
    { }

    void begin(Index firstRow, Index rows)
    {
        const float sink = m_context.sink.value_or(kNoScore);
        m_firstRow = firstRow;
        m_largest.assign(static_cast<std::size_t>(rows), sink);
        m_sum.assign(m_largest.size(), sink == kNoScore ? 0.0 : 1.0);
        m_reached.assign(m_largest.size(), 0);
    }

    /// Turns the scores of all rows against the keys from `firstKey` on into exp(score − largest so far), 0
    /// where masked, and rescales `out`, the sums of earlier blocks, to the new largest score.
    void take(MatrixSpan scores, Index firstKey, Mask::Cover cover, MatrixSpan out)
    {
        for (Index row = 0; row < scores.rows(); ++row) {
            const auto size = static_cast<std::size_t>(scores.cols());
            float* const values = scores.row(row).data();
            const auto keys = allowedKeys(values, row, {firstKey, firstKey + scores.cols()}, cover);
            std::fill(values, values + keys.begin, 0.0F);
            std::fill(values + keys.end, values + size, 0.0F);
            if (keys.begin < keys.end)
                takeRow({values + keys.begin, static_cast<std::size_t>(keys.end - keys.begin)},
                        static_cast<std::size_t>(row), out.row(row));
            if (m_mixed)
                for (Index key = keys.begin; key < keys.end; ++key)
                    values[key] = m_allowed[static_cast<std::size_t>(key)] != 0 ? values[key] : 0.0F;
        }
    }

    /// Divides by the sums and writes the sinks' shares.
    void finish(MatrixSpan out) const
    {
        for (Index row = 0; row < out.rows(); ++row) {
            const auto at = static_cast<std::size_t>(row);
            const bool withoutNumber = m_sum[at] == 0.0 && m_reached[at] != 0; // every score is −∞
            if (withoutNumber)
                out.row(row).setConstant(std::numeric_limits<float>::quiet_NaN());
            else if (m_sum[at] != 0.0)
                out.row(row) *= static_cast<float>(1.0 / m_sum[at]);
            if (m_context.sink && !m_context.sinkShares.empty())
                m_context.sinkShares[static_cast<std::size_t>(m_firstRow + row)] = shareOfSink(at);
        }
    }

private:
    /// The columns of this block's row that may hold allowed keys. If not all of them are allowed, sets the
    /// masked scores to −∞ and m_mixed to true.
    Mask::KeyRange allowedKeys(float* values, Index row, const Mask::KeyRange& block, Mask::Cover cover)
    {
        const Index size = block.end - block.begin;
        m_mixed = false;
        if (cover == Mask::Cover::kAll)
            return {0, size};
        const Index maskRow = m_firstRow + row;
        if (const auto range = m_context.mask->range(maskRow)) {
            const Index begin = std::clamp<Index>(range->begin - block.begin, 0, size);
            return {begin, std::clamp<Index>(range->end - block.begin, begin, size)};
        }
        m_context.mask->fillRow(maskRow, block.begin, {m_allowed.data(), static_cast<std::size_t>(size)});
        bool any = false;
        for (Index key = 0; key < size; ++key) {
            const bool allowed = m_allowed[static_cast<std::size_t>(key)] != 0;
            any = any || allowed;
            values[key] = allowed ? values[key] : kNoScore;
        }
        m_mixed = any;
        return {0, any ? size : 0};
    }

    void takeRow(std::span<float> row, std::size_t at, Eigen::Ref<RowVector> out)
    {
        Eigen::Map<Eigen::ArrayXf> values(row.data(), static_cast<Index>(row.size()));
        m_reached[at] = 1;
        const float largest = std::max(m_largest[at], values.maxCoeff());
        if (largest == kNoScore) {
            values.setZero();
            return;
        }
        if (largest != m_largest[at]) {
            const float factor = m_largest[at] == kNoScore ? 0.0F : std::exp(m_largest[at] - largest);
            m_sum[at] *= static_cast<double>(factor);
            out *= factor;
            m_largest[at] = largest;
        }
        values = (values - largest).exp();
        if (!m_mixed) {
            m_sum[at] += static_cast<double>(values.sum());
            return;
        }
        float sum = 0.0F; // skips masked keys, whatever a vectorised exp makes of −∞
        for (std::size_t key = 0; key < row.size(); ++key)
            sum += m_allowed[key] != 0 ? row[key] : 0.0F;
        m_sum[at] += static_cast<double>(sum);
    }

    float shareOfSink(std::size_t at) const
    {
        if (*m_context.sink == kNoScore)
            return m_reached[at] != 0 ? 0.0F : 1.0F;
        return static_cast<float>(static_cast<double>(std::exp(*m_context.sink - m_largest[at])) / m_sum[at]);
    }

    const ScoreContext& m_context;
    Index m_firstRow = 0;
    bool m_mixed = false; ///< whether m_allowed holds the allowed keys of the current row
    std::vector<std::uint8_t> m_allowed;
    std::vector<float> m_largest; ///< largest score of each row so far
    std::vector<double> m_sum; ///< of exp(score − largest)
    std::vector<std::uint8_t> m_reached; ///< whether each row has an allowed key
};

/// Scratch memory for the blocks.
struct BlockSpace
{
    Matrix scores; ///< [queries of a block × keys of a block]
    BlockRows rows;
};

struct BlockPlace
{
    Index firstQuery;
    Mask::KeyRange keys;
};

/// All keys fit into one block: takes exactly the steps of whole-row attention.
void attendAtOnce(const HeadOperands& operands, const ScoreRule& rule, ScoreContext context,
                  const BlockPlace& place, MatrixSpan weights, MatrixSpan out)
{
    scoreKeys(rule, operands.query.middleRows(place.firstQuery, weights.rows()),
              operands.key.middleRows(place.keys.begin, weights.cols()), weights);
    context.firstRow += place.firstQuery;
    context.firstKey = place.keys.begin;
    scoresToWeights(weights, context);
    multiply(weights, operands.value.middleRows(place.keys.begin, weights.cols()), out);
}

/// Attends from the queries [first, first + out.rows()) to all keys.
void attendBlockOfRows(const HeadOperands& operands, const ScoreRule& rule, const ScoreContext& context,
                       Index first, BlockSpace& space, MatrixSpan out)
{
    const Index count = out.rows();
    const Index maskRow = context.firstRow + first;
    const Mask::KeyRange reach
        = context.mask ? context.mask->reach(maskRow, count) : Mask::KeyRange{0, operands.key.rows()};
    if (reach.end - reach.begin <= space.scores.cols()) {
        MatrixSpan weights = space.scores.topLeftCorner(count, reach.end - reach.begin);
        attendAtOnce(operands, rule, context, {first, reach}, weights, out);
        return;
    }
    space.rows.begin(maskRow, count);
    bool begun = false;
    for (Index key = reach.begin; key < reach.end; key += space.scores.cols()) {
        const Index keys = std::min(space.scores.cols(), reach.end - key);
        const Mask::Cover cover
            = context.mask ? context.mask->cover(maskRow, count, {key, key + keys}) : Mask::Cover::kAll;
        if (cover == Mask::Cover::kNone)
            continue;
        MatrixSpan scores = space.scores.topLeftCorner(count, keys);
        scoreKeys(rule, operands.query.middleRows(first, count), operands.key.middleRows(key, keys), scores);
        softCap(scores, context.softcap);
        if (context.bias)
            context.bias->addTo(scores, maskRow, key);
        if (!begun)
            out.setZero();
        space.rows.take(scores, key, cover, out);
        if (begun)
            multiplyAndAdd(scores, operands.value.middleRows(key, keys), out);
        else
            multiply(scores, operands.value.middleRows(key, keys), out);
        begun = true;
    }
    if (!begun)
        out.setZero();
    space.rows.finish(out);
}

} // namespace

bool canAttendBlockwise(const ScoreRule& rule)
{
    return rule.rows == RowForm::kSoftmax && leavesMaskedKeysOut(scoreContext(rule, nullptr, nullptr, 0));
}

void attendBlockwise(const HeadOperands& operands, const ScoreRule& rule, const ScoreContext& context,
                     MatrixSpan out, const std::function<bool()>& stopped)
{
    const Index queries = operands.query.rows();
    const Index keys = operands.key.rows();
    if (queries == 0)
        return;
    const Index rows = std::min(kBlockQueries, queries);
    const Index columns = std::min(std::max<Index>(keys, 1), kBlockScores / rows);
    BlockSpace space{Matrix(rows, columns), BlockRows(context, columns)};
    for (Index first = 0; first < queries; first += rows) {
        if (stopped && stopped())
            return;
        const Index count = std::min(rows, queries - first);
        attendBlockOfRows(operands, rule, context, first, space, out.middleRows(first, count));
    }
}

} // namespace headlight
