#pragma once

#include "core/trace/attention_map.h"

#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>
#include <vector>

namespace headlight {

/// A weight that is worth a line between a query and a key.
struct AttentionLine
{
    std::int32_t query = 0, key = 0;
    float weight = 0;
    std::int32_t head = 0; ///< index in the list of heads
    bool operator==(const AttentionLine&) const = default;
};

/// Which weights become lines. The mass rule says per row what matters; the limit keeps a picture of
/// thousands of tokens readable and quick.
struct LineRule
{
    double share = 0.9; ///< of each row: its largest weights until they sum to this share of the row
    std::size_t limit = 6000; ///< lines of all heads together; the largest weights stay
    /// The queries whose rows are looked through.
    Index begin = 0, end = std::numeric_limits<Index>::max();
};

struct LineSet
{
    std::vector<AttentionLine> lines; ///< by rising weight, so that the strong ones are painted last
    std::size_t found = 0; ///< what the mass rule chose; more than there are lines where the limit cut
    /// The smallest weight that has a line, where the limit cut; else 0.
    float threshold = 0;
    bool limited() const { return found > lines.size(); }
};

/// The largest weights of a row whose sum reaches `share` of the row's sum, as indices by falling weight.
/// Zeros and NaN are never chosen.
std::vector<Index> massOfRow(std::span<const float> row, double share);

/// The largest of those of massOfRow(), at most `limit`, and how many there are in all: for rows of which
/// most keys belong to them, without sorting all of these.
struct HeaviestOfRow
{
    std::vector<Index> keys; ///< by falling weight
    std::size_t found = 0;
};
HeaviestOfRow heaviestOfRow(std::span<const float> row, double share, std::size_t limit);

/// The lines of all heads together. Heads without weights have none. Stopped: what was found so far is
/// dropped and the set is empty.
LineSet attentionLines(std::span<const AttentionMap> heads, const LineRule& rule,
                       const std::stop_token& stop = {});

} // namespace headlight
