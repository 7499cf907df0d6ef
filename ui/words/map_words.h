#pragma once

#include "core/options/map_options.h"
#include "core/trace/site.h"

#include <QString>

#include <vector>

namespace headlight {

// How a picture of attention maps describes itself.

/// "head 3", "layer 1 · head 3" or the full name: as much as it takes to tell the heads apart.
QString panelName(const HeadRef& head, const std::vector<HeadRef>& among);

/// The title of a picture of these heads: a single head's name, "Mean of 3 heads: …", or "3 heads".
QString headsTitle(const std::vector<HeadRef>& heads, HeadsTogether together);

/// What was done to the numbers: "First token left out, rows renormalised · …"; empty = nothing.
QString changesText(const MapTransform& transform);

} // namespace headlight
