#pragma once

#include "core/trace/attention_map.h"

namespace headlight {

/// Wraps a matrix other than attention for use in pictures: its numbers are those of MapKind::kScores.
/// Columns are numbered, and so are rows without names.
AttentionMap tableMap(Matrix values, TokenAxis rows = nullptr);

} // namespace headlight
