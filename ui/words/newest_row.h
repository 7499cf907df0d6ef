#pragma once

#include "core/trace/site.h"

#include <optional>

namespace headlight {

class Workspace;

/// The row of a decoder head's map that the selected decoding step computed: the last row, while a step or a
/// beam is selected or steps are still arriving. Nothing for a whole decoding, or if nothing was decoded.
std::optional<int> newestRow(const Workspace& workspace, const HeadRef& head);

} // namespace headlight
