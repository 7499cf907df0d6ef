#pragma once

#include "core/trace/attention_map.h"

namespace headlight {

/// The map of an early step of a decoding in the room of the last one's, with that one's tokens at its axes:
/// cells that are not there yet were never computed (NaN).
AttentionMap inRoomOf(const AttentionMap& now, const AttentionMap& last);

} // namespace headlight
