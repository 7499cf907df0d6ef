#pragma once

#include "app/output.h"

#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Prints attention rollout, one input and stack after the other: as JSON objects, or as tables of the last
/// layer. `origin` is added to every object.
Result<void> printRollout(const std::vector<Trace>& traces, const std::optional<std::string>& path, bool json,
                          const Json& origin);
/// Prints how different the maps of the heads are, over all inputs together.
Result<void> printSimilarity(const std::vector<Trace>& traces, const std::optional<std::string>& path,
                             bool json, const Json& origin);

} // namespace headlight
