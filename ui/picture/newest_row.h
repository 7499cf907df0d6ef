#pragma once

#include "core/trace/site.h"

#include <optional>

namespace headlight {

class Workspace;

/// The row of a decoder head's map that the chosen decoding step has computed: the last one, while a step or
/// a beam is chosen or steps are still coming. Nothing for a whole decoding, and where nothing was decoded.
std::optional<int> newestRow(const Workspace& workspace, const HeadRef& head);

} // namespace headlight
