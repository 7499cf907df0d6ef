#pragma once

#include "core/trace/attention_map.h"

#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>
#include <vector>

namespace headlight {

/// A weight large enough for a line between a query and a key.
struct AttentionLine
{
    std::int32_t query = 0, key = 0;
    float weight = 0;
    std::int32_t head = 0; ///< index in the list of heads
    bool operator==(const AttentionLine&) const = default;
};

/// Which weights become lines. The share selects what matters in each row; the limit keeps the image of
/// thousands of tokens readable and fast.
struct LineRule
{
    double share = 0.9; ///< per row: the largest weights until they sum to this share of the row
    std::size_t limit = 6000; ///< lines of all heads together; keeps the largest weights
    /// Range of queries whose rows are searched.
    Index begin = 0, end = std::numeric_limits<Index>::max();
};

struct LineSet
{
    std::vector<AttentionLine> lines; ///< by increasing weight, so that strong ones are painted last
    std::size_t found = 0; ///< lines selected by the share; more than lines.size() if limited
    /// The smallest weight that has a line if the limit applied; otherwise 0.
    float threshold = 0;
    bool limited() const { return found > lines.size(); }
};

/// The largest weights of a row whose sum reaches `share` of the row's sum, as indices by decreasing weight.
/// Never includes zeros or NaN.
std::vector<Index> massOfRow(std::span<const float> row, double share);

/// The largest `limit` keys of massOfRow(), and how many it has in all. Does not sort the rest, which matters
/// for rows where most keys belong to it.
struct HeaviestOfRow
{
    std::vector<Index> keys; ///< by decreasing weight
    std::size_t found = 0;
};
HeaviestOfRow heaviestOfRow(std::span<const float> row, double share, std::size_t limit);

/// The lines of all heads together. Heads without weights have none. If stopped, the set is empty.
LineSet attentionLines(std::span<const AttentionMap> heads, const LineRule& rule,
                       const std::stop_token& stop = {});

} // namespace headlight
