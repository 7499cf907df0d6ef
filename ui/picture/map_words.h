#pragma once

#include "core/trace/site.h"
#include "ui/state/map_options.h"

#include <QString>

#include <vector>

namespace headlight {

// What a picture of attention maps says about itself.

/// "head 3", or with the layer ("layer 1 · head 3"), or in full, whatever tells the heads apart.
QString panelName(const HeadRef& head, const std::vector<HeadRef>& among);

/// The title of a picture of these heads: a single head's name; "Mean of 3 heads: …"; "3 heads".
QString headsTitle(const std::vector<HeadRef>& heads, HeadsTogether together);

/// What was done to the numbers, in words: "First token left out, rows renormalised · …"; empty: nothing.
QString changesText(const MapTransform& transform);

} // namespace headlight
