#pragma once

#include "core/edit/interventions.h"
#include "core/trace/trace.h"

#include <string>

namespace headlight {

/// The edits with which a trace was recorded; none if they cannot be read.
Interventions recordedEdits(const TraceInfo& info);

/// Whether nothing the head computes reaches the rest of the model: its output is switched off or scaled by
/// 0, and no later edit replaces it. Its weights are still computed.
bool isSwitchedOff(const Interventions& edits, const HeadRef& head);

/// The edits with which a trace was recorded, in words; empty if there were none. Unreadable edits are
/// returned as they are in the file.
std::string editsInWords(const TraceInfo& info);

} // namespace headlight
