#pragma once

#include "core/trace/attention_map.h"

#include <QString>

namespace headlight {

/// "causal mask", "sliding window of 4", "no mask", as the recorded mask shows it; empty where none was
/// recorded or it is none of these.
QString maskName(const AttentionMap& map);

} // namespace headlight
