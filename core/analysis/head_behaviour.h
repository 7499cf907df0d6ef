#pragma once

#include "core/analysis/head_statistics.h"
#include "core/trace/attention_map.h"
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
    bool hasSink = false; ///< the statistic is of what a learned sink leaves of each row
    bool operator==(const HeadBehaviour&) const = default;
};

constexpr double kLeastBehaviour = 0.5; ///< smaller statistics give no name
/// Spread needs a higher limit: in a short text, many heads that do something else reach half of the keys.
constexpr double kLeastSpread = 0.75;
/// Minimum of a statistic of headStatisticList() for its name to apply.
double leastBehaviour(std::size_t statistic);
constexpr Index kLeastNamedTokens = 4; ///< in a shorter text everything is close to everything

/// The largest statistic that has a name; the first one wins a tie. Empty if HeadStatistics::named is false,
/// if none reaches its leastBehaviour(), if the map has fewer than kLeastNamedTokens queries or keys, or if
/// the statistic is the mean of fewer than three rows.
std::optional<HeadBehaviour> headBehaviour(const HeadStatistics& statistics);

/// The head with the most self-explanatory map: the one that best aligns two texts or continues a repetition,
/// if any does; otherwise the one with the largest named statistic, with heads that rest on the first token,
/// look at the token itself or spread over everything coming last. Empty if no head has a name.
std::optional<HeadRef> clearestHead(const std::vector<std::pair<HeadRef, HeadStatistics>>& heads);

/// The shape of a recorded mask.
struct MaskPattern
{
    enum class Kind : unsigned char {
        kNotRecorded,
        kNone, ///< every query sees every key
        kCausal, ///< keys up to the query itself
        kWindow, ///< causal, and only the last `window` keys
        kOther, ///< edited, or none of these
    };
    Kind kind = Kind::kNotRecorded;
    Index window = 0; ///< maximum number of keys that a query sees, including itself
    bool operator==(const MaskPattern&) const = default;
};

/// Recognises the mask of a head from the recorded rows, or from a sample if there are very many. Ignores
/// padding at the end. A window longer than the text cannot be detected and is reported as kCausal.
MaskPattern maskPatternOf(const AttentionMap& map);

} // namespace headlight
