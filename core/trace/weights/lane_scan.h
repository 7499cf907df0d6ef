#pragma once

#include "core/math/score_lanes.h"
#include "core/trace/weights/computed_weights.h"

#include <array>
#include <cstdint>
#include <vector>

namespace headlight {

/// Computes the scores of several queries of a head side by side (core/math/score_lanes.h), one block of keys
/// after another.
class LaneScan
{
public:
    /// A block of keys.
    struct Block
    {
        Index key = 0, keys = 0;
        /// [keys × lanes]: soft-capped, with bias; −∞ where masked.
        const LaneBlock& scores;
        /// [keys × lanes]: 1 where the query may attend to the key; null if it may everywhere.
        const ByteMatrix* allowed;
    };

    LaneScan(const std::vector<OperandRows>& calls, const std::vector<const Matrix*>& keys,
             const ScoreRule& rule);

    /// Moves to queries [query, query + count); at most kLanes.
    void goTo(Index query, Index count);
    Index query() const { return m_query; }
    Index count() const { return m_count; }
    /// The call of a lane's row, and the row's number in it.
    const OperandRows& callOf(Index lane) const { return *m_lanes[static_cast<std::size_t>(lane)].call; }
    Index rowOf(Index lane) const { return m_lanes[static_cast<std::size_t>(lane)].row; }
    /// The range of keys outside which no query has a weight.
    Mask::KeyRange reach() const;
    /// Whether the query of a lane may attend to all of the keys.
    bool attendsTo(Index lane, const Mask::KeyRange& keys) const;

    /// Calls take(block) for each block of these keys, except blocks that are masked throughout.
    void scan(const Mask::KeyRange& keys, const auto& take)
    {
        for (Index key = keys.begin; key < keys.end;) {
            const Index count = blockAt(key, keys.end);
            if (const Mask::Cover cover = coverOf({key, key + count}); cover != Mask::Cover::kNone) {
                score(key, count, cover);
                take(Block{key, count, m_scores, cover == Mask::Cover::kAll ? nullptr : &m_allowed});
            }
            key += count;
        }
    }

private:
    struct Lane
    {
        const OperandRows* call = nullptr;
        Index row = 0;
    };
    /// Consecutive lanes of the same call.
    struct Run
    {
        const OperandRows* call;
        Index lane, row, count;
    };
    /// How many keys, starting with `key`, are contiguous in memory.
    Index blockAt(Index key, Index end) const;
    Mask::Cover coverOf(const Mask::KeyRange& keys) const;
    void score(Index key, Index count, Mask::Cover cover);
    void addBias(Index key, Index count);
    void findAllowed(Index key, Index count);

    const std::vector<OperandRows>& m_calls;
    const std::vector<const Matrix*>& m_keyParts;
    ScoreRule m_rule;
    Index m_query = 0, m_count = 0;
    std::array<Lane, kLanes> m_lanes;
    std::vector<Run> m_runs;
    LaneBlock m_queries; ///< [d_head × lanes], times the rule's scale
    LaneBlock m_scores;
    Matrix m_bias; ///< [lanes × keys]
    ByteMatrix m_allowed; ///< [keys × lanes]
    std::vector<std::uint8_t> m_row; ///< of the mask
};

} // namespace headlight
