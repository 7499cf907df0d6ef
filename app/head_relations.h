#pragma once

#include "app/run_options.h"

#include <optional>
#include <string>

namespace headlight {

/// Prints what relates the maps of a trace file or of a pass, as JSON objects with the model and the edits,
/// or as tables. rollout: attention rollout, one input and stack after the other (tables: of the last layer);
/// otherwise how different the maps of the heads are, over all inputs together.
Result<void> headRelations(const TraceInput& input, bool rollout, const std::optional<std::string>& output,
                           bool json);

} // namespace headlight
