#pragma once

#include "ui/widgets/trace_view.h"

#include <QString>

namespace headlight {

/// Gives a room something to show when it is entered: What if compares the runs before and after the edits,
/// and Compare drops that comparison if there are no edits.
void prepareRoom(const QString& room, const ViewContext& context);

/// In Explain, pins the clearest cell if none is. Returns false while there is no result to choose from.
bool giveCell(const QString& room, const ViewContext& context);

} // namespace headlight
