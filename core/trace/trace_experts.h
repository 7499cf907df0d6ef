#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"
#include "core/trace/trace_file_layout.h"

#include <string>

namespace headlight {

/// Notes in a stack's shape how many experts the layers have that have a router in the file.
void takeExperts(const TraceLayout& layout, StackKind stack, StackShape& shape);

/// Whether every chosen expert is one of its layer's. `file` is for the message.
Result<void> checkExperts(const TraceLayout& layout, const TraceInfo& info, const std::string& file);

} // namespace headlight
