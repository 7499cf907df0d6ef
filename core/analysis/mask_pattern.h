#pragma once

#include "core/trace/attention_map.h"

namespace headlight {

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
