#pragma once

#include "core/trace/attention_map.h"

namespace headlight {

/// A map of a decoding that has not come to its end in the place that it has in the map of the whole: with
/// the whole's tokens, and cells beyond it left out (MapKind::kKept 0, no number). part: the first rows and
/// columns of the whole; where it is not, it is given back as it is.
AttentionMap mapInPlaceOf(const AttentionMap& part, const AttentionMap& whole);

} // namespace headlight
