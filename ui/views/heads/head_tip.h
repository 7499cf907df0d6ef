#pragma once

#include "core/trace/trace.h"

#include <QString>

namespace headlight {

/// Tooltip of a head: its name, what it shares and can see, its largest weight, and how far its rows spread.
/// Reads the map unless it is very large.
QString headTip(const Trace& trace, const HeadRef& head);

} // namespace headlight
