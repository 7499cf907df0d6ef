#pragma once

#include "core/trace/attention_map.h"

#include <optional>

namespace headlight {

/// What a head does, in a few numbers. Means over the queries that are no padding and attend to something;
/// w is a query's row of weights, which sums to 1.
struct HeadStatistics
{
    Index queries = 0; ///< how many were counted; with none, all numbers are 0
    double entropy = 0; ///< -sum of w · log2(w), in bits: 0 = one key only, log2(keys) = all alike
    double largest = 0; ///< the largest weight of a row
    double first = 0; ///< weight on key 0, where heads with nothing to say put it (the "attention sink")
    /// Self-attention only, where a query's own position is a key.
    std::optional<double> diagonal; ///< weight on the token itself
    std::optional<double> previous; ///< weight on the token before, over the queries that have one
    std::optional<double> next; ///< weight on the token after, over the queries that have one
    std::optional<double> distance; ///< |query - key| averaged with the weights, in tokens
    /// Where ordinary tokens repeat, over the queries that have stood before: weight on the earlier ones of
    /// the same token, and on the tokens that followed those ("duplicate token" and "induction" heads; C.
    /// Olsson et al., "In-context Learning and Induction Heads", 2022).
    std::optional<double> duplicate;
    std::optional<double> induction;
};

/// Reads the map some rows at a time; a map without weights gives no counted queries.
HeadStatistics headStatistics(const AttentionMap& map);

} // namespace headlight
