#pragma once

#include "core/analysis/head_statistics.h"
#include "core/trace/site.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// What a head does on a text, by the statistic that describes it best. Never fixed: on another text the same
/// head may do something else.
struct HeadBehaviour
{
    std::size_t statistic = 0; ///< place in headStatisticList(), whose `behaviour` is the name
    double value = 0; ///< of the statistic: kLeastBehaviour … 1
    bool operator==(const HeadBehaviour&) const = default;
};

constexpr double kLeastBehaviour = 0.5; ///< a smaller statistic names nothing
/// Spread needs more: on a short text half of the keys is what many a head reaches that does something else.
constexpr double kLeastSpread = 0.75;
/// What a statistic of headStatisticList() must be at the least for its name.
double leastBehaviour(std::size_t statistic);
constexpr Index kLeastNamedTokens = 4; ///< in a shorter text everything is near everything

/// The statistic of those with a name that is largest; the earlier one of equals. Nothing if none reaches its
/// leastBehaviour(), if the map has less than kLeastNamedTokens queries or keys, or if the statistic is the
/// mean of less than three rows.
std::optional<HeadBehaviour> headBehaviour(const HeadStatistics& statistics);

/// The head whose map explains itself best: the one that aligns two texts best, or that continues a
/// repetition best, if one does; otherwise the one whose name has the largest statistic, where heads that
/// rest on the first token, look at the token itself or spread over everything come last. Nothing if no head
/// has a name.
std::optional<HeadRef> clearestHead(const std::vector<std::pair<HeadRef, HeadStatistics>>& heads);

} // namespace headlight
