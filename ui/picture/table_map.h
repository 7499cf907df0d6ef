#pragma once

#include "core/trace/attention_map.h"

namespace headlight {

/// A matrix that is no attention, in the shape that pictures read: its numbers are those of
/// MapKind::kScores. Its columns are numbered, and so are its rows where they have no names.
AttentionMap tableMap(Matrix values, TokenAxis rows = nullptr);

} // namespace headlight
