#pragma once

#include "core/trace/trace.h"

#include <QString>

namespace headlight {

/// What a tool tip says of a head: its name, what it shares and may see, its largest weight and how far its
/// rows are spread. Reads the map, unless that is very large.
QString headTip(const Trace& trace, const HeadRef& head);

} // namespace headlight
