#include "core/trace/weights/computed_weights.h"

#include "core/math/softmax.h"
#include "core/trace/weights/lane_scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace headlight {

namespace {

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

using LaneNorms = std::array<RowNorm, kLanes>;

/// The running largest score and sum of exponentials of each lane's row, block by block
/// (core/math/blockwise_attention.h).
class NormSums
{
public:
    NormSums()
        : m_largest(LaneRow::Constant(kMaskedScore))
        , m_sum(Eigen::Array<double, 1, kLanes>::Zero())
    { }

    /// `largest` must be at least every score in the block.
    void add(const LaneScan::Block& block, const LaneRow& largestOfBlock)
    {
        const LaneRow largest = m_largest.max(largestOfBlock);
        // If nothing has been allowed so far: −∞ − 0, because −∞ − −∞ would be NaN.
        const LaneRow from = (largest == kMaskedScore).select(0.0F, largest);
        const LaneRow factor = (m_largest - from).max(-87.0F).exp();
        m_sum
            = m_sum * factor.cast<double>() + sumExponentials(block.scores, block.keys, from).cast<double>();
        m_largest = largest;
        if (block.allowed == nullptr) {
            m_reached.setOnes();
            return;
        }
        for (Index k = 0; k < block.keys; ++k)
            m_reached = m_reached.max(block.allowed->row(k).array());
    }

    RowNorm norm(const LaneScan& scan, Index lane) const
    {
        if (m_reached[lane] == 0)
            return {0.0F, 0.0F};
        if (m_largest[lane] == kMaskedScore) // every score is −∞
            return {0.0F, kNotANumber};
        const float* const sink = scan.callOf(lane).sinkShares;
        const float left = sink != nullptr ? 1.0F - sink[scan.rowOf(lane)] : 1.0F;
        return {m_largest[lane], left * static_cast<float>(1.0 / m_sum[lane])};
    }

private:
    LaneRow m_largest;
    Eigen::Array<double, 1, kLanes> m_sum;
    Eigen::Array<std::uint8_t, 1, kLanes> m_reached = Eigen::Array<std::uint8_t, 1, kLanes>::Zero();
};

/// Stores the norms of rows whose call keeps them.
LaneNorms kept(const LaneScan& scan, const NormSums& sums)
{
    LaneNorms norms;
    for (Index lane = 0; lane < scan.count(); ++lane) {
        const RowNorm norm = sums.norm(scan, lane);
        norms[static_cast<std::size_t>(lane)] = norm;
        if (const auto& place = scan.callOf(lane).norms)
            place->set(scan.rowOf(lane), norm);
    }
    return norms;
}

std::optional<LaneNorms> knownNorms(const LaneScan& scan)
{
    LaneNorms norms;
    for (Index lane = 0; lane < scan.count(); ++lane) {
        const auto& place = scan.callOf(lane).norms;
        if (!place || !place->knows(scan.rowOf(lane), 1))
            return std::nullopt;
        norms[static_cast<std::size_t>(lane)] = (*place)[scan.rowOf(lane)];
    }
    return norms;
}

/// Collects the largest scores of some rows per column of tiles, then fills the tiles.
class TilePool
{
public:
    explicit TilePool(WeightTiles& tiles)
        : m_tiles(tiles)
        , m_across(tiles.largest.cols())
        , m_largest(m_across, kLanes)
        , m_allowed(m_across, kLanes)
    {
        tiles.largest.setConstant(kNotANumber);
        tiles.shares.setConstant(kNotANumber);
        tiles.states.setConstant(static_cast<std::uint8_t>(TileState::kMissing));
    }

    void begin()
    {
        m_largest.setConstant(kMaskedScore);
        m_least.setConstant(std::numeric_limits<float>::infinity());
        m_allowed.setZero();
        m_cells.setZero();
    }

