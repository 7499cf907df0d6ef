#include "core/analysis/head_behaviour.h"

#include <string_view>
#include <tuple>

namespace headlight {

namespace {

constexpr Index kLeastNamedRows = 3;

/// How informative the map of a head with this behaviour is at first sight; 2 is the maximum.
int tellingRank(std::string_view statistic)
{
    if (statistic == "alignment" || statistic == "induction")
        return 2;
    return statistic == "first" || statistic == "diagonal" || statistic == "spread" ? 0 : 1;
}

} // namespace

double leastBehaviour(std::size_t statistic)
{
    return headStatisticList()[statistic].name == std::string_view("spread") ? kLeastSpread : kLeastBehaviour;
}

std::optional<HeadBehaviour> headBehaviour(const HeadStatistics& statistics)
{
    if (statistics.queries < kLeastNamedTokens || statistics.keys < kLeastNamedTokens)
        return std::nullopt;
    std::optional<HeadBehaviour> best;
    for (std::size_t i = 0; i < statistics.values.size(); ++i) {
        const std::optional<double>& value = statistics.values[i];
        const bool counts = headStatisticList()[i].behaviour != nullptr && value
            && statistics.rows[i] >= kLeastNamedRows && *value >= leastBehaviour(i);
        if (counts && (!best || *value > best->value))
            best = HeadBehaviour{i, *value};
    }
    return best;
}

std::optional<HeadRef> clearestHead(const std::vector<std::pair<HeadRef, HeadStatistics>>& heads)
{
    std::optional<HeadRef> clearest;
    std::tuple<int, double> most{-1, 0};
    for (const auto& [head, statistics] : heads) {
        const auto behaviour = headBehaviour(statistics);
        if (!behaviour)
            continue;
        const std::tuple rank{tellingRank(headStatisticList()[behaviour->statistic].name), behaviour->value};
        if (rank > most) {
            most = rank;
            clearest = head;
        }
    }
    return clearest;
}

} // namespace headlight
