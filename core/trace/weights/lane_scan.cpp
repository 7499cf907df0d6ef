#include "core/trace/weights/lane_scan.h"

#include "core/math/softmax.h"

#include <algorithm>
#include <optional>

namespace headlight {

namespace {

/// Keys per block, so that scores and queries stay in the first cache levels.
constexpr Index kBlockKeys = 96;

/// Replaces masked scores with −∞.
void maskScores(const std::uint8_t* allowed, Index size, float* scores)
{
    for (Index i = 0; i < size; ++i)
        scores[i] = allowed[i] != 0 ? scores[i] : kMaskedScore;
}

} // namespace

LaneScan::LaneScan(const std::vector<OperandRows>& calls, const std::vector<const Matrix*>& keys,
                   const ScoreRule& rule)
    : m_calls(calls)
    , m_keyParts(keys)
    , m_rule(rule)
    , m_queries(keys.empty() ? 0 : keys.front()->cols(), kLanes)
    , m_scores(kBlockKeys, kLanes)
    , m_allowed(kBlockKeys, kLanes)
    , m_row(static_cast<std::size_t>(kBlockKeys))
{ }

void LaneScan::goTo(Index query, Index count)
{
    m_query = query;
    m_count = count;
    m_runs.clear();
    m_queries.rightCols(kLanes - count).setZero();
    auto call = std::upper_bound(m_calls.begin(), m_calls.end(), query,
                                 [](Index at, const OperandRows& rows) { return at < rows.firstQuery; });
    --call;
    for (Index lane = 0; lane < count; ++call) {
        const Index row = query + lane - call->firstQuery;
        const Index rows = std::min(count - lane, call->query->rows() - row);
        if (rows <= 0)
            continue; // a call without queries
        m_runs.push_back({&*call, lane, row, rows});
        m_queries.middleCols(lane, rows) = call->query->middleRows(row, rows).transpose() * m_rule.scale;
        for (Index i = 0; i < rows; ++i)
            m_lanes[static_cast<std::size_t>(lane + i)] = {&*call, row + i};
        lane += rows;
    }
}

Mask::KeyRange LaneScan::reach() const
{
    Mask::KeyRange all{0, 0};
    for (const Run& run : m_runs) {
        const Mask::KeyRange keys = run.call->mask != nullptr ? run.call->mask->reach(run.row, run.count)
                                                              : Mask::KeyRange{0, run.call->keys};
        if (keys.begin >= keys.end)
            continue;
        all = all.begin < all.end
            ? Mask::KeyRange{std::min(all.begin, keys.begin), std::max(all.end, keys.end)}
            : keys;
    }
    return all;
}

bool LaneScan::attendsTo(Index lane, const Mask::KeyRange& keys) const
{
    const OperandRows& call = callOf(lane);
    if (keys.end > call.keys)
        return false;
    return call.mask == nullptr || call.mask->cover(rowOf(lane), 1, keys) == Mask::Cover::kAll;
}

Index LaneScan::blockAt(Index key, Index end) const
{
    Index begin = 0;
    for (const Matrix* part : m_keyParts) {
        if (key < begin + part->rows())
            return std::min({kBlockKeys, end - key, begin + part->rows() - key});
        begin += part->rows();
    }
    return std::min(kBlockKeys, end - key);
}

Mask::Cover LaneScan::coverOf(const Mask::KeyRange& keys) const
{
    bool all = true;
    bool none = true;
    for (const Run& run : m_runs) {
        Mask::Cover cover
            = run.call->mask != nullptr ? run.call->mask->cover(run.row, run.count, keys) : Mask::Cover::kAll;
        if (keys.begin >= run.call->keys)
            cover = Mask::Cover::kNone;
        else if (keys.end > run.call->keys && cover == Mask::Cover::kAll)
            cover = Mask::Cover::kSome;
        all = all && cover == Mask::Cover::kAll;
        none = none && cover == Mask::Cover::kNone;
    }
    return none ? Mask::Cover::kNone : all ? Mask::Cover::kAll : Mask::Cover::kSome;
}

void LaneScan::score(Index key, Index count, Mask::Cover cover)
{
    Index begin = 0;
    for (const Matrix* part : m_keyParts) {
        if (key >= begin && key < begin + part->rows()) {
            scoreLanes(m_queries, part->middleRows(key - begin, count), m_scores);
            break;
        }
        begin += part->rows();
    }
    softCap(m_scores.topRows(count), m_rule.softcap);
    addBias(key, count);
    if (cover == Mask::Cover::kAll)
        return;
    findAllowed(key, count);
    maskScores(m_allowed.data(), count * kLanes, m_scores.data());
}

void LaneScan::addBias(Index key, Index count)
{
    for (const Run& run : m_runs) {
        const Index known = std::min(count, run.call->keys - key);
        if (run.call->bias == nullptr || known <= 0)
            continue;
        m_bias.setZero(run.count, known);
        run.call->bias->addTo(m_bias, run.row, key);
        m_scores.block(0, run.lane, known, run.count) += m_bias.transpose();
    }
}

void LaneScan::findAllowed(Index key, Index count)
{
    std::array<std::int32_t, kLanes> begins{}; // of keys in the block; a lane without a query has none
    std::array<std::int32_t, kLanes> ends{};
    std::vector<Index> byCells;
    for (Index lane = 0; lane < m_count; ++lane) {
        const OperandRows& call = callOf(lane);
        const auto range = call.mask != nullptr ? call.mask->range(rowOf(lane))
                                                : std::optional(Mask::KeyRange{0, call.keys});
        if (!range) {
            byCells.push_back(lane);
            continue;
        }
        const auto at = static_cast<std::size_t>(lane);
        const Index end = std::min(range->end, call.keys);
        begins[at] = static_cast<std::int32_t>(std::clamp<Index>(range->begin - key, 0, count));
        ends[at] = static_cast<std::int32_t>(std::clamp<Index>(end - key, 0, count));
    }
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(count); ++k) {
        std::uint8_t* const row = &m_allowed(k, 0);
        for (std::size_t lane = 0; lane < begins.size(); ++lane)
            row[lane] = static_cast<std::uint8_t>(static_cast<int>(k >= begins[lane])
                                                  & static_cast<int>(k < ends[lane]));
    }
    for (const Index lane : byCells) {
        const OperandRows& call = callOf(lane);
        const Index known = std::clamp<Index>(call.keys - key, 0, count);
        std::fill(m_row.begin(), m_row.end(), std::uint8_t{0});
        call.mask->fillRow(rowOf(lane), key, {m_row.data(), static_cast<std::size_t>(known)});
        for (Index k = 0; k < count; ++k)
            m_allowed(k, lane) = m_row[static_cast<std::size_t>(k)];
    }
}

} // namespace headlight
