#include "core/analysis/head_behaviour.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
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

/// Maximum number of rows examined; fewer in long maps.
constexpr Index kMostRows = 256;
constexpr Index kFewestRows = 64;
constexpr Index kLookedAtCells = Index{1} << 21;

/// The keys [begin, end) that a query sees.
struct Seen
{
    Index query = 0, begin = 0, end = 0;
};

/// The first key from `begin` on that is allowed (1) or not (0); the number of keys if there is none.
Index firstOf(const ByteMatrix& row, Index begin, int allowed)
{
    const void* const found = begin < row.cols()
        ? std::memchr(row.data() + begin, allowed, static_cast<std::size_t>(row.cols() - begin))
        : nullptr;
    return found == nullptr ? row.cols() : static_cast<const std::uint8_t*>(found) - row.data();
}

/// Empty if the allowed keys of a row are not contiguous.
std::optional<Seen> stretchOf(const ByteMatrix& row, Index query)
{
    const Index begin = firstOf(row, 0, 1);
    const Index end = firstOf(row, begin, 0);
    if (firstOf(row, end, 1) < row.cols())
        return std::nullopt;
    return Seen{query, begin, end};
}

/// Whether the text makes every head look so: a head that treats all keys alike comes near this value, or
/// what follows an earlier "no" in "no no no" is "no" again.
bool comesOfTheText(const HeadStatistics& statistics, std::size_t statistic)
{
    const std::string_view name = headStatisticList()[statistic].name;
    const double half = statistics.values[statistic].value_or(0) / 2;
    return (name == "induction" && statistics["duplicate"].value_or(0) > half)
        || ((name == "duplicate" || name == "induction") && statistics.chances[statistic] > half);
}

} // namespace

double leastBehaviour(std::size_t statistic)
{
    return headStatisticList()[statistic].name == std::string_view("spread") ? kLeastSpread : kLeastBehaviour;
}

std::optional<HeadBehaviour> headBehaviour(const HeadStatistics& statistics)
{
    if (!statistics.named || statistics.queries < kLeastNamedTokens || statistics.keys < kLeastNamedTokens)
        return std::nullopt;
    std::optional<HeadBehaviour> best;
    for (std::size_t i = 0; i < statistics.values.size(); ++i) {
        const std::optional<double>& value = statistics.values[i];
        const bool counts = headStatisticList()[i].behaviour != nullptr && value
            && statistics.rows[i] >= kLeastNamedRows && *value >= leastBehaviour(i)
            && !comesOfTheText(statistics, i);
        if (counts && (!best || *value > best->value))
            best = HeadBehaviour{i, *value, statistics.hasSink};
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

MaskPattern maskPatternOf(const AttentionMap& map)
{
    using Kind = MaskPattern::Kind;
    if (!map.has(MapKind::kMask) || map.queries() == 0)
        return {};
    const Index most = std::clamp(kLookedAtCells / std::max<Index>(map.keys(), 1), kFewestRows, kMostRows);
    const Index step = std::max<Index>(1, map.queries() / most);
    ByteMatrix row(1, map.keys());
    std::vector<Seen> rows;
    Index real = 0; // number of keys without the padding
    Index longest = 0;
    for (Index query = map.queries() - 1; query >= 0; query -= step) {
        map.readTruth(MapKind::kMask, query, 0, row);
        const auto seen = stretchOf(row, query);
        if (!seen || seen->begin == seen->end)
            return {Kind::kOther, 0};
        real = std::max(real, seen->end);
        longest = std::max(longest, seen->end - seen->begin);
        rows.push_back(*seen);
    }
    const auto all = [&](const auto& fits) { return std::ranges::all_of(rows, fits); };
    if (all([&](const Seen& seen) { return seen.begin == 0 && seen.end == real; })) {
        // A single query sees everything under any of these masks.
        return {map.queries() == 1 && map.keys() == 1 ? Kind::kOther : Kind::kNone, 0};
    }
    const auto causalEnd = [&](const Seen& seen) { return std::min(seen.query + 1, real); };
    if (all([&](const Seen& seen) { return seen.begin == 0 && seen.end == causalEnd(seen); }))
        return {Kind::kCausal, 0};
    if (all([&](const Seen& seen) {
            return seen.end == causalEnd(seen) && seen.begin == std::max<Index>(0, seen.query + 1 - longest);
        }))
        return {Kind::kWindow, longest};
    return {Kind::kOther, 0};
}

} // namespace headlight
