#pragma once

#include "ui/widgets/trace_view.h"

#include <QString>

namespace headlight {

/// Gives a room something to show when it is entered: What if compares the runs before and after the edits,
/// and Compare drops that comparison if there are no edits.
void prepareRoom(const QString& room, const ViewContext& context);

/// Pins the clearest cell if the room is Explain and none is pinned. Returns false while there is no result
/// to choose from.
bool giveCell(const QString& room, const ViewContext& context);

} // namespace headlight
