#pragma once

#include "core/math/matrix.h"
#include "core/trace/attention_map.h"

#include <memory>

namespace headlight {

/// One row of a map, all keys. The last few long rows are cached, because every view asks for the row under
/// the mouse and 131,072 weights take more than a millisecond to compute. UI thread.
std::shared_ptr<const RowVector> sharedRow(const AttentionMap& map, MapKind kind, Index query);

/// One number of a map, as from AttentionMap::at(); uses sharedRow() if the number needs its whole row.
float sharedNumber(const AttentionMap& map, MapKind kind, Index query, Index key);

} // namespace headlight
