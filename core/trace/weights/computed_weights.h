#pragma once

#include "core/math/mask.h"
#include "core/math/matrix.h"
#include "core/math/score_bias.h"
#include "core/math/score_rule.h"
#include "core/trace/weights/row_norms.h"
#include "core/trace/weights/weight_tiles.h"

#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace headlight {

/// The operands from which one head's weights in one call are computed.
struct OperandRows
{
    Index firstQuery = 0;
    const Matrix* query = nullptr; ///< [queries × d_head]
    const Mask* mask = nullptr; ///< null if every key may be attended to
    const ScoreBias* bias = nullptr; ///< null if there is none
    const float* sinkShares = nullptr; ///< what a learned sink takes from each row; null if there is none
    Index keys = 0; ///< known in this call
    std::shared_ptr<RowNorms> norms; ///< where the norms of the rows are kept; may be null
};

/// Computes the weights of one head in blocks of queries and keys. No row of weights is written to memory, so
/// a map of 131,072 tokens takes only the time of its products. Immutable; any thread may use it.
class ComputedWeights
{
public:
    /// calls: consecutive rows, starting with query 0; keys: parts of [keys × d_head], in order.
    ComputedWeights(std::vector<OperandRows> calls, std::vector<const Matrix*> keys, const ScoreRule& rule)
        : m_calls(std::move(calls))
        , m_keys(std::move(keys))
        , m_rule(rule)
    { }

    /// Whether this works for the rule: it must be a softmax of products in which masked keys count nothing.
    static bool canCompute(const ScoreRule& rule);

    /// Computes and keeps the unknown norms of rows [query, query + rows). Stops between blocks if asked to.
    void normalise(Index query, Index rows, const std::stop_token& stop) const;
    /// Fills the tiles, and keeps the norms of the rows that it reads whole. Stops between blocks if asked.
    WeightLimits pool(WeightTiles& tiles, const std::stop_token& stop) const;

private:
    std::vector<OperandRows> m_calls;
    std::vector<const Matrix*> m_keys;
    ScoreRule m_rule;
};

} // namespace headlight
