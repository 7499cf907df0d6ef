#pragma once

#include "core/analysis/head_statistics.h"
#include "core/trace/site.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// What a head does on a text, named after the statistic that describes it best. Not a fixed property: on
/// another text the same head may do something else.
struct HeadBehaviour
{
    std::size_t statistic = 0; ///< index in headStatisticList(), whose `behaviour` is the name
    double value = 0; ///< value of the statistic: kLeastBehaviour … 1
    bool operator==(const HeadBehaviour&) const = default;
};

constexpr double kLeastBehaviour = 0.5; ///< smaller statistics give no name
/// Spread needs a higher limit: in a short text, many heads that do something else reach half of the keys.
constexpr double kLeastSpread = 0.75;
/// Minimum of a statistic of headStatisticList() for its name to apply.
double leastBehaviour(std::size_t statistic);
constexpr Index kLeastNamedTokens = 4; ///< in a shorter text everything is close to everything

/// The largest statistic that has a name; the first one wins a tie. Empty if none reaches its
/// leastBehaviour(), if the map has fewer than kLeastNamedTokens queries or keys, or if the statistic is the
/// mean of fewer than three rows.
std::optional<HeadBehaviour> headBehaviour(const HeadStatistics& statistics);

/// The head with the most self-explanatory map: the one that best aligns two texts or continues a repetition,
/// if any does; otherwise the one with the largest named statistic, with heads that rest on the first token,
/// look at the token itself or spread over everything coming last. Empty if no head has a name.
std::optional<HeadRef> clearestHead(const std::vector<std::pair<HeadRef, HeadStatistics>>& heads);

} // namespace headlight
