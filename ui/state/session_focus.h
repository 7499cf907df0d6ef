#pragma once

#include "ui/state/focus.h"

#include <vector>

namespace headlight {

class Workspace;

/// What all views looked at.
struct SessionFocus
{
    HeadRef head;
    std::vector<HeadRef> moreHeads; ///< shown beside it
    MapKind map = MapKind::kWeights;
    Cell pin;
    int step = -1; ///< of the decoding; -1: all of it
    MapOptions options; ///< how maps are looked at
    bool operator==(const SessionFocus&) const = default;
};

SessionFocus focusOf(const Focus& focus, const Workspace& workspace);
void applyFocus(const SessionFocus& look, Focus& focus, Workspace& workspace);

} // namespace headlight
