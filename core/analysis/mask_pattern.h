#pragma once

#include "core/trace/attention_map.h"

namespace headlight {

/// What a recorded mask looks like.
struct MaskPattern
{
    enum class Kind : unsigned char {
        kNotRecorded,
        kNone, ///< every query sees every key
        kCausal, ///< keys up to the query itself
        kWindow, ///< causal, and only the last `window` keys
        kOther, ///< changed by hand, or nothing of these
    };
    Kind kind = Kind::kNotRecorded;
    Index window = 0; ///< keys that a query sees at most, itself included
    bool operator==(const MaskPattern&) const = default;
};

/// Recognises the mask of a head from what was recorded: from some rows where there are very many. Padding
/// at the end does not count. A window that is longer than the text cannot be seen, so it is kCausal.
MaskPattern maskPatternOf(const AttentionMap& map);

} // namespace headlight
