#pragma once

#include "core/trace/site.h"

#include <optional>

namespace headlight {

class Workspace;

/// The row of a head's map that the decoding step which is looked at has computed: the last one, of heads of
/// the decoder, while a step or a beam is chosen or steps are still coming. Nothing where all of a decoding
/// is looked at, or nothing was decoded.
std::optional<int> newestRow(const Workspace& workspace, const HeadRef& head);

} // namespace headlight
