#pragma once

#include "core/trace/attention_map.h"

namespace headlight {

/// A matrix that is no attention, in the shape that pictures read: its numbers are those of
/// MapKind::kScores, and its rows and columns are numbered.
AttentionMap tableMap(Matrix values);

} // namespace headlight
