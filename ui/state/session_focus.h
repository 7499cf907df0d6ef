#pragma once

#include "ui/state/focus.h"

#include <vector>

namespace headlight {

class Workspace;

/// The state that all views shared.
struct SessionFocus
{
    HeadRef head;
    std::vector<HeadRef> moreHeads; ///< heads shown beside it
    MapKind map = MapKind::kWeights;
    Cell pin;
    int step = -1; ///< decoding step; -1 = all steps
    MapOptions options; ///< display options of maps
    bool operator==(const SessionFocus&) const = default;
};

SessionFocus focusOf(const Focus& focus, const Workspace& workspace);
void applyFocus(const SessionFocus& look, Focus& focus, Workspace& workspace);

} // namespace headlight
