#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"
#include "core/tracefile/layout.h"

#include <string>

namespace headlight {

/// Sets the number of experts in a stack's shape for the layers whose router is in the file.
void takeExperts(const TraceLayout& layout, StackKind stack, StackShape& shape);

/// Whether every chosen expert exists in its layer. `file` is used in messages.
Result<void> checkExperts(const TraceLayout& layout, const TraceInfo& info, const std::string& file);

} // namespace headlight