    /// Returns the largest score of each lane in the block.
    LaneRow add(const LaneScan::Block& block)
    {
        LaneRow largest = LaneRow::Constant(kMaskedScore);
        const Index begin = std::clamp<Index>(m_tiles.key - block.key, 0, block.keys);
        const Index end = std::clamp<Index>(m_tiles.key + m_tiles.columns - block.key, begin, block.keys);
        joinLargest(block.scores, 0, begin, largest);
        joinLargest(block.scores, end, block.keys - end, largest);
        for (Index k = begin; k < end;) {
            const Index tile = (block.key + k - m_tiles.key) / m_tiles.tileColumns;
            const Index next = m_tiles.key + (tile + 1) * m_tiles.tileColumns - block.key;
            const Index count = std::min(next, end) - k;
            LaneRow here = LaneRow::Constant(kMaskedScore);
            joinLargest(block.scores, k, count, here);
            m_largest.row(tile) = m_largest.row(tile).cwiseMax(here.matrix());
            largest = largest.max(here);
            countAllowed(block, k, count, tile);
            k += count;
        }
        if (block.allowed == nullptr)
            joinLeast(block.scores, begin, end - begin, m_least);
        return largest;
    }

    /// Adds the rows to their tiles.
    void finish(const LaneScan& scan, const LaneNorms& norms)
    {
        LaneRow largest;
        LaneRow factors = LaneRow::Zero();
        for (Index lane = 0; lane < scan.count(); ++lane) {
            const RowNorm& norm = norms[static_cast<std::size_t>(lane)];
            largest[lane] = norm.largest;
            factors[lane] = norm.factor;
            m_limits.masked = m_limits.masked || m_cells[lane] < m_tiles.columns;
            if (std::isnan(norm.factor))
                addMissing(scan, lane);
            else if (m_cells[lane] > 0)
                addLimit(norm.factor * std::exp(m_least[lane] - norm.largest));
        }
        for (Index tile = 0; tile < m_across; ++tile) {
            const LaneRow shares = (m_largest.row(tile).array() - largest).max(-87.0F).exp();
            const LaneRow weights = shares * factors;
            for (Index lane = 0; lane < scan.count();) {
                const Index down = downOf(scan, lane);
                const Index next = m_tiles.query + (down + 1) * m_tiles.tileRows - scan.query();
                const Index end = std::min(next, scan.count());
                addNumbers({lane, end - lane, down, tile}, weights, shares, factors);
                lane = end;
            }
        }
    }

    const WeightLimits& limits() const { return m_limits; }

private:
    void countAllowed(const LaneScan::Block& block, Index first, Index count, Index tile)
    {
        auto allowed = m_allowed.row(tile).array();
        if (block.allowed == nullptr) {
            allowed.setOnes();
            m_cells += static_cast<std::int32_t>(count);
            return;
        }
        for (Index k = first; k < first + count; ++k) {
            const auto here = block.allowed->row(k).array();
            allowed = allowed.max(here);
            m_cells += here.cast<std::int32_t>();
            m_least = (here != 0).select(m_least.min(block.scores.row(k).array()), m_least);
        }
    }

    /// The lanes of one tile.
    struct Part
    {
        Index lane, count, down, tile;
    };
    Index downOf(const LaneScan& scan, Index lane) const
    {
        return (scan.query() + lane - m_tiles.query) / m_tiles.tileRows;
    }

    /// For a row without weights: its unmasked cells are missing.
    void addMissing(const LaneScan& scan, Index lane)
    {
        m_limits.missing = m_limits.missing || m_cells[lane] > 0;
        for (Index tile = 0; tile < m_across; ++tile) {
            const Index begin = m_tiles.key + tile * m_tiles.tileColumns;
            const Index end = std::min(begin + m_tiles.tileColumns, m_tiles.key + m_tiles.columns);
            if (m_allowed(tile, lane) != 0 && !scan.attendsTo(lane, {begin, end}))
                addMasked(downOf(scan, lane), tile);
        }
    }

    void addMasked(Index down, Index tile)
    {
        std::uint8_t& state = m_tiles.states(down, tile);
        if (state <= static_cast<std::uint8_t>(TileState::kMasked))
            return;
        state = static_cast<std::uint8_t>(TileState::kMasked);
        m_tiles.largest(down, tile) = 0.0F;
        if (m_tiles.shares.rows() > 0)
            m_tiles.shares(down, tile) = 0.0F;
    }

