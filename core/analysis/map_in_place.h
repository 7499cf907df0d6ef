#pragma once

#include "core/trace/attention_map.h"

namespace headlight {

/// Places the map of an unfinished decoding in the layout of the complete map: with the tokens of `whole`;
/// cells beyond the part are left out (MapKind::kKept 0, no number). part: the first rows and columns of the
/// whole; any other map is returned unchanged.
AttentionMap mapInPlaceOf(const AttentionMap& part, const AttentionMap& whole);

/// The map of an early decoding step in the room of the last one's, with the last one's tokens at its axes:
/// cells that do not exist yet count as never computed (NaN).
AttentionMap inRoomOf(const AttentionMap& now, const AttentionMap& last);

} // namespace headlight
