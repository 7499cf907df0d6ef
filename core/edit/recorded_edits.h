#pragma once

#include "core/trace/trace.h"

#include <string>

namespace headlight {

/// The edits that a trace was recorded with, in words; empty where there were none. What cannot be read is
/// given as it stands in the file.
std::string editsInWords(const TraceInfo& info);

} // namespace headlight