    void addNumbers(const Part& part, const LaneRow& weights, const LaneRow& shares, const LaneRow& factors)
    {
        float weight = -1.0F;
        float share = 0.0F;
        bool masked = false;
        for (Index lane = part.lane; lane < part.lane + part.count; ++lane) {
            const bool allowed = m_allowed(part.tile, lane) != 0;
            masked = masked || !allowed;
            if (!allowed || std::isnan(factors[lane]))
                continue;
            weight = std::max(weight, weights[lane]);
            share = std::max(share, factors[lane] > 0.0F ? shares[lane] : 0.0F);
        }
        if (weight < 0.0F) {
            if (masked)
                addMasked(part.down, part.tile);
            return;
        }
        m_limits.most = std::max(m_limits.most, weight);
        std::uint8_t& state = m_tiles.states(part.down, part.tile);
        float& largest = m_tiles.largest(part.down, part.tile);
        const bool first = state != static_cast<std::uint8_t>(TileState::kNumber);
        state = static_cast<std::uint8_t>(TileState::kNumber);
        largest = first ? weight : std::max(largest, weight);
        if (m_tiles.shares.rows() > 0) {
            float& most = m_tiles.shares(part.down, part.tile);
            most = first ? share : std::max(most, share);
        }
    }

    void addLimit(float least)
    {
        m_limits.least = m_limits.known ? std::min(m_limits.least, least) : least;
        m_limits.known = true;
    }

    WeightTiles& m_tiles;
    Index m_across;
    LaneBlock m_largest; ///< [tiles across × lanes]: scores
    Eigen::Matrix<std::uint8_t, Eigen::Dynamic, kLanes, Eigen::RowMajor>
        m_allowed; ///< whether any cell is, same shape
    LaneRow m_least;
    Eigen::Array<std::int32_t, 1, kLanes> m_cells; ///< allowed cells per lane
    WeightLimits m_limits;
};

} // namespace

bool ComputedWeights::canCompute(const ScoreRule& rule)
{
    return rule.form == ScoreForm::kDot && rule.rows == RowForm::kSoftmax && rule.dropout == 0.0F
        && leavesMaskedKeysOut(scoreContext(rule, nullptr, nullptr, 0));
}

void ComputedWeights::normalise(Index query, Index rows, const std::stop_token& stop) const
{
    LaneScan scan(m_calls, m_keys, m_rule);
    for (Index first = query; first < query + rows; first += kLanes) {
        if (stop.stop_requested())
            return;
        scan.goTo(first, std::min(kLanes, query + rows - first));
        if (knownNorms(scan))
            continue;
        NormSums sums;
        scan.scan(scan.reach(), [&](const LaneScan::Block& block) {
            LaneRow largest = LaneRow::Constant(kMaskedScore);
            joinLargest(block.scores, 0, block.keys, largest);
            sums.add(block, largest);
        });
        kept(scan, sums);
    }
}

WeightLimits ComputedWeights::pool(WeightTiles& tiles, const std::stop_token& stop) const
{
    TilePool pool(tiles);
    LaneScan scan(m_calls, m_keys, m_rule);
    const Index end = tiles.query + tiles.rows;
    for (Index first = tiles.query; first < end; first += kLanes) {
        if (stop.stop_requested())
            return {};
        scan.goTo(first, std::min(kLanes, end - first));
        pool.begin();
        const Mask::KeyRange reach = scan.reach();
        if (const auto norms = knownNorms(scan)) {
            scan.scan({std::max(reach.begin, tiles.key), std::min(reach.end, tiles.key + tiles.columns)},
                      [&](const LaneScan::Block& block) { pool.add(block); });
            pool.finish(scan, *norms);
            continue;
        }
        NormSums sums;
        scan.scan(reach, [&](const LaneScan::Block& block) { sums.add(block, pool.add(block)); });
        pool.finish(scan, kept(scan, sums));
    }
    return pool.limits();
}

} // namespace headlight
