#pragma once

#include "core/math/mask.h"
#include "core/math/matrix.h"
#include "core/math/score_bias.h"
#include "core/math/score_rule.h"
#include "core/trace/row_norms.h"
#include "core/trace/weight_tiles.h"

#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace headlight {

/// What the weights of one call's rows are computed from, for one head.
struct OperandRows
{
    Index firstQuery = 0;
    const Matrix* query = nullptr; ///< [queries × d_head]
    const Mask* mask = nullptr; ///< null: everything may be attended to
    const ScoreBias* bias = nullptr; ///< null: none
    const float* sinkShares = nullptr; ///< what a learned sink takes of each row; null: nothing
    Index keys = 0; ///< known in this call
    std::shared_ptr<RowNorms> norms; ///< where those of the rows are kept; null: nowhere
};

/// Weights of one head by blocks of queries and keys: no row of them is ever written to memory, so that all
/// of a map of 131,072 tokens takes what its products take. Immutable; may be used by several threads.
class ComputedWeights
{
public:
    /// calls: consecutive rows from query 0 on; keys: [keys × d_head] one below another.
    ComputedWeights(std::vector<OperandRows> calls, std::vector<const Matrix*> keys, const ScoreRule& rule)
        : m_calls(std::move(calls))
        , m_keys(std::move(keys))
        , m_rule(rule)
    { }

    /// Whether such rows can be had by blocks: a softmax of products whose masked keys change nothing.
    static bool canCompute(const ScoreRule& rule);

    /// Keeps the norms of rows [query, query + rows) that are not known yet. Stops between blocks.
    void normalise(Index query, Index rows, const std::stop_token& stop) const;
    /// Fills the tiles, and keeps the norms of rows that it has to read whole. Stops between blocks.
    WeightLimits pool(WeightTiles& tiles, const std::stop_token& stop) const;

private:
    std::vector<OperandRows> m_calls;
    std::vector<const Matrix*> m_keys;
    ScoreRule m_rule;
};

} // namespace headlight
