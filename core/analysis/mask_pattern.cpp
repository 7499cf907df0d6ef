#include "core/analysis/mask_pattern.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace headlight {

namespace {

constexpr Index kMostRows = 256; ///< that are looked at

/// The keys [begin, end) that a query sees.
struct Seen
{
    Index query = 0, begin = 0, end = 0;
};

/// Nothing if the keys that a row allows are no single stretch.
std::optional<Seen> stretchOf(const Matrix& row, Index query)
{
    Seen seen{query, 0, 0};
    while (seen.begin < row.cols() && row(0, seen.begin) == 0.0F)
        ++seen.begin;
    seen.end = seen.begin;
    while (seen.end < row.cols() && row(0, seen.end) != 0.0F)
        ++seen.end;
    for (Index key = seen.end; key < row.cols(); ++key)
        if (row(0, key) != 0.0F)
            return std::nullopt;
    return seen;
}

} // namespace

MaskPattern maskPatternOf(const AttentionMap& map)
{
    using Kind = MaskPattern::Kind;
    if (!map.has(MapKind::kMask) || map.queries() == 0)
        return {};
    const Index step = std::max<Index>(1, map.queries() / kMostRows);
    std::vector<Seen> rows;
    Index real = 0; // keys without the padding
    Index longest = 0;
    for (Index query = map.queries() - 1; query >= 0; query -= step) {
        const auto seen = stretchOf(map.block(MapKind::kMask, query, 0, 1, map.keys()), query);
        if (!seen || seen->begin == seen->end)
            return {Kind::kOther, 0};
        real = std::max(real, seen->end);
        longest = std::max(longest, seen->end - seen->begin);
        rows.push_back(*seen);
    }
    const auto all = [&](const auto& fits) { return std::all_of(rows.begin(), rows.end(), fits); };
    if (all([&](const Seen& row) { return row.begin == 0 && row.end == real; })) {
        // A single query sees all there is under any of these.
        return {map.queries() == 1 && map.keys() == 1 ? Kind::kOther : Kind::kNone, 0};
    }
    const auto causalEnd = [&](const Seen& row) { return std::min(row.query + 1, real); };
    if (all([&](const Seen& row) { return row.begin == 0 && row.end == causalEnd(row); }))
        return {Kind::kCausal, 0};
    if (all([&](const Seen& row) {
            return row.end == causalEnd(row) && row.begin == std::max<Index>(0, row.query + 1 - longest);
        }))
        return {Kind::kWindow, longest};
    return {Kind::kOther, 0};
}

} // namespace headlight
