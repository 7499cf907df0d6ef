#pragma once

#include "ui/widgets/trace_view.h"

#include <QString>

namespace headlight {

/// Gives a room something to show when it is entered: Explain pins a cell if none is pinned, What if compares
/// the runs before and after the edits, and Compare drops that comparison if there are no edits.
void prepareRoom(const QString& room, const ViewContext& context);

} // namespace headlight
