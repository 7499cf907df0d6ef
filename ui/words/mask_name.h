#pragma once

#include "core/trace/attention_map.h"

#include <QString>

namespace headlight {

/// "causal mask", "sliding window of 4" or "no mask", from the recorded mask; empty if none was recorded or
/// it is none of these.
QString maskName(const AttentionMap& map);

} // namespace headlight
