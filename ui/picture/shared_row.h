#pragma once

#include "core/math/matrix.h"
#include "core/trace/attention_map.h"

#include <memory>

namespace headlight {

/// One row of a map, all keys. Where rows are long, the last ones are kept: all views ask for the row that is
/// pointed at, and a row of 131,072 weights takes a millisecond and more to compute. UI thread.
std::shared_ptr<const RowVector> sharedRow(const AttentionMap& map, MapKind kind, Index query);

/// One number of it, as AttentionMap::at() gives it: where it takes the whole row to compute, by sharedRow().
float sharedNumber(const AttentionMap& map, MapKind kind, Index query, Index key);

} // namespace headlight
