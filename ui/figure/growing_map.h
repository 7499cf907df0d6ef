#pragma once

#include "core/trace/attention_map.h"

namespace headlight {

/// The map of an early decoding step in the room of the last one's, with the last one's tokens at its axes:
/// cells that do not exist yet count as never computed (NaN).
AttentionMap inRoomOf(const AttentionMap& now, const AttentionMap& last);

} // namespace headlight
