#pragma once

#include "core/edit/interventions.h"
#include "core/trace/trace.h"

#include <string>

namespace headlight {

/// The edits that a trace was recorded with; nothing where they cannot be read.
Interventions recordedEdits(const TraceInfo& info);

/// Whether nothing of what the head computes reaches the rest of the model: its output is switched off, or
/// scaled by 0, and no later edit puts something else in its place. Its weights are computed all the same.
bool isSwitchedOff(const Interventions& edits, const HeadRef& head);

/// The edits that a trace was recorded with, in words; empty where there were none. What cannot be read is
/// given as it stands in the file.
std::string editsInWords(const TraceInfo& info);

} // namespace headlight
